#include "page.hpp"

#include <filesystem>
#include <memory>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/cooked/cooked_file.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/shared_data.hpp>

using namespace armature::test::page;

namespace {

std::shared_ptr<const armature::AnimationClip> rise(const std::string& name, float height)
{
    armature::ClipDescription clip;
    clip.name = name;
    clip.timeTracks = {{0.f, 1.f}};
    clip.channels.push_back(
        {.target = {.kind = armature::ChannelTarget::Kind::Bone, .name = "body"}, .values = {0.f, 0.f, 0.f, 0.f, height, 0.f}});
    return armature::AnimationClip::create(std::move(clip));
}

}  // namespace

// The examples of docs/cooked_files.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_cooked_files_page)
{
    armature::Skeleton skeleton("walker");
    armature::Bone& body = skeleton.createBone("body");
    skeleton.createBone("head", {.parent = &body});
    const auto walkClipOwner = rise("walk", 1.f);
    const armature::AnimationClip& walkClip = *walkClipOwner;
    const auto walk = armature::BakedClip::create(walkClip, skeleton);
    const auto run = armature::BakedClip::create(*rise("run", 2.f), skeleton);
    const std::filesystem::path file = armature::test::emptyOutputDirectory("docs_cooked") / "walker.cooked";

    armature::saveCooked({.skeletons = {&skeleton}, .clips = {&walkClip}, .bakedClips = {walk.get(), run.get()}, .crowds = {{"people", 0, {0, 1}}}}, file);

    const auto cooked = armature::CookedFile::open(file);
    const auto hero = cooked->createSkeleton(0);  // in its rest pose; all that come of one file share what they do not change
    const auto index = cooked->find(armature::CookedKind::BakedClip, run->getName());
    const auto running = cooked->getBakedClip(index.value());  // uses the file's memory, and keeps it
    const auto people = cooked->createCrowd(0);                // knows walk as clip 0, run as clip 1
    people->add({.clip = 1});
    check(hero->bones().size() == 2);
    check(running->getName() == "run");
    check(people->size() == 1);

    const auto copied = armature::CookedFile::open(file, {.isMapped = false});
    check(copied->getClip(0)->getDuration() == 1.);
}
