#include <filesystem>
#include <thread>

#include <boost/test/unit_test.hpp>

#include <support/shared_data.hpp>

#include "../import/corpus.hpp"
#include "animation/clip/clip_validation.hpp"
#include "cooked_stage.hpp"

// Objects from a cooked file use the file's memory and keep it alive.

using namespace armature;
using namespace armature::test;

namespace {

template <class T>
bool liesIn(std::span<const T> numbers, std::span<const std::byte> file)
{
    const auto bytes = std::as_bytes(numbers);
    return !bytes.empty() && bytes.data() >= file.data() && bytes.data() + bytes.size() <= file.data() + file.size()
           && (bytes.data() - file.data()) % 64 == 0;
}

std::filesystem::path save(const CookedStage& stage, const char* name)
{
    const auto file = emptyOutputDirectory(name) / "stage.cooked";
    saveCooked(stage.description, file);
    return file;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cooked_in_place)

BOOST_AUTO_TEST_CASE(baked_clips_lie_in_the_file)
{
    const CookedStage stage;
    for (const bool isMapped : {true, false}) {
        const auto file = CookedFile::open(save(stage, "cooked_in_place"), {.isMapped = isMapped});
        for (std::size_t i = 0; i < file->count(CookedKind::BakedClip); ++i) {
            const auto clip = file->getBakedClip(i);
            BOOST_TEST(liesIn(clip->animatedComponents(), file->bytes()));
            BOOST_TEST(liesIn(clip->bases(), file->bytes()));
            if (i == 4) {  // moves nothing
                BOOST_TEST(clip->getFrameSize() == 0u);
                continue;
            }
            if (clip->isQuantized()) {
                BOOST_TEST(liesIn(clip->steps(), file->bytes()));
                BOOST_TEST(liesIn(clip->quantizedFrames(), file->bytes()));
            } else {
                BOOST_TEST(liesIn(clip->frames(), file->bytes()));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(clips_lie_in_the_file)
{
    const CookedStage stage;
    const auto file = CookedFile::open(save(stage, "cooked_clips_in_place"));
    for (std::size_t i = 0; i < file->count(CookedKind::Clip); ++i) {
        const auto clip = file->getClip(i);
        const auto image = ClipAccess::image(*clip);
        BOOST_TEST(liesIn(image, file->bytes()));
        for (std::size_t track = 0; track < clip->timeTrackCount(); ++track) {
            const auto times = std::as_bytes(clip->timeTrack(track));
            BOOST_TEST((times.data() >= image.data() && times.data() + times.size() <= image.data() + image.size()));
        }
    }
}

BOOST_AUTO_TEST_CASE(clips_that_move_the_same_have_their_targets_once)
{
    CookedStage stage;
    const auto again = AnimationClip::create(stage.clips[2]->describe());
    stage.description.clips.push_back(again.get());
    const auto file = stage.cook();
    BOOST_TEST(&file->getClip(4)->channels()[3].target == &file->getClip(2)->channels()[3].target);
    BOOST_TEST(file->getClip(4)->channels()[3].target.path == "x/a/b");
    BOOST_TEST(file->size(CookedKind::Clip, 4) < file->size(CookedKind::Clip, 2));
    BOOST_TEST(&file->getClip(0)->channels()[3].target != &file->getClip(2)->channels()[3].target);
}

BOOST_AUTO_TEST_CASE(what_was_taken_outlives_the_file_and_its_name)
{
    CookedStage stage;
    const auto path = save(stage, "cooked_lifetime");
    for (const bool isMapped : {true, false}) {
        saveCooked(stage.description, path);
        auto file = CookedFile::open(path, {.isMapped = isMapped});
        const auto skeleton = file->createSkeleton(0);
        const auto clip = file->getClip(2);
        const auto quantised = file->getBakedClip(1);
        const auto crowd = file->createCrowd(0);
        file.reset();
        std::filesystem::remove(path);
        BOOST_TEST(differenceOf(stage.first, *skeleton, stage.random) == "");
        BOOST_TEST(differenceOf(*stage.clips[2], *clip, stage.random) == "");
        BOOST_TEST(differenceOf(*stage.bakedClips[1], *quantised, stage.random) == "");
        Crowd original(stage.first);
        original.addClip(stage.bakedClips[1]);
        original.addClip(stage.bakedClips[0]);
        BOOST_TEST(differenceOf(original, *crowd, 2) == "");
    }
}

BOOST_AUTO_TEST_CASE(a_mapped_file_that_is_replaced_stays_what_it_was)
{
    CookedStage stage;
    const auto path = save(stage, "cooked_replaced");
    const auto file = CookedFile::open(path);
    const CookedStage other(9, 99);
    saveCooked(other.description, path);
    BOOST_TEST(differenceOf(*stage.bakedClips[0], *file->getBakedClip(0), stage.random) == "");
    BOOST_TEST(differenceOf(*other.bakedClips[0], *CookedFile::open(path)->getBakedClip(0), stage.random) == "");
}

BOOST_AUTO_TEST_CASE(things_are_found_by_name_and_counted_without_being_looked_at)
{
    CookedStage stage;
    auto bytes = writeCooked(stage.description);
    const auto whole = CookedFile::open(bytes, "whole");
    // All content is overwritten, but the table still answers every query.
    std::size_t content = 0;
    for (const CookedKind kind : {CookedKind::Skeleton, CookedKind::Clip, CookedKind::BakedClip, CookedKind::Crowd}) {
        for (std::size_t i = 0; i < whole->count(kind); ++i) {
            content += (whole->size(kind, i) + 63) / 64 * 64;
        }
    }
    std::fill(bytes.end() - static_cast<std::ptrdiff_t>(content - 64), bytes.end(), std::byte{0xff});
    const auto file = CookedFile::open(bytes, "spoilt");
    BOOST_TEST(file->count(CookedKind::Skeleton) == 2u);
    BOOST_TEST(file->count(CookedKind::Clip) == 4u);
    BOOST_TEST(file->count(CookedKind::BakedClip) == 5u);
    BOOST_TEST(file->count(CookedKind::Crowd) == 2u);
    BOOST_TEST(file->name(CookedKind::Skeleton, 1) == "mount");
    BOOST_TEST(file->name(CookedKind::Clip, 3) == "empty");
    BOOST_TEST(file->name(CookedKind::Crowd, 0) == "guard");
    BOOST_TEST(file->find(CookedKind::Skeleton, "mount").value() == 1u);
    BOOST_TEST(file->find(CookedKind::Clip, "random").value() == 0u);  // the first of two
    BOOST_TEST(file->find(CookedKind::Clip, "varied").value() == 2u);
    BOOST_TEST(file->find(CookedKind::Crowd, "herd").value() == 1u);
    BOOST_TEST(!file->find(CookedKind::Clip, "Random"));
    BOOST_TEST(!file->find(CookedKind::Clip, ""));
    BOOST_TEST(!file->find(CookedKind::Skeleton, "herd"));
    BOOST_CHECK_THROW(static_cast<void>(file->name(CookedKind::Crowd, 2)), std::out_of_range);
    BOOST_CHECK_THROW(static_cast<void>(file->size(CookedKind::Crowd, 2)), std::out_of_range);
    BOOST_CHECK_THROW(static_cast<void>(file->createSkeleton(2)), std::out_of_range);
    BOOST_CHECK_THROW(static_cast<void>(file->getClip(4)), std::out_of_range);
    BOOST_CHECK_THROW(static_cast<void>(file->getBakedClip(5)), std::out_of_range);
    BOOST_CHECK_THROW(static_cast<void>(file->createCrowd(2)), std::out_of_range);
    BOOST_CHECK_THROW(static_cast<void>(file->getBakedClip(0)), ImportError);
}

BOOST_AUTO_TEST_CASE(a_thousand_names_are_found)
{
    std::vector<std::shared_ptr<const AnimationClip>> clips;
    CookedDescription description;
    for (int i = 0; i < 1000; ++i) {
        clips.push_back(AnimationClip::create({.name = "clip " + std::to_string(i * 7919 % 1000)}));
        description.clips.push_back(clips.back().get());
    }
    const auto file = CookedFile::open(writeCooked(description), "thousand");
    for (std::size_t i = 0; i < 1000; ++i) {
        BOOST_TEST(file->find(CookedKind::Clip, clips[i]->getName()).value() == i);
    }
}

BOOST_AUTO_TEST_CASE(an_empty_file_holds_nothing)
{
    const auto file = CookedFile::open(writeCooked({}), "nothing");
    BOOST_TEST(file->count(CookedKind::Clip) == 0u);
    BOOST_TEST(!file->find(CookedKind::Clip, "x"));
}

BOOST_AUTO_TEST_CASE(a_clip_is_the_same_each_time)
{
    const CookedStage stage;
    const auto file = stage.cook();
    BOOST_TEST(file->getClip(1) == file->getClip(1));
    BOOST_TEST(file->getBakedClip(1) == file->getBakedClip(1));
    BOOST_TEST(file->getBakedClip(0)->boneNames().data() == file->getBakedClip(1)->boneNames().data());
}

BOOST_AUTO_TEST_CASE(many_threads_take_from_one_file, *boost::unit_test::label("threads"))
{
    CookedStage stage;
    const auto file = stage.cook();
    std::vector<std::thread> threads;
    std::vector<std::shared_ptr<const BakedClip>> taken(4);
    std::vector<std::size_t> palettes(4);
    for (std::size_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (int round = 0; round < 20; ++round) {
                takeAll(*file);
                const auto skeleton = file->createSkeleton(0);
                skeleton->bones()[0]->setPosition({static_cast<float>(thread), 0.f, 0.f});
                palettes[thread] = skeleton->getFinalMatrices().size();
            }
            taken[thread] = file->getBakedClip(2);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t thread = 0; thread < 4; ++thread) {
        BOOST_TEST(taken[thread] == taken[0]);
        BOOST_TEST(palettes[thread] == palettes[0]);
    }
}

BOOST_AUTO_TEST_SUITE_END()
