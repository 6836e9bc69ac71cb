#include "painted.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include <armature/import/load_scene.hpp>
#include <glm/common.hpp>

#include "../model_parts.hpp"

namespace hero {
namespace {

// Neighbours in the skeleton get very different hues: multiples of the golden ratio spread evenly.
glm::vec3 colorOf(std::size_t joint)
{
    const float hue = 0.6180340f * static_cast<float>(joint);
    const glm::vec3 full = glm::clamp(glm::abs(6.f * glm::fract(glm::vec3(hue) + glm::vec3(0.f, 2.f, 1.f) / 3.f) - 3.f) - 1.f, 0.f, 1.f);
    return 0.08f + 0.72f * full;
}

}  // namespace

std::shared_ptr<const armature::Mesh> withJointColors(const armature::Mesh& mesh)
{
    armature::MeshDescription description = mesh.getDescription();
    for (armature::Primitive& primitive : description.primitives) {
        const armature::SkinWeights& skin = primitive.skin;
        primitive.material.reset();
        primitive.colors.assign(primitive.positions.size(), glm::vec4(0.f, 0.f, 0.f, 1.f));
        for (std::size_t i = 0; i < skin.weights.size(); ++i) {
            primitive.colors[i / skin.influencesPerVertex] += glm::vec4(skin.weights[i] * colorOf(skin.joints[i]), 0.f);
        }
    }
    return armature::Mesh::create(std::move(description));
}

PaintedWalker::PaintedWalker(const std::filesystem::path& model)
    : scene_(armature::loadScene(model)), walk_(&demos::clipOf(*scene_, "walk"))
{
    for (armature::MeshInstance* const instance : scene_->meshInstances()) {
        instance->setMesh(withJointColors(*instance->getMesh()));
    }
}

}  // namespace hero
