#include "retargeting.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/retarget_json.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/support/picture.hpp>

#include "base/kept_file.hpp"
#include "base/output_file.hpp"
#include "base/words.hpp"
#include "clip_facts.hpp"
#include "effort.hpp"
#include "humanoid_choice.hpp"
#include "outputs.hpp"
#include "retarget/bone_targets.hpp"
#include "retarget/retarget_within.hpp"
#include "skeleton/joint_places.hpp"

namespace armature::tools {

namespace {

/// A file with motions, and the parts of it that are used.
struct Source {
    std::string file;
    std::unique_ptr<Scene> scene;
    std::optional<HumanoidChoice> body = {};  ///< None before findBody().
    std::vector<AnimationGroup*> clips = {};
    std::string note = {};  ///< How the body was found, if not in the rest pose.
};

/// Looks for the body in poses of the motions instead of the rest pose. A rest pose that is impossible for a body tells nothing about legs
/// and trunk, but a motion shows how the body stands.
void findBodyInMotion(Source& source, Budget& budget)
{
    const Skeleton& skeleton = *source.body->skeleton;
    HumanoidRig rig = describeHumanoidRig(skeleton);
    Pose pose{std::vector<Transform>(rig.bones.size())};
    const JointView joints(skeleton, pose);
    JointPlaces places(rig.bones.size());
    const auto originOf = [&](std::size_t bone) { return translationOf(places.at(bone)); };
    const glm::mat3 world(skeleton.getWorldMatrix());
    for (const AnimationGroup* const group : source.clips) {
        SkeletonMotion motion(group->getClip(), skeleton);
        std::size_t accepted = 0;  // two are required: a horse may rear for a moment
        for (const double part : {0.1, 0.5, 0.9}) {
            budget.require(costOfMap(rig) + costOfWork(rig.bones.size(), 500));
            motion.sample(part * group->getClip().getDuration(), pose.bones);
            places.begin(joints);
            for (std::size_t bone = 0; bone < rig.bones.size(); ++bone) {
                const auto parent = rig.bones[bone].parent;
                const glm::vec3 line = parent ? world * (originOf(bone) - originOf(*parent)) : glm::vec3(0.f);
                const bool isKnown = std::isfinite(glm::dot(line, line)) && glm::dot(line, line) > 0.f;
                rig.bones[bone].direction = isKnown ? std::optional(line) : std::nullopt;
            }
            HumanoidMap map = HumanoidMap::create(rig);
            accepted += map.isRefused() ? 0U : 1U;
            if (!map.isRefused() && accepted > 1) {
                source.note = fmt::format("is no body at rest ({}): its bones are found in its motion", source.body->map.getRefusal());
                source.body->map = std::move(map);
                return;
            }
        }
    }
}

Source loadSource(const std::string& file, const RetargetingOptions& options)
{
    Source source{.file = file, .scene = loadBody(file, options.reading)};
    const auto all = source.scene->animationGroups();
    if (all.empty()) {
        throw Error(fmt::format("{}: has no clips", printable(file)));
    }
    if (options.clip) {
        source.clips = {all[findClip(*source.scene, file, *options.clip, "--clip")]};
    } else {
        source.clips.assign(all.begin(), all.end());
    }
    return source;
}

void findBody(Source& source, const RetargetingOptions& options, Budget& budget)
{
    source.body = chooseHumanoid(*source.scene, source.file, budget);
    if (source.body->map.isRefused() && !options.isByName && !options.mapFile) {
        findBodyInMotion(source, budget);
    }
}

/// Numbers repeated names, which occur with files in several folders, or clips of one file: "walk", "walk 2", "walk 3".
void numberRepeated(std::vector<std::string>& names)
{
    std::set<std::string> taken;
    std::map<std::string, std::size_t> next;  // for each name, the next number to try; lower numbers are taken
    for (std::string& name : names) {
        const std::string wanted = name;
        std::size_t& number = next.try_emplace(wanted, 2).first->second;
        while (!taken.insert(name).second) {
            name = fmt::format("{} {}", wanted, number++);
        }
    }
}

/// Returns the clips' names in the result. A clip whose name is empty or not unique is named after its file, followed by its own name if
/// the file has several clips. Names that are still the same are numbered.
std::vector<std::string> uniqueNames(const std::vector<Source>& sources)
{
    std::map<std::string, std::size_t> uses;
    for (const Source& source : sources) {
        for (const AnimationGroup* const clip : source.clips) {
            ++uses[clip->getName()];
        }
    }
    std::vector<std::string> names;
    for (const Source& source : sources) {
        const std::string stem = std::filesystem::path(source.file).stem().string();
        for (const AnimationGroup* const clip : source.clips) {
            const std::string& name = clip->getName();
            names.push_back(uses[name] == 1 && !name.empty() ? name : source.clips.size() == 1 ? stem : fmt::format("{} {}", stem, name));
        }
    }
    numberRepeated(names);
    return names;
}

RetargetMap mapFor(const HumanoidChoice& source, const HumanoidChoice& target, const RetargetingOptions& options)
{
    if (options.mapFile) {
        return loadRetargetMapJson(std::filesystem::path(*options.mapFile), *source.skeleton, *target.skeleton, options.reading.limits);
    }
    if (options.isByName) {
        return RetargetMap::ofNames(*source.skeleton, *target.skeleton);
    }
    RetargetMap map = RetargetMap::ofHumanoids(source.map, target.map);
    map.addTwists(*target.skeleton);
    return map;
}

std::size_t pairCount(const RetargetMap& map)
{
    std::size_t count = map.pairs.size();
    for (const RetargetChain& chain : map.chains) {
        count += chain.target.size();
    }
    return count;
}

/// Retargets clips to the target, and remembers the first one for the picture.
class Work {
public:
    Work(const ConversionJob& job, const RetargetingOptions& options) : options_(options), scene_(loadBody(options.target, options.reading))
    {
        for (const std::string& input : job.inputs) {
            sources_.push_back(loadSource(input, options));
        }
        effort_ = Effort(sources_.front().file, inputsRead(), options.reading.limits);
        effort_.within("finding human bodies", [&](Budget& budget) {
            target_ = chooseHumanoid(*scene_, options.target, budget);
            for (Source& source : sources_) {
                findBody(source, options, budget);
            }
        });
        requireFreeOutputs(job.output);
        warn(options.target, scene_->warnings());
        for (const Source& source : sources_) {
            warn(source.file, source.scene->warnings());
        }
        const std::vector<AnimationGroup*> own(scene_->animationGroups().begin(), scene_->animationGroups().end());
        for (AnimationGroup* const group : own) {
            scene_->removeAnimationGroup(*group);
        }
    }

    void run()
    {
        const std::vector<std::string> names = uniqueNames(sources_);
        if (options_.showsProgress) {
            constexpr std::size_t stepsOfClip = 2;
            effort_.begin(stepsOfClip * names.size());
        }
        auto name = names.begin();
        for (Source& source : sources_) {
            try {
                name = put(source, name);
            } catch (const std::invalid_argument& refused) {
                const char* const advice = options_.mapFile || options_.isByName ? "" : "; --by-name and --map say which bones go together";
                throw Error(
                    fmt::format("{}: cannot move {}: {}{}", printable(source.file), printable(options_.target), refused.what(), advice));
            }
        }
        effort_.end();
        if (result_.motions.empty()) {
            throw Error(fmt::format("{}: no clip moves a bone of {}", printable(sources_.front().file), printable(options_.target)));
        }
    }

    /// Writes both the model and its picture, or neither: the picture gets its name first, and loses it again if the model cannot be
    /// written. As little as possible happens between these two steps, in case the user ends the program there.
    void write(const std::string& output)
    {
        if (!options_.picture) {
            warn(output, saveGltf(*scene_, output));
            return;
        }
        const auto bytes = support::encodePng(draw());
        std::optional<OutputFile> model;
        if (std::filesystem::path(output).extension() != ".gltf") {  // a .gltf model is two files
            const GltfFile file = writeGltf(*scene_);
            warn(output, file.warnings);
            model.emplace(output);
            model->write(file.bytes);
            model->prepare();
        }
        OutputFile picture(*options_.picture);
        picture.write(bytes);
        picture.prepare();
        KeptFile oldPicture(*options_.picture);
        picture.finish();
        try {
            if (model) {
                model->finish();
            } else {
                warn(output, saveGltf(*scene_, output));
            }
        } catch (...) {
            static_cast<void>(oldPicture.putBack());
            throw;
        }
    }

    [[nodiscard]] Retargeting take() { return std::move(result_); }

private:
    using Name = std::vector<std::string>::const_iterator;

    [[nodiscard]] std::vector<std::string> inputsRead() const
    {
        std::vector<std::string> files(scene_->sourceFiles().begin(), scene_->sourceFiles().end());
        for (const Source& source : sources_) {
            files.insert(files.end(), source.scene->sourceFiles().begin(), source.scene->sourceFiles().end());
        }
        return files;
    }

    void requireFreeOutputs(const std::string& output) const
    {
        std::vector<std::string> inputs = inputsRead();
        std::vector<std::filesystem::path> outputs{output};
        if (options_.mapFile) {
            inputs.push_back(*options_.mapFile);
        }
        if (options_.picture) {
            outputs.emplace_back(*options_.picture);
        }
        requireOutputs(outputs, inputs);
    }

    void warn(const std::string& file, std::span<const std::string> warnings)
    {
        for (const std::string& warning : warnings) {
            result_.warnings.push_back(fmt::format("{}: {}", printable(file), warning));
        }
    }

    [[nodiscard]] support::Picture draw()
    {
        SavedState state;  // drawing poses the model, which must be written at rest
        state.save(*scene_);
        Source& source = sources_[pictured_.source];
        support::Picture drawn =
            drawComparison(options_.pictureSize, {*source.scene, *pictured_.motion, *scene_, *scene_->animationGroups().front()});
        state.restore(*scene_);
        return drawn;
    }

    Name put(Source& source, Name name)
    {
        const RetargetMap map = mapFor(*source.body, *target_, options_);
        const Skeleton& skeleton = *source.body->skeleton;
        std::vector<const AnimationClip*> motions;
        for (const AnimationGroup* const group : source.clips) {
            motions.push_back(&group->getClip());
        }
        if (!source.note.empty()) {
            const std::string warning = fmt::format("the skeleton {} {}", inQuotes(skeleton.getName()), source.note);
            warn(source.file, {&warning, 1});
        }
        requireStance(source);
        const auto stance = armature::RetargetOptions::ofMotions(motions, skeleton, map);
        if (!stance.stanceReason.empty()) {
            const std::string warning = fmt::format("the skeleton {} {}", inQuotes(skeleton.getName()), stance.stanceReason);
            warn(source.file, {&warning, 1});
        }
        const Retargeter retargeter(skeleton, *target_->skeleton, map, stance);
        for (AnimationGroup* const group : source.clips) {
            const AnimationClip& clip = group->getClip();
            if (!SkeletonMotion(clip, skeleton).movesAnything()) {
                const std::string warning =
                    fmt::format("the clip {} moves no bone of its skeleton and is left out", inQuotes(clip.getName()));
                warn(source.file, {&warning, 1});
                ++name;
                effort_.advance();
                effort_.advance();
                continue;
            }
            RetargetClipOptions choice;
            if (options_.holdsFeet) {
                choice.feet = FootLockOptions{};
            }
            const RetargetedClip made = effort_.within(fmt::format("retargeting {}", named("clip", clip.getName())), [&](Budget& budget) {
                return retargetWithin(budget, clip, skeleton, *target_->skeleton, retargeter, choice);
            });
            effort_.advance();
            if (result_.motions.empty()) {
                pictured_ = {static_cast<std::size_t>(&source - sources_.data()), group};
            }
            scene_->createAnimationGroup(renamed(made.clip, *name));
            RetargetQuality quality = measure(retargeter, clip, skeleton, *made.clip);
            effort_.advance();
            for (const std::string& fault : quality.faults) {
                const std::string warning = fmt::format("the clip {}: {}", inQuotes(clip.getName()), fault);
                warn(source.file, {&warning, 1});
            }
            result_.motions.push_back({.name = *name,
                                       .source = source.file,
                                       .seconds = clip.getDuration(),
                                       .pairs = pairCount(map),
                                       .scale = retargeter.getScale(),
                                       .keys = made.keyCount,
                                       .error = made.error,
                                       .quality = std::move(quality)});
            ++name;
        }
        return name;
    }

    /// Requires the memory and time for a few poses of each clip, which are kept to see how the source stands.
    void requireStance(const Source& source)
    {
        constexpr std::uint64_t leastPoses = 96;
        constexpr std::uint64_t posesOfClip = 8;
        constexpr std::uint64_t nanosecondsOfBone = 500;
        if (!source.body->map.isRefused()) {
            const std::uint64_t bones =
                productOf(std::max(leastPoses, posesOfClip * source.clips.size()), source.body->skeleton->bones().size());
            effort_.require(productOf(bones, sizeof(Transform)) + costOfWork(bones, nanosecondsOfBone), "finding how the source stands");
        }
    }

    [[nodiscard]] RetargetQuality measure(const Retargeter& retargeter, const AnimationClip& motion, const Skeleton& skeleton,
                                          const AnimationClip& result)
    {
        constexpr double framesPerSecond = 60.;
        return effort_.within(fmt::format("measuring {}", named("clip", motion.getName())), [&](Budget& budget) {
            return measureRetargetWithin(budget, retargeter, motion, skeleton, result, *target_->skeleton, framesPerSecond);
        });
    }

    const RetargetingOptions& options_;
    std::unique_ptr<Scene> scene_;
    std::optional<HumanoidChoice> target_;
    std::vector<Source> sources_;
    struct {
        std::size_t source = 0;
        AnimationGroup* motion = nullptr;
    } pictured_;
    Effort effort_;
    Retargeting result_;
};

}  // namespace

Retargeting retarget(const ConversionJob& job, const RetargetingOptions& options)
{
    Work work(job, options);
    work.run();
    work.write(job.output);
    return work.take();
}

}  // namespace armature::tools
