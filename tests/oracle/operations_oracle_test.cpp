#include <functional>
#include <map>

#include <oracle/golden_rig.hpp>
#include <oracle/sane_operations.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(oracle_operations)

namespace {

/// In Babylon.js, WORLD means skeleton space or, with a node, skeleton space transformed by that node. Here, the two spaces have different
/// names, and the node is either passed as an argument or is the skeleton's host.
enum class Via { RelativeTo, Host };

struct Operand {
    Operand(const Json& golden, Via chosen)
        : via(chosen), node(makeNode(scene, golden["tNode"], "tNode")), rig(golden["bones"], SingularBind::GiveInverse)
    {
        if (via == Via::Host) {
            rig.skeleton.setHostNode(&node);
        }
    }

    [[nodiscard]] const TransformNode* relativeTo(bool withNode) const { return withNode && via == Via::RelativeTo ? &node : nullptr; }

    Via via;
    Scene scene;
    TransformNode& node;
    GoldenRig rig;
};

using Operation = std::function<void(Bone&, const Json& arguments, Space, const TransformNode*)>;

glm::vec3 vectorIn(const Json& arguments)
{
    return glm::vec3(arguments["vec"].vector());
}

float numberIn(const Json& arguments, std::string_view key)
{
    return static_cast<float>(arguments[key].number());
}

glm::vec3 axisIn(const Json& arguments)
{
    return glm::vec3(arguments["axis"].vector());
}

const std::map<std::string, Operation> operations{
    {"translate", [](Bone& b, const Json& a, Space s, const TransformNode* n) { b.translate(vectorIn(a), s, n); }},
    {"setPosition", [](Bone& b, const Json& a, Space s, const TransformNode* n) { b.setPosition(vectorIn(a), s, n); }},
    {"setAbsolutePosition", [](Bone& b, const Json& a, Space s, const TransformNode* n) { b.setPosition(vectorIn(a), s, n); }},
    {"scale",
     [](Bone& b, const Json& a, Space, const TransformNode*) {
         b.scale({numberIn(a, "x"), numberIn(a, "y"), numberIn(a, "z")},
                 a.flag("scaleChildren") ? ChildScaling::Propagate : ChildScaling::Compensate);
     }},
    {"setScale", [](Bone& b, const Json& a, Space, const TransformNode*) { b.setScaling(vectorIn(a)); }},
    {"setYawPitchRoll",
     [](Bone& b, const Json& a, Space s, const TransformNode* n) {
         b.setRotation({numberIn(a, "pitch"), numberIn(a, "yaw"), numberIn(a, "roll")}, s, n);
     }},
    {"rotate", [](Bone& b, const Json& a, Space s, const TransformNode* n) { b.rotate(axisIn(a), numberIn(a, "angle"), s, n); }},
    {"setAxisAngle",
     [](Bone& b, const Json& a, Space s, const TransformNode* n) {
         b.setRotationQuaternion(glm::angleAxis(numberIn(a, "angle"), glm::normalize(axisIn(a))), s, n);
     }},
    {"setRotation", [](Bone& b, const Json& a, Space s, const TransformNode* n) { b.setRotation(vectorIn(a), s, n); }},
    {"setRotationQuaternion",
     [](Bone& b, const Json& a, Space s, const TransformNode* n) { b.setRotationQuaternion(glm::quat(a["quat"].quaternion()), s, n); }},
    {"setRotationMatrix",
     [](Bone& b, const Json& a, Space s, const TransformNode* n) { b.setRotationMatrix(glm::mat3(a["mat"].matrix()), s, n); }},
    {"position=", [](Bone& b, const Json& a, Space, const TransformNode*) { b.setPosition(vectorIn(a)); }},
    {"rotation=", [](Bone& b, const Json& a, Space, const TransformNode*) { b.setRotation(vectorIn(a)); }},
    {"rotationQuaternion=",
     [](Bone& b, const Json& a, Space, const TransformNode*) { b.setRotationQuaternion(glm::quat(a["quat"].quaternion())); }},
    {"scaling=", [](Bone& b, const Json& a, Space, const TransformNode*) { b.setScaling(vectorIn(a)); }},
    {"returnToRest", [](Bone& b, const Json&, Space, const TransformNode*) { b.returnToRest(); }},
};

Space spaceOf(const Json& step)
{
    const bool isWorld = step["op"].text() == "setAbsolutePosition" || (step.has("space") && step["space"].text() == "WORLD");
    return !isWorld ? Space::Local : step.flag("tNode") ? Space::World : Space::Skeleton;
}

/// Whether the bone's own matrix or one above it is mirrored. The operation may then split a mirrored matrix or take a rotation from it.
bool meetsMirror(const SaneBones& before, const Json& step)
{
    const std::size_t bone = step["bone"].index();
    return reference::isMirrored(before.locals[bone]) || reference::isMirrored(before.frame(bone, Space::Skeleton))
           || (step.flag("tNode") && reference::isMirrored(before.world));
}

/// Returns why a step may differ: its own mark, the reason that its case gives, or a mirror. With a mirror, Babylon.js flips the x axis in
/// WORLD rotations and drops the signs of scales.
std::string operationMark(const Json& golden, const Json& step, const SaneBones& before)
{
    for (const char* mark : {"scaleReset", "lossy"}) {
        if (step.flag(mark)) {
            return mark;
        }
    }
    if (step.flag("quirk") || golden.has("why")) {
        return (step.flag("quirk") ? step : golden)["why"].text();
    }
    return meetsMirror(before, step) ? "mirrored" : "";
}

void checkOperation(const Json& golden, const Json& step, int number, Operand& operand, OracleTally& tally)
{
    GoldenRig& rig = operand.rig;
    const std::size_t index = step["bone"].index();
    const glm::dmat4 world = golden["tNode"]["world"].matrix();
    const SaneBones before{rig.locals(), rig.parents(), world};
    operations.at(step["op"].text())(*rig.skeleton.bones()[index], step["args"], spaceOf(step), operand.relativeTo(step.flag("tNode")));

    const std::string where =
        golden["id"].text() + " step " + std::to_string(number) + " " + step["op"].text() + (step.flag("tNode") ? " tNode" : "");
    StepVerdict verdict(tally, where);
    const std::string mark = operationMark(golden, step, before);
    const auto sane = [&] { return saneOperation(before, step, spaceOf(step)); };
    verdict.equalOrSane("local", numbersOf(rig.locals()), step["local"].numbers(), mark, [&] { return numbersOf(sane()); });
    verdict.equalOrSane("absolute", numbersOf(rig.absolutes()), step["absolute"].numbers(), mark,
                        [&] { return numbersOf(reference::absolutes(sane(), before.parents)); });
    if (!mark.empty()) {
        rig.setLocals(step["local"].matrices());
    }
    if (step.has("get")) {
        const Json get = step["get"];
        const std::size_t read = get["bone"].index();
        const SaneBones bones{rig.locals(), rig.parents(), world};
        const std::string why = golden.has("why") ? golden["why"].text() : step.flag("lossy") ? "lossy" : "";
        const Bone& bone = *rig.skeleton.bones()[read];
        checkGetters(verdict, {get, "LOCAL", bone, read, bones, Space::Local, nullptr, why});
        checkGetters(verdict, {get, "WORLD", bone, read, bones, Space::Skeleton, nullptr, why});
        checkGetters(verdict, {get, "WORLD_TNODE", bone, read, bones, Space::World, operand.relativeTo(true), why});
    }
}

void checkFamily(Via via, const std::string& title)
{
    compareGolden("operations", title, [via](const Json& golden, OracleTally& tally) {
        Operand operand(golden, via);
        BOOST_TEST(near(operand.node.getWorldMatrix(), golden["tNode"]["world"].matrix(), goldenTolerance));
        int number = 0;
        for (const Json& step : golden["steps"].items()) {
            checkOperation(golden, step, number++, operand, tally);
        }
    });
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_case_relative_to_a_given_node)
{
    checkFamily(Via::RelativeTo, "operations");
}

// The same numbers must come out when the node is the skeleton's host, where World needs no explicit node.
BOOST_AUTO_TEST_CASE(every_case_through_the_skeletons_host)
{
    checkFamily(Via::Host, "operations (through the host)");
}

BOOST_AUTO_TEST_SUITE_END()
