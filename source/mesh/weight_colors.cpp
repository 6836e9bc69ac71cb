#include <armature/mesh/weight_colors.hpp>

#include <algorithm>
#include <utility>

#include <glm/common.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/mesh/mesh.hpp>

namespace armature {

glm::vec4 heatColor(float share) noexcept
{
    const glm::vec3 cold(0.02f, 0.08f, 0.6f);
    const glm::vec3 warm(0.1f, 0.7f, 0.1f);
    const glm::vec3 hot(0.9f, 0.03f, 0.02f);
    const float part = std::clamp(share, 0.f, 1.f);
    return {part < 0.5f ? glm::mix(cold, warm, 2.f * part) : glm::mix(warm, hot, 2.f * part - 1.f), 1.f};
}

std::shared_ptr<const Mesh> withWeightColors(const Mesh& mesh, std::size_t paletteSlot)
{
    MeshDescription description = mesh.getDescription();
    for (Primitive& primitive : description.primitives) {
        const SkinWeights& skin = primitive.skin;
        primitive.material.reset();
        primitive.colors.clear();
        primitive.colors.reserve(primitive.positions.size());
        for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
            float weight = 0.f;
            for (std::size_t i = 0; i < skin.influencesPerVertex; ++i) {
                const std::size_t influence = vertex * skin.influencesPerVertex + i;
                weight += skin.joints[influence] == paletteSlot ? skin.weights[influence] : 0.f;
            }
            primitive.colors.push_back(heatColor(weight));
        }
    }
    return Mesh::create(std::move(description));
}

}  // namespace armature
