#include <functional>
#include <type_traits>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/ik/aim_chain.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/saved_state.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/text.hpp>

#include <ik/limb_stage.hpp>
#include <ik/walker.hpp>
#include <support/moved_from.hpp>
#include <support/near.hpp>

using namespace armature;
using namespace armature::test;

// NOLINTBEGIN(bugprone-use-after-move): that is what is tested

namespace {

// Objects that others refer to cannot be moved.
template <class... Types>
constexpr bool canMove = (... || (std::is_move_constructible_v<Types> || std::is_move_assignable_v<Types>));
static_assert(!canMove<Scene, TransformNode, MeshInstance, Skeleton, Bone, AnimationGroup, AnimationLayer, AnimationMixer, Crowd>);

const std::vector<glm::vec3> line{{0.f, 0.f, 0.f}, {1.f, 2.f, 0.f}};

}  // namespace

BOOST_AUTO_TEST_SUITE(moved_from)

BOOST_AUTO_TEST_CASE(controllers_that_were_moved_from_refuse_every_call_and_can_be_assigned_to)
{
    Limb limb;
    SavedState state;

    BoneIkController arm(limb.lower);
    BoneIkController arm2 = std::move(arm);
    checkRefused<BoneIkController>(
        {[&] { static_cast<void>(arm.getOptions()); }, [&] { arm.setOptions({}); }, [&] { arm.setTarget(glm::vec3(1.f)); },
         [&] { arm.setTarget(limb.hand); }, [&] { arm.setPole(glm::vec3(1.f)); }, [&] { arm.setPole(limb.hand); }, [&] { arm.clearPole(); },
         [&] { arm.update(); }, [&] { arm.update(0.1); }, [&] { arm.solve(limb.skeleton, glm::vec3(1.f)); },
         [&] { static_cast<void>(arm.getMemory()); }, [&] { arm.setMemory({}); }, [&] { arm.reset(); },
         [&] { static_cast<void>(arm.getMaxReach()); }, [&] { static_cast<void>(arm.getUpdater()); }, [&] { state.save(arm); }});
    arm = std::move(arm2);
    arm.setTarget({1.f, 1.f, 0.f});
    BOOST_TEST(arm.update().isReached);

    BoneLookController look(limb.hand);
    BoneLookController look2 = std::move(look);
    checkRefused<BoneLookController>({[&] { static_cast<void>(look.getOptions()); }, [&] { look.setOptions({}); },
                                      [&] { look.setTarget(glm::vec3(1.f)); }, [&] { look.setTarget(limb.base); }, [&] { look.update(); },
                                      [&] { look.update(0.1); }, [&] { look.solve(limb.skeleton, glm::vec3(1.f)); },
                                      [&] { static_cast<void>(look.getMemory()); }, [&] { look.setMemory({}); }, [&] { look.reset(); },
                                      [&] { static_cast<void>(look.getUpdater()); }, [&] { state.save(look); }});
    look = std::move(look2);
    look.setTarget(glm::vec3(3.f));
    BOOST_TEST(look.update().isReached);

    walker::Walker walker;
    FootPlacement feet(walker.feet(), walker::steps(0.f, 0.f));
    FootPlacement feet2 = std::move(feet);
    checkRefused<FootPlacement>({[&] { static_cast<void>(feet.getOptions()); }, [&] { feet.setOptions({}); }, [&] { feet.update(); },
                                 [&] { feet.update(0.1); }, [&] { feet.solve(limb.skeleton); }, [&] { feet.reset(); },
                                 [&] { static_cast<void>(feet.getMemory()); }, [&] { feet.setMemory({}); },
                                 [&] { static_cast<void>(feet.getUpdater()); }, [&] { state.save(feet); }});
    feet = std::move(feet2);
    BOOST_TEST((feet.update().status == IkStatus::Solved));
}

BOOST_AUTO_TEST_CASE(chains_that_were_moved_from_refuse_every_call_and_can_be_assigned_to)
{
    Limb limb;
    Pose pose = capturePose(limb.skeleton);
    SavedState state;
    const IkGoal goal{.position = glm::vec3(1.f, 1.f, 0.f)};
    const std::array goals{goal};
    Chain chain = Chain::between(limb.upper, limb.hand);

    ChainSolver solver(chain);
    ChainSolver solver2 = std::move(solver);
    checkRefused<ChainSolver>({[&] { static_cast<void>(solver.getChain()); }, [&] { static_cast<void>(solver.getOptions()); },
                               [&] { solver.setOptions({}); }, [&] { solver.solve(limb.skeleton, goals); },
                               [&] { solver.solve(limb.skeleton, goal); }, [&] { solver.solve(JointView(limb.skeleton, pose), goals); },
                               [&] { solver.solve(JointView(limb.skeleton, pose), goal); },
                               [&] { static_cast<void>(solver.effectorReports()); }, [&] { static_cast<void>(solver.getMemory()); },
                               [&] { solver.setMemory({}); }, [&] { solver.reset(); }, [&] { state.save(solver); }});
    solver = std::move(solver2);
    BOOST_TEST(solver.solve(limb.skeleton, goal).isReached);

    AimChain aim(chain);
    AimChain aim2 = std::move(aim);
    checkRefused<AimChain>({[&] { static_cast<void>(aim.getChain()); }, [&] { static_cast<void>(aim.getOptions()); },
                            [&] { aim.setOptions({}); }, [&] { aim.solve(limb.skeleton, glm::vec3(3.f)); }});
    aim = std::move(aim2);
    BOOST_TEST(aim.solve(limb.skeleton, glm::vec3(3.f)).isReached);

    SplineChain spline(chain);
    SplineChain spline2 = std::move(spline);
    checkRefused<SplineChain>({[&] { static_cast<void>(spline.getChain()); }, [&] { static_cast<void>(spline.getOptions()); },
                               [&] { spline.setOptions({}); }, [&] { spline.solve(limb.skeleton, line); }});
    spline = std::move(spline2);
    BOOST_TEST((spline.solve(limb.skeleton, line).status == IkStatus::Solved));
}

// A moved-from value is like a new one, or holds nothing.
BOOST_AUTO_TEST_CASE(values_that_were_moved_from_hold_nothing)
{
    Limb limb;
    Chain chain = Chain::between(limb.upper, limb.hand);
    const Chain taken = std::move(chain);
    checkHarmless<Chain>({[&] { chain.addEffector(limb.upper, limb.hand); }, [&] { chain.setJoint(limb.upper, {}); },
                          [&] { static_cast<void>(chain.getJoint(limb.upper)); }, [&] { static_cast<void>(chain.getSkeleton()); },
                          [&] { static_cast<void>(chain.joints()); }, [&] { static_cast<void>(chain.effectors()); }});
    BOOST_TEST((chain.getSkeleton() == nullptr));
    BOOST_TEST(chain.joints().empty());
    BOOST_TEST(chain.effectors().empty());
    BOOST_TEST(!toString(chain).empty());
    BOOST_CHECK_THROW(chain.addEffector(limb.upper, limb.hand), std::invalid_argument);
    BOOST_CHECK_THROW(chain.setJoint(limb.upper, {}), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(chain.getJoint(limb.upper)), std::invalid_argument);
    BOOST_CHECK_THROW(ChainSolver{chain}, std::invalid_argument);
    BOOST_CHECK_THROW(AimChain{chain}, std::invalid_argument);
    BOOST_CHECK_THROW(SplineChain{chain}, std::invalid_argument);
    chain = taken;
    BOOST_TEST(chain.joints().size() == 3u);

    SavedState state;
    state.save(limb.scene);
    const SavedState kept = std::move(state);
    BOOST_TEST((state == SavedState()));
    BOOST_TEST(state.hash() == SavedState().hash());
    BOOST_CHECK_THROW(state.restore(limb.scene), std::invalid_argument);
    state.save(limb.scene);
    BOOST_TEST((state == kept));

    Scene model;
    model.createTransformNode("node");
    SceneInstance instance = limb.scene.instantiate(model);
    const SceneInstance other = std::move(instance);
    BOOST_TEST((instance.getRoot() == nullptr));
    BOOST_TEST(instance.getNodes().empty());
    limb.scene.removeInstance(instance);
    BOOST_TEST((other.getRoot() != nullptr));
    limb.scene.removeInstance(other);
    BOOST_TEST((other.getRoot() == nullptr));
}

// The empty palette must not dereference null: without a palette, vertices stay in place.
BOOST_AUTO_TEST_CASE(a_dual_quaternion_palette_that_was_moved_from_is_empty)
{
    const std::vector<Affine> up{toAffine(Transform{{0.f, 1.f, 0.f}})};
    const SkinWeights skin{.influencesPerVertex = 1, .joints = {0}, .weights = {1.f}};
    const std::vector<glm::vec3> positions{{1.f, 2.f, 3.f}};
    std::vector<glm::vec3> posed(1);
    const auto pose = [&](const DualQuaternionPalette& palette) {
        skinVertices({.positions = positions}, skin, palette, {.positions = posed});
        return posed[0];
    };
    DualQuaternionPalette palette;
    palette.assign(up);
    const DualQuaternionPalette taken = std::move(palette);
    BOOST_TEST(near(pose(taken), glm::vec3(1.f, 3.f, 3.f), 1e-6));
    BOOST_TEST(near(pose(palette), positions[0], 0.));
    palette.assign({});
    BOOST_TEST(near(pose(palette), positions[0], 0.));
    palette.assign(up);
    BOOST_TEST(near(pose(palette), glm::vec3(1.f, 3.f, 3.f), 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()

// NOLINTEND(bugprone-use-after-move)
