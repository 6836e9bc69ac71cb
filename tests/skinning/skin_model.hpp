#pragma once

#include <array>
#include <vector>

#include <armature/math/transform.hpp>
#include <armature/mesh/mesh.hpp>
#include <support/random.hpp>
#include <support/same_bits.hpp>

#include "skinning/kernels/skinning_kernels.hpp"

namespace armature::test {

[[nodiscard]] inline float hostile(Random& random)
{
    constexpr std::array specials{0.f, -0.f, 1e-40f, -1e-42f, 1e-20f, -1.f, 1.f, 1e6f, 1e18f};
    return random.chance(0.1) ? specials[static_cast<std::size_t>(random.integer(0, 8))] : random.real(-2.f, 2.f);
}

/// Random vertices, some without weights, some with joints beyond the palette.
struct SkinModel {
    SkinModel(std::size_t vertices, std::size_t influencesPerVertex, Random& random, bool isHostile)
        : positions(vertices), normals(vertices), tangents(vertices)
    {
        constexpr int bones = 20;
        for (int bone = 0; bone < bones; ++bone) {
            Affine matrix = toAffine(Transform{random.vector(-1.f, 1.f), random.rotation(), random.vector(-1.5f, 1.5f)});
            if (isHostile && random.chance(0.3)) {
                for (int i = 0; i < 12; ++i) {
                    matrix[i / 4][i % 4] = hostile(random);
                }
            }
            palette.push_back(matrix);
        }
        skin.influencesPerVertex = influencesPerVertex;
        for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
            positions[vertex] = isHostile ? glm::vec3(hostile(random), hostile(random), hostile(random)) : random.vector(-1.f, 1.f);
            normals[vertex] = random.direction();
            tangents[vertex] = glm::vec4(random.direction(), random.chance(0.5) ? 1.f : -1.f);
            const bool isUnskinned = random.chance(0.1);
            for (std::size_t i = 0; i < influencesPerVertex; ++i) {
                skin.joints.push_back(static_cast<std::uint16_t>(random.integer(0, random.chance(0.05) ? 60000 : bones - 1)));
                skin.weights.push_back(isUnskinned || random.chance(0.2) ? 0.f : random.real(0.f, 1.f));
            }
        }
    }

    /// Replaces joints beyond the palette by joints within it. Kernels read the palette in another way if no joint is beyond it.
    void keepJointsInPalette()
    {
        for (std::uint16_t& joint : skin.joints) {
            joint = static_cast<std::uint16_t>(joint % palette.size());
        }
    }

    std::vector<Affine> palette;
    SkinWeights skin;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
};

struct SkinResult {
    explicit SkinResult(std::size_t vertices) : positions(vertices), normals(vertices), tangents(vertices) {}

    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
};

template <class Kernel>
[[nodiscard]] SkinResult run(const SkinModel& model, const Kernel& kernel)
{
    SkinResult result(model.positions.size());
    kernel(SkinStreamPointers{model.positions.size(), model.positions.data(), model.normals.data(), model.tangents.data(),
                              result.positions.data(), result.normals.data(), result.tangents.data()},
           InfluencePointers{model.skin.influencesPerVertex, model.skin.joints.data(), model.skin.weights.data()});
    return result;
}

[[nodiscard]] inline bool sameBits(const SkinResult& a, const SkinResult& b)
{
    return sameBits(a.positions, b.positions) && sameBits(a.normals, b.normals) && sameBits(a.tangents, b.tangents);
}

}  // namespace armature::test
