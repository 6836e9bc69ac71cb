#include "onion_skins.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/math/aabb.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>

#include "base/words.hpp"
#include "framing.hpp"
#include "playback.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

constexpr glm::vec3 pastTint{0.12f, 0.4f, 1.f};  // in linear RGB, as is comingTint
constexpr glm::vec3 comingTint{1.f, 0.38f, 0.06f};
constexpr float nearestOpacity = 0.4f;

/// Saves the current pose of a scene, which need not be a pose of the clip, and restores it on request and on destruction.
class ScenePose final {
public:
    ScenePose(Scene& scene, AnimationGroup& ghost, double seconds) : pose_(scene), ghost_(ghost), seconds_(seconds) {}
    ~ScenePose() { restore(); }
    ScenePose(const ScenePose&) = delete;
    ScenePose& operator=(const ScenePose&) = delete;

    void restore() const
    {
        ghost_.goTo(seconds_);  // restores what the clip moves besides nodes
        pose_.restore();
    }

private:
    FilePose pose_;
    AnimationGroup& ghost_;
    double seconds_;
};

}  // namespace

OnionSkins::OnionSkins(Scene& scene, const AnimationGroup& clip, const OnionChoice& choice, std::string_view file, std::string_view option)
    : scene_(scene)
    , clip_(clip)
    , ghost_(std::make_unique<AnimationGroup>(scene, clip.shareClip(), GroupOptions{.mayMoveNothing = true}))
    , count_(choice.count)
{
    const Aabb box = computeBounds(scene);
    if (box.isEmpty()) {
        throw UsageError(fmt::format("{}: {} has no meshes", option, printable(file)));
    }
    constexpr float clearance = 0.03f;  // fraction of the model's size; keeps ghosts behind parts that hardly move
    const glm::vec3 size = box.getSize();
    setback_ = clearance * std::max({size.x, size.y, size.z});
    const double duration = clip.getClip().getDuration();
    spacing_ = choice.seconds.value_or(duration / static_cast<double>(2 * count_ + 1));
    if (!(duration > 0.) || spacing_ > duration) {
        throw UsageError(fmt::format("{}: clip \"{}\" of {} takes {:.3g} s, too short for ghosts {:.3g} s apart", option,
                                     printable(clip.getName()), printable(file), duration, spacing_));
    }
}

std::vector<OnionSkins::Skin> OnionSkins::findSkins() const
{
    constexpr double tolerance = 1e-6;  // seconds; sums of spacings may end slightly beyond the clip
    const double duration = clip_.getClip().getDuration();
    const double now = std::clamp(clip_.getCurrentTime(), 0., duration);
    std::vector<Skin> skins;
    for (std::size_t step = count_; step > 0; --step) {
        const float opacity = nearestOpacity * static_cast<float>(count_ + 1 - step) / static_cast<float>(count_);
        for (const bool isPast : {true, false}) {
            const double seconds = now + (isPast ? -1. : 1.) * static_cast<double>(step) * spacing_;
            if (seconds >= -tolerance && seconds <= duration + tolerance) {
                skins.push_back({std::clamp(seconds, 0., duration), {isPast ? pastTint : comingTint, opacity, setback_}});
            }
        }
    }
    return skins;
}

void OnionSkins::draw(SkinRenderer& renderer, const Camera& camera, DrawOptions options) const
{
    const std::vector<Skin> skins = findSkins();
    const ScenePose pose(scene_, *ghost_, clip_.getCurrentTime());
    options.background.reset();
    for (const Skin& skin : skins) {
        ghost_->goTo(skin.seconds);
        options.ghost = skin.look;
        options.clearsDepth = false;
        renderer.draw(scene_, camera, options);

        // Ghosts do not hide each other; only the scene itself hides parts of them.
        pose.restore();
        options.ghost = DrawOptions::Ghost{.opacity = 0.f};
        options.clearsDepth = true;
        renderer.draw(scene_, camera, options);
    }
}

void OnionSkins::addTo(CameraFit& fit) const
{
    const ScenePose pose(scene_, *ghost_, clip_.getCurrentTime());
    for (const Skin& skin : findSkins()) {
        ghost_->goTo(skin.seconds);
        addShown(fit, scene_, false);
    }
}

void OnionSkins::addAllTo(CameraFit& fit) const
{
    constexpr std::size_t moments = 100;  // enough that hardly anything leaves the picture's margin between two moments
    const ScenePose pose(scene_, *ghost_, clip_.getCurrentTime());
    for (std::size_t moment = 0; moment <= moments; ++moment) {
        ghost_->goTo(frameTime(clip_.getClip().getDuration(), moment, moments));
        addShown(fit, scene_, false);
    }
}

}  // namespace armature::tools
