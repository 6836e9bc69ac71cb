#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <assimp/scene.h>

#include "import/foreign/worker_scene.hpp"

namespace armature::worker {

/// Column-major, as GLM has it.
[[nodiscard]] glm::mat4 matrixOf(const aiMatrix4x4& matrix);

[[nodiscard]] inline std::string textOf(const aiString& text)
{
    return {text.data, text.length};
}

/// The nodes of a scene, parents first, and which of them a name means.
class NodeTable {
public:
    /// Adds the nodes to `out`.
    NodeTable(const aiScene& scene, foreign::WorkerScene& out);

    /// Every node and its number.
    [[nodiscard]] const std::vector<const aiNode*>& nodes() const noexcept { return nodes_; }

    /// The first node of that name. Notes where there are several.
    [[nodiscard]] std::optional<std::size_t> find(const std::string& name);

    void note(foreign::FindingKind kind, const std::string& name);

private:
    foreign::WorkerScene& out_;
    std::vector<const aiNode*> nodes_;
    std::map<std::string, std::vector<std::size_t>, std::less<>> byName_;
    std::set<std::pair<foreign::FindingKind, std::string>> noted_;
};

}  // namespace armature::worker
