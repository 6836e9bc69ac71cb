#include "cooked_program.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/cooked/cooked_file.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include "oracle.hpp"

namespace armature::test {

namespace {

bool isFiniteTransform(const Transform& transform)
{
    const glm::vec3 sum = transform.translation + transform.scale;
    const glm::quat& r = transform.rotation;
    return std::isfinite(sum.x) && std::isfinite(sum.y) && std::isfinite(sum.z) && std::isfinite(r.x + r.y + r.z + r.w);
}

void useCookedSkeleton(Skeleton& skeleton)
{
    static_cast<void>(toString(skeleton));
    static_cast<void>(skeleton.getDimensionsAtRest());
    requireSameJson(skeleton);
    for (std::size_t set = 0; set < std::min<std::size_t>(skeleton.inverseBindSetCount(), 4); ++set) {
        static_cast<void>(skeleton.getFinalMatrices(set));
    }
    if (skeleton.bones().empty() || skeleton.bones().size() > manyBones) {
        return;
    }
    const auto clone = skeleton.clone();
    clone->bones()[0]->setPosition({1.f, 2.f, 3.f});
    clone->removeBone(*clone->bones()[clone->bones().size() / 2], Removal::KeepChildren);
    clone->createBone("new");
    clone->sortBones(PaletteOrder::FollowBones);
    clone->update();
}

void useClip(const AnimationClip& clip)
{
    static_cast<void>(toString(clip));
    require(std::isfinite(clip.getDuration()) && clip.getDuration() >= 0., "a duration is finite and not negative");
    std::vector<float> value;
    for (std::size_t channel = 0; channel < std::min<std::size_t>(clip.channels().size(), 50); ++channel) {
        value.resize(clip.channels()[channel].components);
        for (const double time : {-1., 0., clip.getDuration() * 0.3, clip.getDuration(), 1e9}) {
            clip.sample(channel, time, value);
        }
        static_cast<void>(toString(clip.channels()[channel].target));
    }
}

void useBakedClip(const BakedClip& clip)
{
    static_cast<void>(toString(clip));
    require(clip.frames().size() + clip.quantizedFrames().size() == clip.frameCount() * clip.getFrameSize(), "all frames are there");
    require(clip.boneNames().size() == clip.boneCount(), "each bone has a name");
    std::vector<Transform> pose(clip.boneCount());
    for (const double part : {-1., 0., 0.26, 0.5, 0.77, 1., 2.}) {
        clip.sample(part * clip.getDuration(), pose);
        require(std::ranges::all_of(pose, isFiniteTransform), "a sampled pose is finite");
    }
    for (const UnboundChannel& channel : clip.unboundChannels()) {
        static_cast<void>(toString(channel));
    }
}

void useCookedCrowd(Crowd& crowd, std::size_t clips)
{
    static_cast<void>(toString(crowd));
    const CrowdInstance member = crowd.add();
    for (std::size_t clip = 0; clip < std::min<std::size_t>(clips, 3); ++clip) {
        crowd.play(member, {.clip = clip, .time = 0.1});
        crowd.crossFade(member, {.clip = clips - 1, .speedRatio = -1.}, 0.2);
        crowd.update(0.1);
    }
    static_cast<void>(crowd.getPose(member));
}

// A refusal must be an ImportError and have the same message each time.
template <class Use>
void tryToUse(const Use& use)
{
    try {
        use();
    } catch (const ImportError& refused) {
        requireMessage(refused.what());
        try {
            use();
            require(false, "what was refused stays refused", refused.what());
        } catch (const ImportError& again) {
            require(std::strcmp(refused.what(), again.what()) == 0, "what is refused is refused for the same reason", again.what());
        }
    }
}

}  // namespace

void openAndUse(std::span<const std::byte> bytes)
{
    std::shared_ptr<const CookedFile> file;
    try {
        file = CookedFile::open(bytes, "fuzz");
    } catch (const ImportError& refused) {
        requireMessage(refused.what());
        return;
    }
    static_cast<void>(toString(*file));
    constexpr std::size_t most = 20;
    const auto countOf = [&](CookedKind kind) { return std::min(file->count(kind), most); };
    for (const CookedKind kind : {CookedKind::Skeleton, CookedKind::Clip, CookedKind::BakedClip, CookedKind::Crowd}) {
        for (std::size_t i = 0; i < countOf(kind); ++i) {
            const auto found = file->find(kind, file->name(kind, i));
            require(found && *found <= i && file->name(kind, *found) == file->name(kind, i), "a name is found where it is first");
        }
    }
    for (std::size_t i = 0; i < countOf(CookedKind::Skeleton); ++i) {
        tryToUse([&] { useCookedSkeleton(*file->createSkeleton(i)); });
    }
    for (std::size_t i = 0; i < countOf(CookedKind::Clip); ++i) {
        tryToUse([&] { useClip(*file->getClip(i)); });
    }
    for (std::size_t i = 0; i < countOf(CookedKind::BakedClip); ++i) {
        tryToUse([&] { useBakedClip(*file->getBakedClip(i)); });
    }
    for (std::size_t i = 0; i < countOf(CookedKind::Crowd); ++i) {
        tryToUse([&] {
            const auto crowd = file->createCrowd(i);
            useCookedCrowd(*crowd, file->getCrowd(i).bakedClips.size());
        });
    }
}

std::vector<std::byte> cookModel(std::span<const std::byte> model)
{
    CookedDescription description;
    std::vector<std::shared_ptr<const BakedClip>> baked;
    std::unique_ptr<Scene> scene;
    try {
        scene = loadScene(model, "model", {.allowWorker = false});
    } catch (const ImportError&) {
        return {};
    }
    constexpr std::size_t most = 3;
    for (const Skeleton* skeleton : scene->skeletons().first(std::min(scene->skeletons().size(), most))) {
        CookedCrowd crowd{.name = skeleton->getName(), .skeleton = description.skeletons.size()};
        description.skeletons.push_back(skeleton);
        for (const AnimationGroup* group : scene->animationGroups()) {
            if (baked.size() < most && group->getClip().getDuration() < 3. && !skeleton->bones().empty()) {
                crowd.bakedClips.push_back(baked.size());
                baked.push_back(BakedClip::create(group->getClip(), *skeleton,
                                                  {.framesPerSecond = 5., .isQuantized = baked.size() % 2 == 0, .mayMoveNothing = true}));
                description.bakedClips.push_back(baked.back().get());
            }
        }
        if (!skeleton->bones().empty()) {
            description.crowds.push_back(crowd);
        }
    }
    for (const AnimationGroup* group : scene->animationGroups()) {
        description.clips.push_back(&group->getClip());
    }
    return description.skeletons.empty() && description.clips.empty() ? std::vector<std::byte>() : writeCooked(description);
}

}  // namespace armature::test
