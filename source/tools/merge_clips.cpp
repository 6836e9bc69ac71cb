#include "merge_clips.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>

#include "file_space.hpp"
#include "text/names.hpp"
#include "text/utf8.hpp"
#include "text/words.hpp"

namespace armature::tools {

namespace {

struct MotionFile {
    std::string name;
    std::unique_ptr<Scene> scene;
};

/// The channels of a clip that move something, under another name.
std::shared_ptr<const AnimationClip> takenOver(const AnimationClip& clip, std::string name, const std::vector<UnboundChannel>& without)
{
    ClipDescription description{.name = std::move(name)};
    for (std::size_t track = 0; track < clip.timeTrackCount(); ++track) {
        description.timeTracks.emplace_back(clip.timeTrack(track).begin(), clip.timeTrack(track).end());
    }
    for (std::size_t channel = 0; channel < clip.channels().size(); ++channel) {
        if (std::ranges::find(without, channel, &UnboundChannel::channel) == without.end()) {
            description.channels.push_back(clip.channels()[channel].describe());
        }
    }
    return AnimationClip::create(std::move(description));
}

/// How the clip does on another scene than its own.
std::vector<UnboundChannel> unboundChannels(Scene& scene, const AnimationGroup& original)
{
    AnimationGroup& trial = scene.createAnimationGroup(takenOver(original.getClip(), original.getName(), {}));
    std::vector<UnboundChannel> unbound = trial.unboundChannels();
    scene.removeAnimationGroup(trial);
    return unbound;
}

/// "Spine, Head and 3 others".
std::string listed(const std::vector<UnboundChannel>& channels)
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

/// Numbers of curves are in the unit and axes of their file, which only its root converts.
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
    std::map<std::string, std::size_t> uses;  // of names of clips
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
            const auto unbound = unboundChannels(character, *group);
            const std::size_t channels = group->getClip().channels().size();
            if (unbound.size() < channels) {
                character.createAnimationGroup(takenOver(group->getClip(), name, unbound));
            }
            if (unbound.size() == channels) {
                remarks.push_back(fmt::format("{}: the clip {} moves nothing of the character and is left out: {}", printable(motion.name),
                                              inQuotes(name), listed(unbound)));
            } else if (!unbound.empty()) {
                remarks.push_back(fmt::format("{}: the clip {} has {} of {} for what the character lacks, which are left out: {}",
                                              printable(motion.name), inQuotes(name), unbound.size(), counted(channels, "channel"),
                                              listed(unbound)));
            }
        }
        for (const std::string& source : motion.scene->sourceFiles()) {
            character.addSourceFile(source);
        }
    }
    return remarks;
}

}  // namespace armature::tools
