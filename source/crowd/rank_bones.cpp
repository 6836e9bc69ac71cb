#include <armature/crowd/rank_bones.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>

#include <armature/math/aabb.hpp>
#include <armature/mesh/mesh.hpp>

#include "base/words.hpp"
#include "crowd/crowd_rig_data.hpp"

namespace armature {

namespace {

/// Computes how far a turn of each bone moves the vertices.
class Reaches {
public:
    explicit Reaches(const Skeleton& skeleton) : rig_(skeleton), weights_(rig_.boneCount(), 0.), reaches_(rig_.boneCount(), 0.)
    {
        numberBySlot_.assign(rig_.paletteSize, noSlot);
        for (std::uint32_t number = 0; number < rig_.boneCount(); ++number) {
            if (rig_.slots[number] != noSlot) {
                numberBySlot_[rig_.slots[number]] = number;
            }
            const glm::dmat4 bind = glm::inverse(glm::dmat4(toMat4(rig_.inverseBinds[number])));
            origins_.push_back(glm::dvec3(bind[3]));
        }
    }

    void add(const Mesh& mesh)
    {
        for (const Primitive& primitive : mesh.primitives()) {
            for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
                box_.extend(primitive.positions[vertex]);
                addVertex(mesh, primitive, vertex);
            }
        }
    }

    [[nodiscard]] std::vector<std::uint8_t> rank() const
    {
        const glm::dvec3 size = box_.isEmpty() ? glm::dvec3(0.) : glm::dvec3(box_.maximum) - glm::dvec3(box_.minimum);
        const double height = std::max({size.x, size.y, size.z});
        std::vector<std::uint8_t> levels;
        for (const double reach : reaches_) {
            const auto last = std::ranges::find_if(parts, [&](double part) { return reach < part * height; });
            levels.push_back(last != parts.end() ? static_cast<std::uint8_t>(last - parts.begin() + 1) : std::uint8_t{0});
        }
        return levels;
    }

private:
    static constexpr std::array parts{0.05, 0.1, 0.2};

    // A turn of a bone by one radian moves a vertex by the vertex's distance from the bone, times the total weight of the bones that turn
    // with it.
    void addVertex(const Mesh& mesh, const Primitive& primitive, std::size_t vertex)
    {
        const SkinWeights& skin = primitive.skin;
        for (std::size_t i = vertex * skin.influencesPerVertex; i < (vertex + 1) * skin.influencesPerVertex; ++i) {
            if (skin.weights[i] > 0.f) {
                forEachAbove(requireBone(mesh, skin.joints[i]), [&](std::uint32_t number) {
                    weights_[number] += static_cast<double>(skin.weights[i]);
                    touched_.push_back(number);
                });
            }
        }
        for (const std::uint32_t number : touched_) {
            reaches_[number] =
                std::max(reaches_[number], weights_[number] * glm::length(glm::dvec3(primitive.positions[vertex]) - origins_[number]));
        }
        for (const std::uint32_t number : touched_) {
            weights_[number] = 0.;
        }
        touched_.clear();
    }

    [[nodiscard]] std::uint32_t requireBone(const Mesh& mesh, std::size_t joint) const
    {
        if (joint >= numberBySlot_.size() || numberBySlot_[joint] == noSlot) {
            throw std::invalid_argument(fmt::format("ranking bones: {} uses joint {}, which the rig does not have, of {}",
                                                    named("mesh", mesh.getName()), joint, counted(numberBySlot_.size(), "joint")));
        }
        return numberBySlot_[joint];
    }

    template <class Use>
    void forEachAbove(std::uint32_t number, const Use& use) const
    {
        for (; number != noSlot; number = rig_.joints.parents[number]) {
            use(number);
        }
    }

    const CrowdRigData rig_;
    std::vector<std::uint32_t> numberBySlot_;
    std::vector<glm::dvec3> origins_;  // in the bind pose; by bone number, like the next two
    std::vector<double> weights_;      // the current vertex's weight for each bone and the bones below it
    std::vector<double> reaches_;
    std::vector<std::uint32_t> touched_;  // bones that have a weight for the current vertex; some are listed several times
    Aabb box_;
};

}  // namespace

std::vector<std::uint8_t> rankBones(const Skeleton& rig, std::span<const Mesh* const> meshes)
{
    Reaches reaches(rig);
    for (const Mesh* mesh : meshes) {
        reaches.add(*mesh);
    }
    return reaches.rank();
}

}  // namespace armature
