#include <oracle/golden_rig.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(oracle_linked)

namespace {

using Matrices = std::vector<glm::dmat4>;

struct LinkedRig {
    explicit LinkedRig(const Json& golden) : rig(golden["bones"])
    {
        for (const Json& spec : golden["nodes"].items()) {
            const auto parent = spec["p"].integer();
            nodes.push_back(&scene.createTransformNode(spec["n"].text(), parent < 0 ? nullptr : nodes[static_cast<std::size_t>(parent)],
                                                       transformOf(spec)));
        }
        const auto links = golden["links"].items();
        for (std::size_t i = 0; i < links.size(); ++i) {
            if (links[i].integer() >= 0) {
                rig.skeleton.bones()[i]->linkTransformNode(nodes[links[i].index()]);
            }
        }
    }

    Scene scene;
    std::vector<TransformNode*> nodes;
    GoldenRig rig;
};

void setNode(TransformNode& node, const Json& entry)
{
    if (entry.has("t")) {
        node.setPosition(glm::vec3(entry["t"].vector()));
    }
    if (entry.has("r")) {
        node.setRotationQuaternion(glm::quat(entry["r"].quaternion()));
    }
    if (entry.has("e")) {
        node.setRotation(glm::vec3(entry["e"].vector()));
    }
    if (entry.has("s")) {
        node.setScaling(glm::vec3(entry["s"].vector()));
    }
}

void applyToLinked(LinkedRig& linked, const Json& step)
{
    const std::string op = step["op"].text();
    const auto bones = linked.rig.skeleton.bones();
    if (op == "setNodes") {
        for (const Json& set : step["sets"].items()) {
            setNode(*linked.nodes[set["node"].index()], set);
        }
    } else if (op == "setBone") {
        GoldenRig::setParts(*bones[step["bone"].index()], step);
    } else if (op == "link") {
        bones[step["bone"].index()]->linkTransformNode(step["node"].isNull() ? nullptr : linked.nodes[step["node"].index()]);
    } else if (op == "returnToRest") {
        linked.rig.skeleton.returnToRest();
    } else if (op == "setCurrentPoseAsRest") {
        linked.rig.skeleton.setCurrentPoseAsRest();
    } else {
        BOOST_REQUIRE_EQUAL(op, "none");
    }
}

/// Checks the nodes. returnToRest() restores the pose exactly; Babylon.js splits the rest matrix, which moves the signs of scales to y.
void checkNodes(StepVerdict& verdict, LinkedRig& linked, const Json& step)
{
    const auto golden = step["nodes"].items();
    for (std::size_t i = 0; i < golden.size(); ++i) {
        const Transform actual = linked.nodes[i]->getTransform();
        const glm::dquat rotation = golden[i].has("r") ? golden[i]["r"].quaternion() : reference::eulerRotation(golden[i]["e"].vector());
        verdict.equal("node position", listOf(actual.translation), golden[i]["t"].numbers());
        const glm::dvec3 scale = golden[i]["s"].vector();
        const bool isMirrored = std::min({actual.scale.x, actual.scale.y, actual.scale.z}) < 0.f;
        if (isMirrored && step["op"].text() == "returnToRest" && !agree(listOf(actual.scale), listOf(scale))) {
            const glm::dmat4 local(linked.nodes[i]->getLocalMatrix());
            const glm::dmat4 restored = reference::compose({golden[i]["t"].vector(), rotation, scale});
            verdict.isSane("node matrix", numbersOf({local}), numbersOf({restored}), "mirrored");
            linked.nodes[i]->setTransform({actual.translation, glm::quat(rotation), glm::vec3(scale)});
            continue;
        }
        verdict.equal("node scaling", listOf(actual.scale), listOf(scale));
        verdict.equalRotation("node rotation", actual.rotation, rotation);
    }
    if (step.has("nodeWorld")) {
        Matrices worlds;
        for (const TransformNode* node : linked.nodes) {
            worlds.emplace_back(node->getWorldMatrix());
        }
        verdict.equal("node worlds", numbersOf(worlds), step["nodeWorld"].numbers());
    }
}

}  // namespace

// Babylon.js copies nodes into bones in prepare(). Here, a bone that is read is always up to date, so nothing needs to be called first.
BOOST_AUTO_TEST_CASE(every_case_is_equal_or_deliberately_different)
{
    compareGolden("linked", [](const Json& golden, OracleTally& tally) {
        LinkedRig linked(golden);
        int number = 0;
        for (const Json& step : golden["steps"].items()) {
            applyToLinked(linked, step);
            StepVerdict verdict(tally, golden["id"].text() + " step " + std::to_string(number++) + " " + step["op"].text());
            verdict.equal("local", numbersOf(linked.rig.locals()), step["local"].numbers());
            verdict.equal("final of Babylon.js", numbersOf(linked.rig.absolutes()), step["final"].numbers());
            verdict.equal("palette", numbersOf(linked.rig.finals()), step["skin"].numbers(), paletteTolerance);
            checkNodes(verdict, linked, step);
            if (step.has("rest")) {
                verdict.equal("rest", numbersOf(linked.rig.each([](const Bone& bone) { return bone.getRestMatrix(); })),
                              step["rest"].numbers());
            }
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
