#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/graph/make_graph_clip.hpp"
#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "import/graph/graph_document.hpp"
#include "import/json_text.hpp"
#include "import/notes.hpp"

namespace armature::importing {

namespace {

constexpr double largestBakeRate = 1000.;

/// Makes the clips of a graph, one after another.
class Preparation {
public:
    Preparation(Scene& model, Skeleton& rig, JsonText& text) : model_(model), rig_(rig), text_(text) {}

    GraphClip prepare(const GraphClipEntry& entry, const Json& place)
    {
        const Json clipPlace = place.placeOf("clip");
        std::shared_ptr<const AnimationClip> clip = entry.clip.empty() ? find(entry.name, place) : find(entry.clip, clipPlace);
        charge(*clip, entry, place);
        if (entry.difference) {
            const Json differencePlace = place.placeOf("difference");
            clip = at(differencePlace, [&] { return additive(clip, *entry.difference, differencePlace); });
        }
        GraphClipOptions options{.isDifference = entry.isDifference || entry.difference, .bake = entry.bake};
        if (entry.motion) {
            const Json motionPlace = place.placeOf("motion");
            options.motion = at(motionPlace, [&] { return motion(clip, *entry.motion, motionPlace); });
        }
        GraphClip made = at(place, [&] { return makeGraphClipWithin(text_.budget(), entry.name, std::move(clip), rig_, options); });
        made.events = entry.events;
        made.markers = entry.markers;
        return made;
    }

private:
    /// Returns the result of `make`. If `make` throws std::invalid_argument or OverBudget, refuses the value at `place` in the file
    /// instead.
    template <class Make>
    std::invoke_result_t<const Make&> at(const Json& place, const Make& make)
    {
        try {
            return make();
        } catch (const std::invalid_argument& refused) {
            place.refuse(refused.what());
        } catch (const OverBudget& excess) {
            text_.budget().refuse(excess.bytes, place.pointer());
        }
    }

    [[nodiscard]] std::shared_ptr<const AnimationClip> find(std::string_view name, const Json& place)
    {
        const AnimationGroup* const found = model_.findAnimationGroup(name);
        if (found == nullptr) {
            refuse(place.pointer(), "clip of the model", name, namesOf(model_.animationGroups()));
        }
        return found->shareClip();
    }

    /// Charges for the clips that are derived from `clip`, because a short text can ask for many. Baked frames are charged later, by
    /// makeGraphClipWithin(). Refuses an invalid frame rate.
    void charge(const AnimationClip& clip, const GraphClipEntry& entry, const Json& place)
    {
        constexpr double leastRate = 30.;
        const double rate = entry.bake.framesPerSecond.value_or(leastRate);
        if (!(rate > 0. && rate <= largestBakeRate)) {
            const Json bake = place.placeOf("bake");
            bake.refuse("framesPerSecond", fmt::format("is {}, but must be above 0 and at most {}", rate, largestBakeRate));
        }
        std::size_t floats = 0;
        for (const AnimationChannel& channel : clip.channels()) {
            floats += channel.values.size();
        }
        // Root motion samples each foot 240 times per second, at most 65536 times, and stores about 48 bytes per sample (foot_travel.cpp).
        const double looks =
            entry.motion ? std::min(clip.getDuration() * 240., 65536.) * static_cast<double>(entry.motion->feet.size()) : 0.;
        const double bytes = looks * 48. + static_cast<double>(3 * floats * sizeof(float));
        text_.charge(static_cast<std::uint64_t>(std::min(bytes, 1e18)), place);
    }

    [[nodiscard]] std::shared_ptr<const AnimationClip> additive(const std::shared_ptr<const AnimationClip>& clip,
                                                                const GraphDifference& difference, const Json& place)
    {
        const Json referencePlace = place.placeOf("reference");
        const auto reference = difference.reference.empty() ? clip : find(difference.reference, referencePlace);
        return makeAdditiveClip(*clip, *reference, difference.seconds);
    }

    [[nodiscard]] std::shared_ptr<const RootMotion> motion(std::shared_ptr<const AnimationClip> clip, const GraphMotion& given,
                                                           const Json& place)
    {
        Bone* const bone = rig_.findBone(given.root);
        TransformNode* const node = bone != nullptr ? nullptr : model_.findTransformNode(given.root);
        if (bone == nullptr && node == nullptr) {
            auto names = namesOf(rig_.bones());
            std::ranges::copy(namesOf(model_.nodes()), std::back_inserter(names));
            refuse(place.pointer("root"), "bone of the rig or node of the model", given.root, names);
        }
        if (bone != nullptr && !given.character.empty()) {
            place.refuse("character", "is only for a root that is a node, but the rig has a bone of that name");
        }
        RootMotionOptions options = given.options;
        if (!given.facing.empty()) {
            options.facing = &part(given.facing, place.pointer("facing"), bone != nullptr);
        }
        for (std::size_t i = 0; i < given.feet.size(); ++i) {
            options.feet.push_back(&part(given.feet[i], fmt::format("{}/{}", place.pointer("feet"), i), bone != nullptr));
        }
        if (bone != nullptr) {
            return RootMotion::create(std::move(clip), *bone, options);
        }
        Node* const character = given.character.empty() ? nullptr : &part(given.character, place.pointer("character"), false);
        return RootMotion::create(std::move(clip), model_, *node, character, options);
    }

    [[nodiscard]] Node& part(std::string_view name, const std::string& place, bool isBone)
    {
        Node* const found = isBone ? static_cast<Node*>(rig_.findBone(name)) : model_.findTransformNode(name);
        if (found == nullptr) {
            refuse(place, isBone ? "bone of the rig" : "node of the model", name, isBone ? namesOf(rig_.bones()) : namesOf(model_.nodes()));
        }
        return *found;
    }

    [[nodiscard]] static std::vector<std::string_view> namesOf(auto list)
    {
        std::vector<std::string_view> names;
        std::ranges::transform(list, std::back_inserter(names), [](const auto* one) { return std::string_view(one->getName()); });
        return names;
    }

    [[noreturn]] static void refuse(const std::string& place, std::string_view kind, std::string_view name,
                                    const std::vector<std::string_view>& names)
    {
        throw Refusal(place, fmt::format("{} is no {}{}", quoted(name), kind, insteadOf(name, names)));
    }

    Scene& model_;
    Skeleton& rig_;
    JsonText& text_;
};

}  // namespace

std::vector<GraphClip> prepareClips(const GraphDocument& document, Scene& model, Skeleton& rig, JsonText& text)
{
    Preparation preparation(model, rig, text);
    std::vector<GraphClip> made;
    const Json root = text.root();
    if (const auto entries = root.find("clips")) {
        entries->forEach([&](std::size_t index, const Json& place) { made.push_back(preparation.prepare(document.clips[index], place)); });
    }
    return made;
}

}  // namespace armature::importing
