#include <stdexcept>
#include <string>

#include <armature/animation/modifier_stack.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

#include <animation/mixer_scene.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(modifier_stack)

namespace {

using Modifier = ModifierStack::Modifier;

/// Three joints, each below the previous one, in their rest pose: one metre above the parent.
struct Chain3 {
    Chain3()
    {
        for (const char* name : {"root", "middle", "tip"}) {
            Bone* const parent = bones.empty() ? nullptr : bones.back();
            bones.push_back(&skeleton.createBone(name, {.parent = parent, .bind = toMat4({.translation = {0.f, 1.f, 0.f}})}));
        }
    }

    Skeleton skeleton{"chain"};
    std::vector<Bone*> bones;
    ModifierStack stack;
};

}  // namespace

BOOST_AUTO_TEST_CASE(modifiers_run_in_order_and_each_sees_what_those_before_it_did)
{
    Chain3 rig;
    std::string order;
    const auto logs = [&](char letter) {
        return [&order, letter](JointView joints, double) {
            order += letter;
            joints.setPosition(0, joints.getTransform(0).translation * 2.f + glm::vec3(1.f, 0.f, 0.f));
        };
    };
    Modifier& a = rig.stack.add("a", logs('a'));
    Modifier& b = rig.stack.add("b", logs('b'));
    Modifier& c = rig.stack.add("c", logs('c'));
    const auto run = [&] {
        order.clear();
        rig.bones[0]->setPosition({0.f, 0.f, 0.f});
        rig.stack.apply(rig.skeleton);
        return order;
    };
    BOOST_TEST(run() == "abc");
    BOOST_TEST(rig.bones[0]->getPosition() == glm::vec3(7.f, 0.f, 0.f));  // ((0 * 2 + 1) * 2 + 1) * 2 + 1
    rig.stack.moveBefore(c, &a);
    BOOST_TEST(run() == "cab");
    rig.stack.moveBefore(c, nullptr);
    BOOST_TEST(run() == "abc");
    rig.stack.moveBefore(a, &c);
    BOOST_TEST(run() == "bac");
    rig.stack.moveBefore(a, &a);
    rig.stack.moveBefore(b, &a);
    BOOST_TEST(run() == "bac");
    a.setEnabled(false);
    BOOST_TEST(!a.isEnabled());
    BOOST_TEST(run() == "bc");
    rig.stack.remove(b);
    BOOST_TEST(run() == "c");
    BOOST_TEST(rig.stack.modifiers().size() == 2u);
    BOOST_TEST(rig.stack.find("c") == &c);
    BOOST_TEST(rig.stack.find("b") == nullptr);
}

// By hand, at weight 0.25: a quarter of the way from (0, 1, 0) to (4, 1, 0); 30 of 120 degrees; a quarter of the way from scale 1. The
// target's quaternion has the opposite sign.
BOOST_AUTO_TEST_CASE(weight_blends_translation_and_scale_linearly_and_rotation_the_short_way)
{
    Chain3 rig;
    const glm::quat third = turned({0.f, 0.f, 1.f}, glm::radians(120.f));
    Modifier& put = rig.stack.add("put", putAll({{4.f, 1.f, 0.f}, -third, glm::vec3(3.f, 1.f, -1.f)}));
    const auto at = [&](float weight) {
        rig.bones[1]->setTransform({{0.f, 1.f, 0.f}});
        put.setWeight(weight);
        rig.stack.apply(rig.skeleton);
        return rig.bones[1]->getTransform();
    };
    BOOST_TEST((at(0.f) == Transform{{0.f, 1.f, 0.f}}));
    BOOST_TEST((at(1.f) == Transform{{4.f, 1.f, 0.f}, -third, {3.f, 1.f, -1.f}}));
    const auto [place, turn, scale] = at(0.25f);
    BOOST_TEST(place == glm::vec3(1.f, 1.f, 0.f));
    BOOST_TEST(scale == glm::vec3(1.5f, 1.f, 0.5f));
    BOOST_TEST(near(glm::mat3_cast(turn), glm::dmat3(glm::mat3_cast(turned({0.f, 0.f, 1.f}, glm::radians(30.f)))), 2e-7));
}

BOOST_AUTO_TEST_CASE(a_modifier_without_weight_is_not_called)
{
    Chain3 rig;
    int calls = 0;
    Modifier& count = rig.stack.add("count", [&](JointView, double) { ++calls; }, {.weight = 0.f});
    rig.stack.apply(rig.skeleton);
    BOOST_TEST(calls == 0);
    count.fadeTo(1.f, 2.);
    rig.stack.advance(0.5);
    rig.stack.apply(rig.skeleton);
    BOOST_TEST(calls == 1);
    BOOST_TEST(count.getWeight() == 0.25f);
    rig.stack.advance(10.);
    BOOST_TEST(count.getWeight() == 1.f);
}

BOOST_AUTO_TEST_CASE(functions_get_the_seconds_of_the_last_advance)
{
    Chain3 rig;
    double seen = -1.;
    rig.stack.add("clock", [&](JointView, double seconds) { seen = seconds; });
    rig.stack.apply(rig.skeleton);
    BOOST_TEST(seen == 0.);
    rig.stack.advance(0.125);
    rig.stack.apply(rig.skeleton);
    BOOST_TEST(seen == 0.125);
    BOOST_CHECK_THROW(rig.stack.advance(std::nan("")), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_masked_joint_keeps_its_bits_even_of_a_sheared_matrix)
{
    Chain3 rig;
    glm::mat4 sheared(1.f);
    sheared[1][0] = 0.7f;
    rig.bones[0]->setLocalMatrix(sheared);
    Modifier& put = rig.stack.add("put", putAll({{5.f, 1.f, 0.f}}), {.weight = 0.5f});
    put.setMask(*rig.bones[0], 0.f);
    put.setMask(*rig.bones[2], 0.5f);
    rig.stack.apply(rig.skeleton);
    BOOST_TEST((rig.bones[0]->getLocalMatrix() == sheared));
    BOOST_TEST(rig.bones[1]->getPosition() == glm::vec3(2.5f, 1.f, 0.f));
    BOOST_TEST(rig.bones[2]->getPosition() == glm::vec3(1.25f, 1.f, 0.f));
    BOOST_TEST(put.getMask(*rig.bones[2]) == 0.5f);
    // Joints that a modifier does not change keep their shear as well.
    rig.stack.remove(put);
    rig.stack.add("one", [](JointView joints, double) { joints.setPosition(2, {}); }, {.weight = 0.5f});
    rig.stack.apply(rig.skeleton);
    BOOST_TEST((rig.bones[0]->getLocalMatrix() == sheared));
}

BOOST_AUTO_TEST_CASE(masks_of_subtrees_and_their_bones_wherever_they_are)
{
    Chain3 rig;
    Modifier& put = rig.stack.add("put", putAll({{5.f, 1.f, 0.f}}), {.below = rig.bones[1]});
    BOOST_TEST(put.getMask(*rig.bones[0]) == 0.f);
    BOOST_TEST(put.getMask(*rig.bones[2]) == 1.f);
    Pose pose = capturePose(rig.skeleton);
    rig.stack.apply(JointView(rig.skeleton, pose));
    BOOST_TEST(pose.bones[0].translation == glm::vec3(0.f, 1.f, 0.f));
    BOOST_TEST(pose.bones[1].translation == glm::vec3(5.f, 1.f, 0.f));

    rig.skeleton.removeBone(*rig.bones[0], Removal::KeepChildren);  // later bones move down one index
    put.setMask(*rig.bones[2], 0.f);
    rig.stack.apply(rig.skeleton);
    BOOST_TEST(rig.bones[1]->getPosition().x == 5.f);
    BOOST_TEST(rig.bones[2]->getPosition().x == 0.f);
    put.setMask(1.f);
    rig.stack.apply(rig.skeleton);
    BOOST_TEST(rig.bones[2]->getPosition().x == 5.f);

    Chain3 other;
    put.setMask(*rig.bones[1], 0.5f);
    BOOST_CHECK_EXCEPTION(put.setMask(*other.bones[0], 0.5f), std::invalid_argument, says("other masks are of the skeleton \"chain\""));
    BOOST_TEST(put.getMask(*rig.bones[1]) == 0.5f);
}

BOOST_AUTO_TEST_CASE(a_modifier_may_remove_itself_and_others_and_add_more)
{
    Chain3 rig;
    std::string order;
    Modifier* second = nullptr;
    rig.stack.add("first", [&](JointView, double) {
        order += '1';
        if (second != nullptr) {
            rig.stack.remove(*second);
            second = nullptr;
            rig.stack.remove(*rig.stack.find("first"));
            rig.stack.add("late", [&](JointView, double) { order += 'l'; });
        }
    });
    second = &rig.stack.add("second", [&](JointView, double) { order += '2'; });
    const Handle<Modifier> handle(*second);
    rig.stack.add("third", [&](JointView, double) { order += '3'; });
    rig.stack.apply(rig.skeleton);
    BOOST_TEST(order == "13");
    BOOST_TEST(handle.hasGone());
    rig.stack.apply(rig.skeleton);
    BOOST_TEST(order == "133l");
}

BOOST_AUTO_TEST_CASE(an_exception_keeps_what_was_done_before_it_and_ends_the_frame)
{
    Chain3 rig;
    rig.stack.add("good", [](JointView joints, double) { joints.setPosition(0, {1.f, 0.f, 0.f}); });
    rig.stack.add("bad",
                  [](JointView joints, double) {
                      joints.setPosition(1, {2.f, 0.f, 0.f});
                      throw std::runtime_error("no");
                  },
                  {.weight = 0.5f});
    rig.stack.add("after", [](JointView joints, double) { joints.setPosition(2, {3.f, 0.f, 0.f}); });
    BOOST_CHECK_THROW(rig.stack.apply(rig.skeleton), std::runtime_error);
    BOOST_TEST(rig.bones[0]->getPosition().x == 1.f);
    BOOST_TEST(rig.bones[1]->getPosition().x == 2.f);
    BOOST_TEST(rig.bones[2]->getPosition().x == 0.f);

    ModifierStack growing;
    growing.add("grows", [&](JointView, double) { rig.skeleton.createBone("more"); }, {.weight = 0.5f});
    BOOST_CHECK_EXCEPTION(growing.apply(rig.skeleton), std::logic_error, says("modifier \"grows\": it made 4 bones of 3"));
}

BOOST_AUTO_TEST_CASE(bad_numbers_are_refused_and_change_nothing)
{
    Chain3 rig;
    BOOST_CHECK_EXCEPTION(rig.stack.add("none", nullptr), std::invalid_argument, says("modifier \"none\": there is no function"));
    BOOST_CHECK_EXCEPTION(rig.stack.add("heavy", putAll({}), {.weight = 1.5f}), std::invalid_argument,
                          says("modifier \"heavy\": weight 1.5 is outside [0, 1]"));
    BOOST_TEST(rig.stack.modifiers().empty());
    Modifier& put = rig.stack.add("put", putAll({}), {.weight = 0.5f});
    for (const float bad : {-0.5f, 2.f, std::nanf("")}) {
        BOOST_CHECK_THROW(put.setWeight(bad), std::invalid_argument);
        BOOST_CHECK_THROW(put.fadeTo(bad, 1.), std::invalid_argument);
        BOOST_CHECK_THROW(put.setMask(bad), std::invalid_argument);
        BOOST_CHECK_THROW(put.setMask(*rig.bones[0], bad), std::invalid_argument);
        BOOST_CHECK_THROW(put.setSubtreeMask(*rig.bones[0], bad), std::invalid_argument);
    }
    BOOST_CHECK_THROW(put.fadeTo(1.f, -1.), std::invalid_argument);
    BOOST_TEST(put.getWeight() == 0.5f);
    BOOST_TEST(put.getMask(*rig.bones[0]) == 1.f);
    ModifierStack other;
    BOOST_CHECK_EXCEPTION(other.remove(put), std::invalid_argument, says("modifier \"put\": it belongs to another stack"));
    BOOST_CHECK_THROW(rig.stack.moveBefore(put, &other.add("there", putAll({}))), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(text_says_who_runs_with_which_weight)
{
    Chain3 rig;
    rig.stack.add("look", putAll({}), {.weight = 0.5f, .isEnabled = false});
    rig.stack.add("feet", putAll({}));
    BOOST_TEST(toString(rig.stack) == "2 modifiers\n  look: weight 0.5, disabled\n  feet: weight 1");
    BOOST_TEST(toString(ModifierOptions{.weight = 0.5f}) == "weight 0.5, isEnabled true, below none");
}

// Masks are set before and after another bone is removed, then the skeleton is destroyed: they apply by the joints' last indices.
BOOST_AUTO_TEST_CASE(masks_outlive_their_skeleton_with_the_numbers_of_the_last_change)
{
    ModifierStack stack;
    Modifier& put = stack.add("put", putAll(Transform{.translation = {5.f, 1.f, 0.f}}));
    Skeleton clone;
    {
        Chain3 rig;
        put.setMask(*rig.bones[2], 0.f);
        rig.skeleton.removeBone(*rig.bones[0], Removal::KeepChildren);
        put.setMask(*rig.bones[1], 0.5f);
        rig.skeleton.bones()[0]->setParent(nullptr);
        for (const char* name : {"middle", "tip"}) {
            clone.createBone(name, {.parent = clone.bones().empty() ? nullptr : clone.bones().back()});
        }
    }
    stack.apply(clone);
    BOOST_TEST(clone.bones()[0]->getPosition().x == 2.5f);
    BOOST_TEST(clone.bones()[1]->getPosition().x == 0.f);
}

BOOST_AUTO_TEST_SUITE_END()
