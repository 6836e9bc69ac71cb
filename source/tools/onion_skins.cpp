#include "onion_skins.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/math/aabb.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>

#include "framing.hpp"
#include "terminal.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

constexpr glm::vec3 pastTint{0.12f, 0.4f, 1.f};  // linear
constexpr glm::vec3 comingTint{1.f, 0.38f, 0.06f};
constexpr float nearestOpacity = 0.4f;

/// Puts a clip back to where it was.
class ClipPlace final {
public:
    explicit ClipPlace(AnimationGroup& clip) : clip_(clip), seconds_(clip.getCurrentTime()) {}
    ~ClipPlace() { restore(); }
    ClipPlace(const ClipPlace&) = delete;
    ClipPlace& operator=(const ClipPlace&) = delete;

    void restore() const { clip_.goTo(seconds_); }

private:
    AnimationGroup& clip_;
    double seconds_;
};

}  // namespace

OnionSkins::OnionSkins(const Scene& scene, AnimationGroup& clip, const OnionChoice& choice, std::string_view file)
    : scene_(scene), clip_(clip), count_(choice.count)
{
    const Aabb box = computeBounds(scene);
    if (box.isEmpty()) {
        throw UsageError(fmt::format("--onion: {} has no meshes", printable(file)));
    }
    constexpr float clearance = 0.03f;  // of the model's size, so that what hardly moves stays clear
    const glm::vec3 size = box.getSize();
    setback_ = clearance * std::max({size.x, size.y, size.z});
    const double duration = clip.getClip().getDuration();
    spacing_ = choice.seconds.value_or(duration / static_cast<double>(2 * count_ + 1));
    if (!(duration > 0.) || spacing_ > duration) {
        throw UsageError(fmt::format("--onion: clip \"{}\" of {} takes {:.3g} s, too short for ghosts {:.3g} s apart",
                                     printable(clip.getName()), printable(file), duration, spacing_));
    }
}

std::vector<OnionSkins::Skin> OnionSkins::findSkins() const
{
    constexpr double tolerance = 1e-6;  // seconds; sums of spacings end a little beyond the clip
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
    const ClipPlace place(clip_);
    options.background.reset();
    for (const Skin& skin : skins) {
        clip_.goTo(skin.seconds);
        options.ghost = skin.look;
        options.clearsDepth = false;
        renderer.draw(scene_, camera, options);

        // Ghosts hide nothing of each other, only what is drawn of the scene hides parts of them.
        place.restore();
        options.ghost = DrawOptions::Ghost{.opacity = 0.f};
        options.clearsDepth = true;
        renderer.draw(scene_, camera, options);
    }
}

void OnionSkins::addTo(CameraFit& fit) const
{
    const ClipPlace place(clip_);
    for (const Skin& skin : findSkins()) {
        clip_.goTo(skin.seconds);
        addShown(fit, scene_, false);
    }
}

void OnionSkins::addAllTo(CameraFit& fit) const
{
    constexpr std::size_t moments = 100;  // between two of them next to nothing gets out of the picture's margin
    const ClipPlace place(clip_);
    for (std::size_t moment = 0; moment <= moments; ++moment) {
        clip_.goTo(frameTime(clip_.getClip().getDuration(), moment, moments));
        addShown(fit, scene_, false);
    }
}

}  // namespace armature::tools
