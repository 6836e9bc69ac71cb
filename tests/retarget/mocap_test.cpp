#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/clip_edits.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/retarget/humanoid_map.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/text.hpp>

#include <retarget/body_rigs.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// Returns the motion files of the corpus and, if installed, of Assimp's test models.
std::vector<std::filesystem::path> motionFiles()
{
    std::vector<std::filesystem::path> files{*sharedDirectory() / "corpus" / "valid" / "assimp" / "01_01.bvh"};
    const std::filesystem::path installed = "/usr/share/assimp/models/BVH";
    for (const char* const name : {"01_03.bvh", "Boxing_Toes.bvh"}) {
        if (std::filesystem::exists(installed / name)) {
            files.push_back(installed / name);
        }
    }
    files.resize(std::min(files.size(), static_cast<std::size_t>(rounds(3))));
    return files;
}

/// Returns the whole motion or, where tests are slow, its first seconds.
std::shared_ptr<const AnimationClip> beginningOf(const AnimationClip& motion)
{
    const double seconds = std::max(6., motion.getDuration() * rounds(100) / 100.);
    return trimClip(motion, 0., std::min(seconds, motion.getDuration()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(motion_capture)

// Recorded motion on the shipped character, without a handmade map. The bounds are those that the library promises.
BOOST_AUTO_TEST_CASE(recorded_motion_fits_the_shipped_character, *boost::unit_test::precondition(needsSharedData))
{
    const BodyRig target = shippedCharacter();
    std::size_t examined = 0;
    for (const std::filesystem::path& file : motionFiles()) {
        BOOST_TEST_CONTEXT(file.filename().string())
        {
            const std::unique_ptr<Scene> scene = loadScene(file);
            Skeleton& source = *scene->skeletons().front();
            const std::shared_ptr<const AnimationClip> part = beginningOf(scene->animationGroups().front()->getClip());
            const AnimationClip& motion = *part;
            const HumanoidMap map = HumanoidMap::create(source);
            BOOST_TEST_REQUIRE(!map.isRefused(), map.getRefusal());
            const Retargeter retargeter(source, *target.skeleton, RetargetMap::ofHumanoids(source, *target.skeleton));
            const RetargetedClip plain = retargetClip(motion, source, *target.skeleton, retargeter);
            const RetargetQuality before = measureRetarget(retargeter, motion, source, *plain.clip, *target.skeleton);
            BOOST_TEST(before.largestDirectionError.value() < 1. * degree, toString(before));
            const RetargetedClip held = retargetClip(motion, source, *target.skeleton, retargeter, {.feet = FootLockOptions{}});
            const RetargetQuality after = measureRetarget(retargeter, motion, source, *held.clip, *target.skeleton);
            BOOST_TEST(after.contactCount > 0U);
            BOOST_TEST(after.largestFootSlide.value() < 0.005, toString(after));
            BOOST_TEST_MESSAGE(file.filename().string() << ": " << toString(retargeter) << "\n  " << toString(plain) << "\n  before: "
                                                        << toString(before) << "\n  " << toString(held) << "\n  held: " << toString(after));
            ++examined;
        }
    }
    reportExamined("corpus motions", examined);
}

BOOST_AUTO_TEST_SUITE_END()
