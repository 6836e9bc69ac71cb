#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <armature/math/affine.hpp>
#include <armature/node/transform_node.hpp>

#include "node/file_numbers.hpp"

namespace armature {

struct ModelParts;

/// Data from files. Few nodes have any.
struct TransformNode::FileParts {
    std::string extensions;
    SharedFileNumbers numbers;  // defines the numbers in `extensions`; null: they are numbers of this scene
    std::optional<std::size_t> camera;
    std::optional<std::size_t> light;
    std::shared_ptr<const ModelParts> parts = {};  // the model that these data belong to, if the node came with one
};

/// Data that few nodes have: dependants outside their hierarchy, a pivot, a frozen world matrix.
struct TransformNode::Edges {
    std::vector<Skeleton*> hostedSkeletons;  // the skeletons that follow this node's world matrix
    std::vector<MeshInstance*> meshInstances;
    glm::vec3 pivot{0.f};  // in the node's own axes
    std::optional<Affine> frozenWorld;

    /// Removes `entry`, which occurs at most once, from one of the lists above. Searches from the end, because the entry added last is
    /// usually removed first. Taking apart a node with very many dependants then costs no more than building it.
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
