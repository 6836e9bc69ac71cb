#include "skin_shapes.hpp"

#include "rigs.hpp"

namespace armature::test {

Primitive randomMorphed(Random& random, std::size_t vertices, std::size_t influences)
{
    Primitive primitive = randomPrimitive(random, vertices, shapedBones, influences);
    primitive.morphTargets.resize(3);
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        primitive.tangents.emplace_back(random.direction(), vertex % 2 == 0 ? 1.f : -1.f);
        primitive.morphTargets[0].positions.push_back(random.vector(-0.3f, 0.3f));
        primitive.morphTargets[0].normals.push_back(random.vector(-0.3f, 0.3f));
        primitive.morphTargets[0].tangents.push_back(random.vector(-0.3f, 0.3f));
        primitive.morphTargets[2].positions.push_back(random.vector(-0.3f, 0.3f));
    }
    return primitive;
}

std::vector<Affine> shapedPalette(Random& random, SkinShape shape)
{
    const glm::quat half = glm::angleAxis(3.1f, glm::normalize(glm::vec3(1.f, 2.f, -0.5f)));
    std::vector<Affine> palette;
    for (std::size_t bone = 0; bone < shapedBones; ++bone) {
        Transform turn;
        turn.rotation = glm::slerp(glm::quat(1, 0, 0, 0), random.rotation(), 0.35f) * half;
        turn.translation = random.vector(-1.f, 1.f);
        const float size = random.real(0.6f, 1.7f);
        Affine stretch = toAffine(Transform{.scale = glm::vec3(size)});
        if (shape == SkinShape::Uneven || shape == SkinShape::Mirrored) {
            stretch = toAffine(Transform{.scale = {size, random.real(0.6f, 1.7f), random.real(0.6f, 1.7f)}});
        }
        if (shape == SkinShape::Mirrored) {
            stretch[0] = -stretch[0];
        }
        if (shape == SkinShape::Sheared) {
            stretch[0].y = random.real(-0.5f, 0.5f);
            stretch[1].z = random.real(-0.5f, 0.5f);
            stretch[2].x = random.real(-0.5f, 0.5f);
        }
        palette.push_back(multiply(toAffine(turn), stretch));
    }
    return palette;
}

}  // namespace armature::test
