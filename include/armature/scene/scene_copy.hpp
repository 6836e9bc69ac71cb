#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/math/transform.hpp>

namespace armature {

struct ModelParts;  // internal: source/scene/model_parts.hpp

/// A function that returns the name of a copy for the original's name. Without a function, the copy has the same name. It is used for
/// nodes, skeletons and mesh instances; bones keep their names, which they share with the originals.
using NameFunction = std::function<std::string(const std::string&)>;

/// How TransformNode::clone() copies.
struct ARMATURE_API CloneOptions {
    std::string name = {};             ///< Name of the copy of the node itself; empty: from `rename`.
    std::optional<Node*> parent = {};  ///< A node of the same scene or a bone; null: no parent. Not set: the original's parent.
    bool withChildren = true;          ///< If false, only the node itself is copied.
    NameFunction rename = {};          ///< Names the copies. None: copies have the names of the originals.
};

/// Where and how Scene::instantiate() places a model.
struct ARMATURE_API InstantiateOptions {
    std::string name = "instance";  ///< Name of the new node above the model.
    Node* parent = nullptr;         ///< Parent of the new node: a node of the scene or a bone; null: none.
    Transform transform = {};       ///< Transform of the new node.
    NameFunction rename = {};       ///< Names the copies. None: copies have the names of the originals.
};

/// Refers to the copies that Scene::instantiate() or Scene::append() made. A value, which may outlive the copies.
///
/// Each list is in the model's order: getNodes()[i] is the copy of model.nodes()[i]. Copies that have been removed are null.
class ARMATURE_API SceneInstance final {
public:
    SceneInstance() = default;  ///< Refers to no copies.

    /// The node above all copies; moving it moves all copies. To remove them, call Scene::removeInstance(). Null after Scene::append().
    [[nodiscard]] TransformNode* getRoot() const noexcept { return root_.get(); }
    /// Each returns a list of copies in the model's order, with null for copies that have been removed.
    [[nodiscard]] std::vector<TransformNode*> getNodes() const { return pointers(nodes_); }
    [[nodiscard]] std::vector<Skeleton*> getSkeletons() const { return pointers(skeletons_); }
    [[nodiscard]] std::vector<MeshInstance*> getMeshInstances() const { return pointers(meshInstances_); }
    /// The copied players, which play the model's clips on the copies. They are stopped at first.
    [[nodiscard]] std::vector<AnimationGroup*> getAnimationGroups() const { return pointers(animationGroups_); }
    /// Returns the first of these players whose clip has that name, or null. O(groups).
    [[nodiscard]] AnimationGroup* findAnimationGroup(std::string_view name) const noexcept;

private:
    friend class Scene;
    friend class SceneCopier;  // internal: source/scene/scene_copier.hpp

    template <class T>
    [[nodiscard]] static std::vector<T*> pointers(const std::vector<Handle<T>>& handles)
    {
        std::vector<T*> found;
        found.reserve(handles.size());
        for (const Handle<T>& handle : handles) {
            found.push_back(handle.get());
        }
        return found;
    }

    Handle<TransformNode> root_;
    std::vector<Handle<TransformNode>> nodes_;
    std::vector<Handle<Skeleton>> skeletons_;
    std::vector<Handle<MeshInstance>> meshInstances_;
    std::vector<Handle<AnimationGroup>> animationGroups_;
    std::weak_ptr<ModelParts> parts_;  // the parts that came with the model
};

}  // namespace armature
