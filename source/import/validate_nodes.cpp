#include <cmath>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "base/words.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"
#include "math/numbers.hpp"

namespace armature::importing {

namespace {

std::string placeOfNode(std::size_t node, std::string_view part = {})
{
    return fmt::format("/nodes/{}{}", node, part);
}

/// Returns a text such as "3 -> 5 -> 3", with the middle of long cycles left out.
std::string describeCycle(const std::vector<NodeDescription>& nodes, std::size_t start)
{
    constexpr int longest = 8;
    std::string path = fmt::format("{}", start);
    std::size_t node = *nodes[start].parent;
    for (int shown = 0; node != start && shown < longest; ++shown, node = *nodes[node].parent) {
        path += fmt::format(" -> {}", node);
    }
    return path + (node == start ? "" : " -> ...") + fmt::format(" -> {}", start);
}

constexpr std::size_t unknown = static_cast<std::size_t>(-1);
constexpr std::size_t onPath = static_cast<std::size_t>(-2);

/// Computes the depth of `start` and of all its ancestors; roots have depth 1. Throws Refusal for a cycle. All calls together visit each
/// node only once.
void measureDepth(const std::vector<NodeDescription>& nodes, std::size_t start, std::vector<std::size_t>& depths,
                  std::vector<std::size_t>& path)
{
    path.clear();
    std::size_t node = start;
    std::size_t depth = 0;
    while (depths[node] == unknown) {
        depths[node] = onPath;
        path.push_back(node);
        if (!nodes[node].parent) {
            break;
        }
        node = *nodes[node].parent;
    }
    if (depths[node] == onPath && nodes[node].parent) {
        throw Refusal(placeOfNode(node), fmt::format("is its own ancestor: {}", describeCycle(nodes, node)));
    }
    if (depths[node] != onPath) {
        depth = depths[node];
    }
    for (auto below = path.rbegin(); below != path.rend(); ++below) {
        depths[*below] = ++depth;
    }
}

void checkHierarchy(const std::vector<NodeDescription>& nodes, std::size_t limit)
{
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        if (nodes[node].parent && *nodes[node].parent >= nodes.size()) {
            throw Refusal(placeOfNode(node), fmt::format("has parent {}, but {}", *nodes[node].parent, thereAre(nodes.size(), "node")));
        }
    }
    std::vector<std::size_t> depths(nodes.size(), unknown);
    std::vector<std::size_t> path;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        measureDepth(nodes, node, depths, path);
        if (depths[node] > limit) {
            throw Refusal(placeOfNode(node), fmt::format("is {} deep, but the limit is {} (ImportLimits::hierarchyDepth)",
                                                         counted(depths[node], "node"), limit));
        }
    }
}

void requireFiniteNumbers(std::span<const float> numbers, std::size_t node, std::string_view part)
{
    if (const auto bad = findNotFinite(numbers)) {
        throw Refusal(placeOfNode(node, part), fmt::format("has {} as number {}, but must be finite", numbers[*bad], *bad));
    }
}

void checkMatrix(glm::mat4& matrix, std::size_t node, Notes& notes)
{
    requireFiniteNumbers({glm::value_ptr(matrix), 16}, node, "/matrix");
    const glm::vec4 row(matrix[0][3], matrix[1][3], matrix[2][3], matrix[3][3]);
    if (row != glm::vec4(0.f, 0.f, 0.f, 1.f)) {
        notes.add(placeOfNode(node, "/matrix"),
                  fmt::format("has the fourth row ({} {} {} {}): taken as (0 0 0 1); export the file again", row.x, row.y, row.z, row.w));
        matrix[0][3] = matrix[1][3] = matrix[2][3] = 0.f;
        matrix[3][3] = 1.f;
    }
}

void checkTransform(Transform& transform, std::size_t node, Notes& notes)
{
    requireFiniteNumbers({glm::value_ptr(transform.translation), 3}, node, "/translation");
    requireFiniteNumbers({glm::value_ptr(transform.scale), 3}, node, "/scale");
    requireFiniteNumbers({glm::value_ptr(transform.rotation), 4}, node, "/rotation");
    const double length = glm::length(glm::dquat(transform.rotation));
    if (length == 0.) {
        throw Refusal(placeOfNode(node, "/rotation"), "has length 0, but a rotation has length 1");
    }
    if (std::abs(length - 1.) > static_cast<double>(unitLengthTolerance4)) {
        notes.add(placeOfNode(node, "/rotation"), fmt::format("has length {:.6g}: made 1; export the file again", length));
    }
}

}  // namespace

void validateNodes(SceneDescription& scene, const ImportLimits& limits)
{
    if (scene.nodes.size() > limits.nodes) {
        throw Refusal("/nodes",
                      fmt::format("has {}, but the limit is {} (ImportLimits::nodes)", counted(scene.nodes.size(), "node"), limits.nodes));
    }
    checkHierarchy(scene.nodes, limits.hierarchyDepth);
    for (std::size_t index = 0; index < scene.nodes.size(); ++index) {
        NodeDescription& node = scene.nodes[index];
        if (node.matrix) {
            checkMatrix(*node.matrix, index, scene.notes);
        } else {
            checkTransform(node.transform, index, scene.notes);
        }
    }
}

}  // namespace armature::importing
