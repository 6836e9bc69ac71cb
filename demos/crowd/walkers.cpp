#include "walkers.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace crowd {

namespace {

constexpr float metresEach = 1.1f;     // between neighbours
constexpr float metresASecond = 1.3f;  // speed of a clip played at its own rate

armature::Skeleton& skeletonOf(armature::Scene& model)
{
    if (model.skeletons().empty() || model.animationGroups().empty()) {
        throw std::invalid_argument("a crowd needs a model with a skeleton and a clip");
    }
    return *model.skeletons().front();
}

}  // namespace

Walkers::Walkers(armature::Scene& model, std::size_t count) : host_(skeletonOf(model).getWorldMatrix()), crowd_(skeletonOf(model))
{
    for (const armature::AnimationGroup* group : model.animationGroups()) {
        crowd_.addClip(armature::BakedClip::create(group->getClip(), skeletonOf(model)));
    }
    std::mt19937 engine(1);
    const auto draw = [&](float low, float high) { return std::uniform_real_distribution<float>(low, high)(engine); };
    for (std::size_t i = 0; i < count; ++i) {
        // Arranged like a sunflower's seeds, which gives every walker the same area.
        Walker walker;
        walker.radius = 2.f + metresEach * std::sqrt(static_cast<float>(i) / glm::pi<float>());
        walker.angle = static_cast<float>(i) * glm::pi<float>() * (3.f - std::sqrt(5.f));
        const bool stands = i % 7 == 3;
        const float ratio = draw(0.8f, 1.2f);
        walker.speed = stands ? 0.f : metresASecond * ratio;
        const std::size_t clips = model.animationGroups().size();
        const std::size_t clip = stands ? std::min<std::size_t>(1 + i % 2, clips - 1) : 0;  // clip 0 walks
        const auto member =
            crowd_.add({.clip = clip, .time = static_cast<double>(draw(0.f, 1.f)), .speedRatio = static_cast<double>(ratio)});
        placements_.push_back({.tint = {draw(0.6f, 1.f), draw(0.6f, 1.f), draw(0.6f, 1.f), 1.f}, .palette = member.index});
        walkers_.push_back(walker);
        place(i);
    }
    radius_ = walkers_.empty() ? 1.f : walkers_.back().radius;
}

void Walkers::place(std::size_t index)
{
    // The model faces +Z; this turns it to face along its circle.
    const Walker& walker = walkers_[index];
    const glm::vec3 at(walker.radius * std::sin(walker.angle), 0.f, walker.radius * std::cos(walker.angle));
    const glm::mat4 stand = glm::rotate(glm::translate(glm::mat4(1.f), at), walker.angle + glm::half_pi<float>(), glm::vec3(0.f, 1.f, 0.f));
    placements_[index].world = stand * host_;
}

void Walkers::update(double seconds)
{
    for (std::size_t i = 0; i < walkers_.size(); ++i) {
        if (walkers_[i].speed != 0.f) {
            walkers_[i].angle += walkers_[i].speed * static_cast<float>(seconds) / walkers_[i].radius;
            place(i);
        }
    }
    crowd_.update(seconds, armature::Threads::All);
}

armature::CrowdPalettes Walkers::palettes() const noexcept
{
    return {crowd_.getPalettes(), crowd_.getPaletteSize()};
}

}  // namespace crowd
