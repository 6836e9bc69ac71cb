#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// The name of a copy from that of its original; none: the same name. For nodes, skeletons and mesh instances; bones keep theirs, as they
/// share them with the original's.
using NameFunction = std::function<std::string(const std::string&)>;

/// How TransformNode::clone() copies.
struct CloneOptions {
    std::string name = {};             ///< Of the copy of the node itself; empty: as `rename` says.
    std::optional<Node*> parent = {};  ///< Of the copy: a node of the same scene or a bone; null: none. Not set: beside the original.
    bool withChildren = true;
    NameFunction rename = {};
};

/// Where and how Scene::instantiate() places a model.
struct InstantiateOptions {
    std::string name = "instance";  ///< Of the node that all of the model hangs on.
    Node* parent = nullptr;         ///< Of that node: a node of the scene or a bone; null: none.
    Transform transform = {};       ///< Of that node.
    NameFunction rename = {};
};

/// What Scene::instantiate() or Scene::append() has made. A value that refers to the copies and may outlive them.
///
/// Each list is in the order of the model's own: getNodes()[i] is the copy of model.nodes()[i]. What has been removed since is null.
class SceneInstance final {
public:
    SceneInstance() = default;

    /// The node that all of it hangs on: move this to place it, remove it with Scene::removeInstance(). Null if what was made is no
    /// instance but was appended.
    [[nodiscard]] TransformNode* getRoot() const noexcept { return root_.get(); }
    [[nodiscard]] std::vector<TransformNode*> getNodes() const { return pointers(nodes_); }
    [[nodiscard]] std::vector<Skeleton*> getSkeletons() const { return pointers(skeletons_); }
    [[nodiscard]] std::vector<MeshInstance*> getMeshInstances() const { return pointers(meshInstances_); }
    /// Players of the model's clips on the copies; stopped.
    [[nodiscard]] std::vector<AnimationGroup*> getAnimationGroups() const { return pointers(animationGroups_); }

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
};

}  // namespace armature
