#include "followers.hpp"

#include <cmath>
#include <utility>

#include <armature/import/load_scene.hpp>
#include <glm/common.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "../look.hpp"
#include "../model_parts.hpp"

namespace hero {
namespace {

constexpr std::size_t rowCount = 4;
constexpr std::size_t inRow = 11;
constexpr float nearest = 5.5f;  // metres from the front row of the picture to the first row of the crowd
constexpr float rowDistance = 2.f;
constexpr float neighbourDistance = 1.2f;

// Returns a number from 0 to 1 that differs from those of neighbours: multiples of the golden ratio spread evenly.
double spread(std::size_t number)
{
    return std::fmod(0.6180339887 * static_cast<double>(number), 1.);
}

// Mixes what a surface shows with the backdrop's colour: its own colours lose what its glow gains.
armature::Material fadedMaterial(armature::Material material, float share)
{
    material.baseColor = glm::vec4((1.f - share) * glm::vec3(material.baseColor), material.baseColor.a);
    material.emissive = glm::mix(material.emissiveStrength * material.emissive, glm::vec3(demos::backdrop), share);
    material.emissiveStrength = 1.f;
    return material;
}

void fade(armature::Scene& model, float share)
{
    for (armature::MeshInstance* const instance : model.meshInstances()) {
        for (std::size_t i = 0; i < instance->getMesh()->primitives().size(); ++i) {
            if (const auto material = instance->getMaterial(i)) {
                const armature::Material own = model.materials()[*material];
                instance->setMaterial(i, model.addMaterial(fadedMaterial(own, share)));
            }
        }
    }
}

}  // namespace

Followers::Followers(const std::filesystem::path& model)
{
    for (std::size_t i = 0; i < rowCount; ++i) {
        addRow(i, model);
    }
    goTo(0.);
}

void Followers::addRow(std::size_t index, const std::filesystem::path& file)
{
    Row row{armature::loadScene(file), {}};
    armature::Skeleton& skeleton = demos::skeletonOf(*row.model);
    if (crowd_ == nullptr) {
        crowd_ = std::make_unique<armature::Crowd>(skeleton);
        crowd_->addClip(armature::BakedClip::create(demos::clipOf(*row.model, "walk").getClip(), skeleton));
    }
    const auto depth = static_cast<float>(index);
    fade(*row.model, 0.64f + 0.28f * depth / static_cast<float>(rowCount - 1));
    for (std::size_t i = 0; i < inRow; ++i) {
        const float place =
            static_cast<float>(i) - static_cast<float>(inRow - 1) / 2.f + 0.5f * static_cast<float>(spread(3 * members_.size()));
        const float back = 0.8f * static_cast<float>(spread(5 * members_.size()));
        const glm::vec3 at(neighbourDistance * place, 0.f, -nearest - rowDistance * depth - back);
        members_.push_back(crowd_->add());
        starts_.push_back(spread(members_.size()));
        row.placements.push_back(
            {.world = glm::translate(glm::mat4(1.f), at) * skeleton.getWorldMatrix(), .palette = members_.back().index});
    }
    rows_.push_back(std::move(row));
}

void Followers::goTo(double seconds)
{
    for (std::size_t i = 0; i < members_.size(); ++i) {
        crowd_->play(members_[i], {.clip = 0, .time = std::fmod(starts_[i] + seconds, 1.)});
    }
    crowd_->update(0., armature::Threads::All);
}

void Followers::draw(armature::CrowdRenderer& renderer, const armature::Camera& camera, const armature::DrawOptions::Ground& floor) const
{
    armature::DrawOptions options{.shadows = true, .ground = floor};
    options.ground->color.reset();
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
        renderer.draw(*row->model, {crowd_->getPalettes(), crowd_->getPaletteSize()}, row->placements, camera, options);
    }
}

}  // namespace hero
