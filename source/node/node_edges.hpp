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

/// Data of nodes that few files have.
struct TransformNode::FileParts {
    std::string extensions;
    SharedFileNumbers numbers;  // the meaning of numbers in the extensions; null: the scene's own numbers
    std::optional<std::size_t> camera;
    std::optional<std::size_t> light;
    std::shared_ptr<const ModelParts> parts = {};  // the model that any of these belong to, if the node came with one
};

/// Data that few nodes have: dependants outside their hierarchy, a pivot, a frozen matrix.
struct TransformNode::Edges {
    std::vector<Skeleton*> hostedSkeletons;  // skeletons that this node's world matrix places in the world
    std::vector<MeshInstance*> meshInstances;
    glm::vec3 pivot{0.f};  // in own axes
    std::optional<Affine> frozenWorld;

    /// Removes `entry`, which occurs at most once, from one of the lists above. Searches from the end: the last one added usually goes
    /// first, so that taking apart a node with very many children costs no more than building it.
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
