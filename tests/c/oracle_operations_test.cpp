#include <functional>
#include <map>

#include "golden_twin.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

/// A case's rig in C++ and through the C API, each with a host at Babylon.js's node.
struct OperatedTwin {
    explicit OperatedTwin(const Json& golden)
        : twin(golden["bones"], SingularBind::GiveInverse), cppHost(makeNode(cppScene, golden["tNode"], "tNode"))
    {
        ok(armature_scene_create(twin.context, &scene));
        ok(armature_scene_create_node(scene, "tNode", nullptr, nullptr, &host));
        ok(armature_node_set_local_matrix(host, MatrixFloats(cppHost.getWorldMatrix()).numbers));
        cppHost.setParent(nullptr);
        cppHost.setLocalMatrix(capi::matrixOf(armature_node_world_matrix, static_cast<const armature_node*>(host)));
        twin.cpp.skeleton.setHostNode(&cppHost);
        ok(armature_skeleton_set_host(twin.skeleton, host));
    }

    /// Checks that positions, rotations and scales of a bone have the bits of C++ in each space.
    void compareParts(std::size_t index) const
    {
        const Bone& bone = *twin.cpp.skeleton.bones()[index];
        armature_node* const node = armature_bone_as_node(twin.bone(index));
        for (const Space space : {Space::Skeleton, Space::World}) {
            const auto given = static_cast<armature_space>(space);
            glm::vec3 position;
            glm::vec3 scaling;
            float rotation[4];
            ok(armature_node_position(node, given, &position.x));
            ok(armature_node_scaling(node, given, &scaling.x));
            ok(armature_node_rotation(node, given, rotation));
            BOOST_TEST((position == bone.getPosition(space)));
            BOOST_TEST((scaling == bone.getScaling(space)));
            BOOST_TEST((glm::quat(rotation[3], rotation[0], rotation[1], rotation[2]) == bone.getRotationQuaternion(space)));
        }
    }

    GoldenTwin twin;
    Scene cppScene;
    TransformNode& cppHost;
    armature_scene* scene = nullptr;
    armature_node* host = nullptr;
};

using TwinOperation = std::function<void(Bone&, armature_node*, const Json& arguments, Space)>;

glm::vec3 vectorOf(const Json& arguments, const char* key = "vec")
{
    return glm::vec3(arguments[key].vector());
}

float numberOf(const Json& arguments, const char* key)
{
    return static_cast<float>(arguments[key].number());
}

void place(Bone& bone, armature_node* node, const glm::vec3& position, Space space)
{
    space == Space::Local ? bone.setPosition(position) : bone.setPosition(position, space);
    ok(armature_node_set_position(node, &position.x, static_cast<armature_space>(space)));
}

void turn(Bone& bone, armature_node* node, const glm::quat& rotation, Space space)
{
    space == Space::Local ? bone.setRotationQuaternion(rotation) : bone.setRotationQuaternion(rotation, space);
    const float numbers[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
    ok(armature_node_set_rotation(node, numbers, static_cast<armature_space>(space)));
}

void resize(Bone& bone, armature_node* node, const glm::vec3& scaling)
{
    bone.setScaling(scaling);
    ok(armature_node_set_scaling(node, &scaling.x, ARMATURE_SPACE_LOCAL));
}

/// Babylon.js's operations as functions of the C API, beside the same in C++.
const std::map<std::string, TwinOperation> twinOperations{
    {"translate",
     [](Bone& bone, armature_node* node, const Json& arguments, Space space) {
         const glm::vec3 offset = vectorOf(arguments);
         bone.translate(offset, space);
         ok(armature_node_translate(node, &offset.x, static_cast<armature_space>(space)));
     }},
    {"rotate",
     [](Bone& bone, armature_node* node, const Json& arguments, Space space) {
         const glm::vec3 axis = vectorOf(arguments, "axis");
         bone.rotate(axis, numberOf(arguments, "angle"), space);
         ok(armature_node_rotate(node, &axis.x, numberOf(arguments, "angle"), static_cast<armature_space>(space)));
     }},
    {"setPosition", [](Bone& b, armature_node* n, const Json& a, Space s) { place(b, n, vectorOf(a), s); }},
    {"setAbsolutePosition", [](Bone& b, armature_node* n, const Json& a, Space s) { place(b, n, vectorOf(a), s); }},
    {"position=", [](Bone& b, armature_node* n, const Json& a, Space) { place(b, n, vectorOf(a), Space::Local); }},
    {"setScale", [](Bone& b, armature_node* n, const Json& a, Space) { resize(b, n, vectorOf(a)); }},
    {"scaling=", [](Bone& b, armature_node* n, const Json& a, Space) { resize(b, n, vectorOf(a)); }},
    {"setYawPitchRoll",
     [](Bone& b, armature_node* n, const Json& a, Space s) {
         turn(b, n, eulerToQuaternion({numberOf(a, "pitch"), numberOf(a, "yaw"), numberOf(a, "roll")}), s);
     }},
    {"setAxisAngle", [](Bone& b, armature_node* n, const Json& a,
                        Space s) { turn(b, n, glm::angleAxis(numberOf(a, "angle"), glm::normalize(vectorOf(a, "axis"))), s); }},
    {"setRotation", [](Bone& b, armature_node* n, const Json& a, Space s) { turn(b, n, eulerToQuaternion(vectorOf(a)), s); }},
    {"rotation=", [](Bone& b, armature_node* n, const Json& a, Space) { turn(b, n, eulerToQuaternion(vectorOf(a)), Space::Local); }},
    {"setRotationQuaternion", [](Bone& b, armature_node* n, const Json& a, Space s) { turn(b, n, glm::quat(a["quat"].quaternion()), s); }},
    {"rotationQuaternion=",
     [](Bone& b, armature_node* n, const Json& a, Space) { turn(b, n, glm::quat(a["quat"].quaternion()), Space::Local); }},
    {"returnToRest",
     [](Bone& b, armature_node* n, const Json&, Space) {
         b.returnToRest();
         ok(armature_bone_return_to_rest(armature_node_as_bone(n)));
     }},
};

/// Babylon.js's WORLD is skeleton space, or world space if it is given a node.
Space spaceOfStep(const Json& step)
{
    const bool isWorld = step["op"].text() == "setAbsolutePosition" || (step.has("space") && step["space"].text() == "WORLD");
    return !isWorld ? Space::Local : step.flag("tNode") ? Space::World : Space::Skeleton;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_oracle)

BOOST_AUTO_TEST_CASE(operations_are_golden_through_c)
{
    compareGolden("operations", "c operations", [](const Json& golden, OracleTally& tally) {
        OperatedTwin operated(golden);
        GoldenTwin& twin = operated.twin;
        for (const Json& step : golden["steps"].items()) {
            const auto operation = twinOperations.find(step["op"].text());
            if (operation == twinOperations.end()) {
                tally.skipped("not in the C API: " + step["op"].text());
                twin.setLocals(step["local"].matrices());
                continue;
            }
            tally.examinedStep();
            const std::size_t index = step["bone"].index();
            operation->second(*twin.cpp.skeleton.bones()[index], armature_bone_as_node(twin.bone(index)), step["args"], spaceOfStep(step));
            twin.compareLocals(tally, step["local"].numbers());
            twin.compare(tally, "absolute", armature_bone_absolute_matrix, &Bone::getAbsoluteMatrix, step["absolute"].numbers());
            operated.compareParts(index);
            twin.setLocals(step["local"].matrices());
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
