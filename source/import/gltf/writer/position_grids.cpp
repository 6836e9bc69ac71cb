#include "import/gltf/writer/vertex_integers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <glm/common.hpp>
#include <glm/ext/matrix_double4x4.hpp>

namespace armature::gltf {

namespace {

/// Disjoint sets that can be merged.
class UnionFind {
public:
    explicit UnionFind(std::size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), std::size_t{0}); }

    std::size_t find(std::size_t member)
    {
        while (above_[member] != member) {
            member = std::exchange(above_[member], above_[above_[member]]);
        }
        return member;
    }
    void unite(std::size_t a, std::size_t b) { above_[find(a)] = find(b); }

private:
    std::vector<std::size_t> above_;
};

struct Box {
    glm::vec3 low{std::numeric_limits<float>::max()};
    glm::vec3 high{std::numeric_limits<float>::lowest()};

    void add(const Mesh& mesh)
    {
        for (const Primitive& primitive : mesh.primitives()) {
            for (const glm::vec3& position : primitive.positions) {
                low = glm::min(low, position);
                high = glm::max(high, position);
            }
        }
    }
    [[nodiscard]] PositionGrid grid() const
    {
        if (low.x > high.x) {
            return {};
        }
        const glm::vec3 extent = high - low;
        const float size = std::max({extent.x, extent.y, extent.z});
        return {low, size > 0.f && std::isfinite(size) ? size : 1.f};
    }
};

/// Changes the inverse binds of a skin so that they apply to positions on the grid.
void bindTo(const PositionGrid& grid, importing::SkinDescription& skin)
{
    if (grid.isPlain()) {
        return;
    }
    if (skin.inverseBinds.empty()) {
        skin.inverseBinds.assign(skin.joints.size(), glm::mat4(1.f));
    }
    glm::dmat4 toPoint(static_cast<double>(grid.size));
    toPoint[3] = glm::dvec4(glm::dvec3(grid.origin), 1.);
    for (glm::mat4& matrix : skin.inverseBinds) {
        matrix = glm::mat4(glm::dmat4(matrix) * toPoint);
    }
}

/// Moves a mesh to a new child node, which maps positions on the grid back to the original ones: it has the grid's origin as translation
/// and the grid's size as scale.
void hangOnGrid(const PositionGrid& grid, importing::InstanceDescription& instance, std::vector<importing::NodeDescription>& nodes)
{
    importing::NodeDescription below;
    below.name = nodes[instance.node].name + ":mesh";
    below.parent = instance.node;
    below.isShown = nodes[instance.node].isShown;
    below.transform.translation = grid.origin;
    below.transform.scale = glm::vec3(grid.size);
    instance.node = nodes.size();
    nodes.push_back(std::move(below));
}

/// Returns a pointer to a node's weights redirected to the node to which the mesh was moved: `moved` maps the old node to the new one.
/// Returns other pointers unchanged.
std::string movedPointer(const std::string& pointer, const std::unordered_map<std::size_t, std::size_t>& moved)
{
    constexpr std::string_view list = "/nodes/";
    if (!pointer.starts_with(list)) {
        return pointer;
    }
    std::size_t node = 0;
    const char* const end = pointer.data() + pointer.size();
    const auto [stop, error] = std::from_chars(pointer.data() + list.size(), end, node);
    const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
    const auto below = error == std::errc() && (rest == "/weights" || rest.starts_with("/weights/")) ? moved.find(node) : moved.end();
    return below != moved.end() ? fmt::format("{}{}{}", list, below->second, rest) : pointer;
}

void movePointers(const std::unordered_map<std::size_t, std::size_t>& moved, std::vector<importing::KeptClip>& clips)
{
    for (importing::KeptClip& clip : clips) {
        if (clip.animation == nullptr || clip.animation->channels.empty()) {
            continue;
        }
        auto animation = std::make_shared<KeptAnimation>(*clip.animation);
        for (KeptChannel& channel : animation->channels) {
            channel.pointer = channel.mesh == nullptr ? movedPointer(channel.pointer, moved) : channel.pointer;
        }
        clip.animation = std::move(animation);
    }
}

}  // namespace

std::vector<PositionGrid> makePositionGrids(importing::SceneDescription& scene)
{
    const std::size_t meshCount = scene.meshes.size();
    UnionFind shared(meshCount + scene.skins.size());
    for (const importing::InstanceDescription& instance : scene.instances) {
        if (instance.skin) {
            shared.unite(instance.mesh, meshCount + *instance.skin);
        }
    }
    std::vector<Box> boxes(meshCount + scene.skins.size());
    for (std::size_t mesh = 0; mesh < meshCount; ++mesh) {
        boxes[shared.find(mesh)].add(*scene.meshes[mesh]);
    }
    std::vector<PositionGrid> grids;
    for (std::size_t mesh = 0; mesh < meshCount; ++mesh) {
        grids.push_back(boxes[shared.find(mesh)].grid());
    }
    for (std::size_t skin = 0; skin < scene.skins.size(); ++skin) {
        bindTo(boxes[shared.find(meshCount + skin)].grid(), scene.skins[skin]);
    }
    std::unordered_map<std::size_t, std::size_t> moved;
    for (importing::InstanceDescription& instance : scene.instances) {
        if (!instance.skin && !grids[instance.mesh].isPlain()) {
            const std::size_t node = instance.node;
            hangOnGrid(grids[instance.mesh], instance, scene.nodes);
            moved.emplace(node, instance.node);
        }
    }
    for (ClipDescription& clip : scene.clips) {
        for (ChannelDescription& channel : clip.channels) {
            const auto below = channel.path == ChannelPath::Weights ? moved.find(channel.target.index) : moved.end();
            channel.target.index = below != moved.end() ? below->second : channel.target.index;
            const bool isSwitched = channel.path == ChannelPath::Property && channel.target.kind == ChannelTarget::Kind::Node;
            if (const auto switched = isSwitched ? moved.find(channel.target.index) : moved.end(); switched != moved.end()) {
                scene.nodes[switched->second].isShown = true;  // the clip shows and hides the node above, which hides the mesh with it
            }
        }
    }
    movePointers(moved, scene.kept);
    return grids;
}

}  // namespace armature::gltf
