#include "golden_twin.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

/// A rig whose bones are driven by nodes of a scene, in C++ and through the C API.
struct LinkedTwin {
    explicit LinkedTwin(const Json& golden) : twin(golden["bones"])
    {
        ok(armature_scene_create(twin.context, &scene));
        for (const Json& spec : golden["nodes"].items()) {
            const auto parent = spec["p"].integer();
            const Transform local = transformOf(spec);
            const auto above = static_cast<std::size_t>(parent);
            inCpp.push_back(&cppScene.createTransformNode(spec["n"].text(), parent < 0 ? nullptr : inCpp[above], local));
            const armature_transform given = give(local);
            armature_node* node = nullptr;
            ok(armature_scene_create_node(scene, spec["n"].text().c_str(), parent < 0 ? nullptr : nodes[above], &given, &node));
            nodes.push_back(node);
        }
        const auto links = golden["links"].items();
        for (std::size_t i = 0; i < links.size(); ++i) {
            if (links[i].integer() >= 0) {
                link(i, links[i]);
            }
        }
    }

    static armature_transform give(const Transform& transform)
    {
        return {{transform.translation.x, transform.translation.y, transform.translation.z},
                {transform.rotation.x, transform.rotation.y, transform.rotation.z, transform.rotation.w},
                {transform.scale.x, transform.scale.y, transform.scale.z}};
    }

    void link(std::size_t bone, const Json& node)
    {
        twin.cpp.skeleton.bones()[bone]->linkTransformNode(node.isNull() ? nullptr : inCpp[node.index()]);
        ok(armature_bone_link_node(twin.bone(bone), node.isNull() ? nullptr : nodes[node.index()], ARMATURE_LINK_NODE_DRIVES));
    }

    /// Sets the parts of a node that an entry names, in both scenes.
    void setNode(const Json& entry)
    {
        const std::size_t index = entry["node"].index();
        Transform transform = inCpp[index]->getTransform();
        if (entry.has("t")) {
            transform.translation = glm::vec3(entry["t"].vector());
        }
        if (entry.has("r")) {
            transform.rotation = glm::normalize(glm::quat(entry["r"].quaternion()));
        }
        if (entry.has("e")) {
            transform.rotation = eulerToQuaternion(glm::vec3(entry["e"].vector()));
        }
        if (entry.has("s")) {
            transform.scale = glm::vec3(entry["s"].vector());
        }
        inCpp[index]->setTransform(transform);
        const armature_transform given = give(transform);
        ok(armature_node_set_transform(nodes[index], &given));
    }

    void takeStep(const Json& step)
    {
        const std::string op = step["op"].text();
        if (op == "setNodes") {
            for (const Json& set : step["sets"].items()) {
                setNode(set);
            }
        } else if (op == "setBone") {
            twin.setParts(step["bone"].index(), step);
        } else if (op == "link") {
            link(step["bone"].index(), step["node"]);
        } else if (op == "returnToRest") {
            twin.cpp.skeleton.returnToRest();
            ok(armature_skeleton_return_to_rest(twin.skeleton));
        } else if (op == "setCurrentPoseAsRest") {
            twin.cpp.skeleton.setCurrentPoseAsRest();
            ok(armature_skeleton_set_current_pose_as_rest(twin.skeleton));
        } else {
            BOOST_REQUIRE_EQUAL(op, "none");
        }
    }

    /// Compares the world matrices of the nodes.
    void compareWorlds(OracleTally& tally, const Json& golden) const
    {
        std::vector<glm::mat4> actual;
        std::vector<glm::mat4> expected;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            actual.push_back(capi::matrixOf(armature_node_world_matrix, static_cast<const armature_node*>(nodes[i])));
            expected.push_back(inCpp[i]->getWorldMatrix());
        }
        compareMatrices(tally, "node worlds", actual, expected, golden.numbers(), goldenTolerance);
    }

    GoldenTwin twin;
    Scene cppScene;
    std::vector<TransformNode*> inCpp;
    armature_scene* scene = nullptr;
    std::vector<armature_node*> nodes;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(c_oracle)

BOOST_AUTO_TEST_CASE(linked_bones_are_golden_through_c)
{
    compareGolden("linked", "c linked", [](const Json& golden, OracleTally& tally) {
        LinkedTwin linked(golden);
        for (const Json& step : golden["steps"].items()) {
            tally.examinedStep();
            linked.takeStep(step);
            linked.twin.compareLocals(tally, step["local"].numbers());
            linked.twin.compare(tally, "absolute", armature_bone_absolute_matrix, &Bone::getAbsoluteMatrix, step["final"].numbers());
            linked.twin.compare(tally, "final", armature_bone_final_matrix, &Bone::getFinalMatrix, step["skin"].numbers(),
                                paletteTolerance);
            if (step.has("nodeWorld")) {
                linked.compareWorlds(tally, step["nodeWorld"]);
            }
            if (step.has("rest")) {
                linked.twin.compare(tally, "rest", armature_bone_rest_matrix, &Bone::getRestMatrix, step["rest"].numbers());
            }
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
