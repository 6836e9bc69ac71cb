#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <armature/math/affine.hpp>
#include <armature/scene/transform_node.hpp>

#include "scene/file_numbers.hpp"

namespace armature {

/// What nodes of few files have.
struct TransformNode::FileParts {
    std::string extensions;
    SharedFileNumbers numbers;  // of the extensions; null: the scene's own
    std::optional<std::size_t> camera;
    std::optional<std::size_t> light;
};

/// What few nodes have: what depends on them from outside their hierarchy, a pivot, a frozen place.
struct TransformNode::Edges {
    std::vector<Bone*> linkedBones;          // driven by the node's local pose
    std::vector<Skeleton*> hostedSkeletons;  // placed in the world by the node's world matrix
    std::vector<MeshInstance*> meshInstances;
    glm::vec3 pivot{0.f};  // in own axes
    std::optional<Affine> frozenWorld;

    /// Takes `entry`, which is there once, out of one of the lists above. Looks from the end: what came last usually goes first, and then
    /// taking apart a node on which very many hang costs no more than building it.
    template <class T>
    static void remove(std::vector<T*>& entries, const T* entry) noexcept
    {
        const auto found = std::find(entries.rbegin(), entries.rend(), entry);
        if (found != entries.rend()) {
            entries.erase(std::next(found).base());
        }
    }
};

}  // namespace armature
