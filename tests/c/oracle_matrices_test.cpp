#include <map>

#include "golden_twin.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

using GoldenMatrices = std::vector<glm::dmat4>;

std::size_t placeOf(const GoldenTwin& twin, const std::string& name)
{
    const auto bones = twin.cpp.skeleton.bones();
    const auto found = std::ranges::find(bones, name, [](const Bone* bone) { return bone->getName(); });
    return static_cast<std::size_t>(found - bones.begin());
}

/// Sets a bind matrix, in both twins. Babylon.js's setBindMatrix also moves the bone to the bind pose.
void setBind(GoldenTwin& twin, const std::string& name, const glm::mat4& matrix, bool movesBone)
{
    Bone& bone = *twin.cpp.skeleton.findBone(name);
    bone.setBindMatrix(matrix);
    ok(armature_bone_set_bind_matrix(twin.named(name), MatrixFloats(matrix).numbers, false));
    if (movesBone) {
        bone.setLocalMatrix(matrix);
        ok(armature_node_set_local_matrix(twin.node(name), MatrixFloats(matrix).numbers));
    }
}

void setParentOf(GoldenTwin& twin, const Json& step)
{
    const std::string name = step["b"].text();
    const bool isRoot = step["p"].isNull();
    Bone* const above = isRoot ? nullptr : twin.cpp.skeleton.findBone(step["p"].text());
    twin.cpp.skeleton.findBone(name)->setParent(above);
    ok(armature_node_set_parent(twin.node(name), isRoot ? nullptr : twin.node(step["p"].text()), ARMATURE_KEEP_LOCAL));
}

void takeStep(GoldenTwin& twin, const Json& step)
{
    const std::string op = step["op"].text();
    if (op == "setTRS") {
        for (const Json& set : step["sets"].items()) {
            twin.setParts(placeOf(twin, set["b"].text()), set);
        }
    } else if (op == "setLocalMatrix") {
        for (const Json& set : step["sets"].items()) {
            const glm::mat4 matrix(set["m"].matrix());
            twin.cpp.skeleton.findBone(set["b"].text())->setLocalMatrix(matrix);
            ok(armature_node_set_local_matrix(twin.node(set["b"].text()), MatrixFloats(matrix).numbers));
        }
    } else if (op == "returnToRest") {
        twin.cpp.skeleton.returnToRest();
        ok(armature_skeleton_return_to_rest(twin.skeleton));
    } else if (op == "setCurrentPoseAsRest") {
        twin.cpp.skeleton.setCurrentPoseAsRest();
        ok(armature_skeleton_set_current_pose_as_rest(twin.skeleton));
    } else if (op == "setRestMatrix") {
        const glm::mat4 matrix(step["m"].matrix());
        twin.cpp.skeleton.findBone(step["b"].text())->setRestMatrix(matrix);
        ok(armature_bone_set_rest_matrix(twin.named(step["b"].text()), MatrixFloats(matrix).numbers));
    } else if (op == "setBindMatrix" || op == "updateMatrix") {
        setBind(twin, step["b"].text(), glm::mat4(step["m"].matrix()), op == "setBindMatrix" || step.flag("updateLocal"));
    } else if (op == "setParent") {
        setParentOf(twin, step);
    } else if (op == "sortBones") {
        twin.cpp.skeleton.sortBones();
        ok(armature_skeleton_sort_bones(twin.skeleton));
    } else {
        BOOST_REQUIRE_EQUAL(op, "none");
    }
}

/// Resolves references of a golden state to itself and to the previous state.
void nextState(std::map<std::string, GoldenMatrices>& state, const Json& packed)
{
    for (const char* field : {"local", "absolute", "final", "skin", "bind", "absoluteBind", "absoluteInverseBind", "rest"}) {
        const Json value = packed[field];
        const std::string reference = value.isText() ? value.text() : "";
        if (reference.empty()) {
            state[field] = value.matrices();
        } else if (reference != "=prev") {
            state[field] = state.at(reference.substr(1));
        }
    }
}

/// A bind matrix that Babylon.js accepts although it cannot be inverted.
bool hasSingularBind(const Json& golden)
{
    const auto tags = golden["tags"].items();
    return std::ranges::any_of(tags, [](const Json& tag) { return tag.text() == "zeroScale:bind"; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_oracle)

BOOST_AUTO_TEST_CASE(the_seven_matrices_are_golden_through_c)
{
    compareGolden("matrices", "c matrices", [](const Json& golden, OracleTally& tally) {
        if (hasSingularBind(golden)) {
            tally.skipped("a bind matrix that cannot be inverted is refused");
            return;
        }
        GoldenTwin twin(golden["bones"]);
        std::map<std::string, GoldenMatrices> state;
        for (const Json& step : golden["steps"].items()) {
            tally.examinedStep();
            takeStep(twin, step);
            nextState(state, step["state"]);
            const auto expected = [&](const char* field) { return numbersOf(state.at(field)); };
            twin.compareLocals(tally, expected("local"));
            twin.compare(tally, "absolute", armature_bone_absolute_matrix, &Bone::getAbsoluteMatrix, expected("absolute"));
            twin.compare(tally, "final", armature_bone_final_matrix, &Bone::getFinalMatrix, expected("skin"), paletteTolerance);
            twin.compare(tally, "bind", armature_bone_bind_matrix, &Bone::getBindMatrix, expected("bind"));
            twin.compare(tally, "absolute bind", armature_bone_absolute_bind_matrix, &Bone::getAbsoluteBindMatrix,
                         expected("absoluteBind"));
            twin.compare(tally, "absolute inverse bind", armature_bone_absolute_inverse_bind_matrix, &Bone::getAbsoluteInverseBindMatrix,
                         expected("absoluteInverseBind"));
            twin.compare(tally, "rest", armature_bone_rest_matrix, &Bone::getRestMatrix, expected("rest"));
            if (step["op"].text() == "setTRS") {
                twin.setLocals(state.at("local"));  // where parts of a sheared matrix were set, as tests/oracle does
            }
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
