#include "conversion.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/import_notes.hpp>

#include "base/words.hpp"
#include "posed_scene.hpp"
#include "scene/scene_access.hpp"

namespace armature::tools {

namespace {

struct MotionFile {
    std::string name;
    std::unique_ptr<Scene> scene;
};

/// Returns the channels of the clip that would move nothing in a scene.
std::vector<UnboundChannel> unboundChannels(Scene& scene, const ClipDescription& clip)
{
    AnimationGroup& trial = scene.createAnimationGroup(AnimationClip::create(clip), {.mayMoveNothing = true});
    std::vector<UnboundChannel> unbound = trial.getUnboundChannels();
    scene.removeAnimationGroup(trial);
    return unbound;
}

/// Returns the name of the joint whose scale an FBX file puts in a separate node, "hips:scale", because some of its children do not inherit
/// it. Returns an empty string for any other channel.
std::string scaledJoint(const ChannelDescription& channel)
{
    constexpr std::string_view ending = ":scale";
    const std::string& name = channel.target.name;
    const bool isSuch = channel.path == ChannelPath::Scale && name.ends_with(ending);
    return isSuch ? name.substr(0, name.size() - ending.size()) : std::string();
}

/// Redirects unbound channels of such separate nodes (see scaledJoint()) to the scale of the joints themselves. Returns the names of these
/// joints.
std::vector<std::string> scaleJoints(ClipDescription& clip, const std::vector<UnboundChannel>& unbound)
{
    std::vector<std::string> joints;
    for (const UnboundChannel& without : unbound) {
        ChannelDescription& channel = clip.channels[without.channel];
        const std::string joint = scaledJoint(channel);
        const auto isScaled = [&](const ChannelDescription& other) {
            return other.path == ChannelPath::Scale && other.target.name == joint;
        };
        if (!joint.empty() && std::ranges::none_of(clip.channels, isScaled)) {
            const std::size_t end = channel.target.path.rfind('/');
            channel.target = {.name = joint, .path = end != std::string::npos ? channel.target.path.substr(0, end) : std::string()};
            joints.push_back(joint);
        }
    }
    return joints;
}

void removeChannels(ClipDescription& clip, const std::vector<UnboundChannel>& unbound)
{
    for (auto each = unbound.rbegin(); each != unbound.rend(); ++each) {
        clip.channels.erase(clip.channels.begin() + static_cast<std::ptrdiff_t>(each->channel));
    }
}

/// Returns, for example, "Spine, Head and 3 others".
std::string listTargets(const std::vector<UnboundChannel>& channels)
{
    constexpr std::size_t shownNames = 5;
    std::vector<std::string> names;
    for (const UnboundChannel& channel : channels) {
        if (std::ranges::find(names, printable(channel.target)) == names.end()) {
            names.push_back(printable(channel.target));
        }
    }
    const std::size_t others = names.size() - std::min(names.size(), shownNames);
    names.resize(names.size() - others);
    return fmt::format("{}{}", fmt::join(names, ", "), others > 0 ? " and " + counted(others, "other") : std::string());
}

/// Returns whether both files have the same unit and axes. Keys are in the unit and axes of their file, which only the root of its scene
/// converts.
bool isMeasuredAlike(const Scene& a, const Scene& b)
{
    const glm::dmat4 one = worldToFile(a);
    const glm::dmat4 other = worldToFile(b);
    for (glm::length_t column = 0; column < 4; ++column) {
        if (glm::distance(one[column], other[column]) > 1e-6 * (glm::length(one[column]) + glm::length(other[column]))) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::vector<std::string> mergeClips(Scene& character, std::span<const std::string> files, const ImportOptions& reading)
{
    std::vector<MotionFile> motions;
    std::map<std::string, std::size_t> uses;  // of clip names
    for (const AnimationGroup* group : character.animationGroups()) {
        ++uses[group->getName()];
    }
    for (const std::string& file : files) {
        motions.push_back({file, loadScene(file, reading)});
        for (const AnimationGroup* group : motions.back().scene->animationGroups()) {
            ++uses[group->getName()];
        }
    }
    std::vector<std::string> remarks;
    for (const MotionFile& motion : motions) {
        const auto groups = motion.scene->animationGroups();
        if (groups.empty()) {
            remarks.push_back(fmt::format("{}: has no clips", printable(motion.name)));
        } else if (!isMeasuredAlike(character, *motion.scene)) {
            remarks.push_back(fmt::format("{}: has another unit or other axes than the character", printable(motion.name)));
        }
        for (const AnimationGroup* group : groups) {
            const std::string stem = std::filesystem::path(motion.name).stem().string();
            const std::string name = uses[group->getName()] == 1 && !group->getName().empty() ? group->getName()
                                     : groups.size() == 1                                     ? stem
                                                                                              : stem + ' ' + group->getName();
            ClipDescription clip = group->getClip().describe();
            clip.name = name;
            std::vector<std::string> scaled = scaleJoints(clip, unboundChannels(character, clip));
            const auto unbound = unboundChannels(character, clip);
            const std::size_t channels = clip.channels.size();
            for (const UnboundChannel& without : unbound) {
                std::erase(scaled, clip.channels[without.channel].target.name);
            }
            if (!scaled.empty()) {
                remarks.push_back(
                    fmt::format("{}: the clip {} scales {}, and with them what hangs on them, which the motion's own rig keeps as it is",
                                printable(motion.name), inQuotes(name), fmt::join(scaled, ", ")));
            }
            removeChannels(clip, unbound);
            if (const auto kept = SceneAccess::keptOf(*motion.scene, *group).animation; kept != nullptr && !kept->channels.empty()) {
                const std::size_t others = kept->channels.size() - 1;
                remarks.push_back(fmt::format("{}: the clip {} moves {}{}, which only its own file has: left out", printable(motion.name),
                                              inQuotes(name), inQuotes(kept->channels.front().pointer),
                                              others > 0 ? " and " + counted(others, "other") : std::string()));
            }
            if (!clip.channels.empty()) {
                character.createAnimationGroup(AnimationClip::create(std::move(clip)));
            }
            if (unbound.size() == channels) {
                remarks.push_back(fmt::format("{}: the clip {} moves nothing of the character and is left out: {}", printable(motion.name),
                                              inQuotes(name), listTargets(unbound)));
            } else if (!unbound.empty()) {
                remarks.push_back(fmt::format("{}: the clip {} has {} of {} for what the character lacks, which are left out: {}",
                                              printable(motion.name), inQuotes(name), unbound.size(), counted(channels, "channel"),
                                              listTargets(unbound)));
            }
        }
        for (const std::string& source : motion.scene->sourceFiles()) {
            addSourceFile(character, source);
        }
    }
    return remarks;
}

}  // namespace armature::tools
