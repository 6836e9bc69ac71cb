#include <oracle/golden_rig.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(oracle_attachments)

namespace {

struct Attachment {
    explicit Attachment(const Json& golden)
        : rig(golden["bones"])
        , host(scene.createTransformNode("mesh", nullptr, transformOf(golden["mesh"])))
        , node(scene.createTransformNode("node", nullptr, transformOf(golden["node"])))
        , child(scene.createTransformNode("child", &node, transformOf(golden["child"])))
        , bone(*rig.skeleton.bones()[golden["bone"].index()])
    {
        node.attachToBone(bone);
    }

    Scene scene;
    GoldenRig rig;
    TransformNode& host;
    TransformNode& node;
    TransformNode& child;
    Bone& bone;
};

MatrixNumbers worldOf(const Node& node)
{
    return numbersOf({glm::dmat4(node.getWorldMatrix())});
}

/// In Babylon.js, attachToBone takes the mesh as an argument, but a node that is merely parented to the bone ignores the mesh. Here, the
/// skeleton's host places both. Babylon.js also negates the node's scales if the bone is mirrored at the time of attachment; here, mirrored
/// bones flip nothing. A pose is excused only if its golden matrix is exactly what one of these differences gives.
void checkAttachment(const Json& golden, const Json& pose, Attachment& attachment, StepVerdict& verdict)
{
    const bool isParented = golden["mode"].text() == "parent";
    const glm::dmat4 final = pose["boneFinal"].matrix();
    verdict.equal("bone", numbersOf({glm::dmat4(attachment.bone.getAbsoluteMatrix())}), pose["boneFinal"].numbers());
    if (isParented) {
        attachment.rig.skeleton.setHostNode(nullptr);
        verdict.equal("node without host", worldOf(attachment.node), pose["nodeWorld"].numbers());
        verdict.equal("child without host", worldOf(attachment.child), pose["childWorld"].numbers());
    }
    attachment.rig.skeleton.setHostNode(&attachment.host);
    const glm::dmat4 node = matrixOf(golden["mesh"]) * final * matrixOf(golden["node"]);
    const glm::dmat4 unplaced = final * matrixOf(golden["node"]);
    const glm::dmat4 negated = node * reference::scaling(glm::dvec3(golden["scalingDeterminant"].number()));
    const std::vector<double> given = pose["nodeWorld"].numbers();
    const std::string reason = isParented && agree(numbersOf({unplaced}), given)   ? "parent = bone leaves out the mesh"
                               : !isParented && agree(numbersOf({negated}), given) ? "mirrored when it was attached"
                                                                                   : "";
    verdict.equalOrSane("node", worldOf(attachment.node), given, reason, [&] { return numbersOf({node}); });
    verdict.equalOrSane("child", worldOf(attachment.child), pose["childWorld"].numbers(), reason,
                        [&] { return numbersOf({node * matrixOf(golden["child"])}); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_case_is_equal_or_deliberately_different)
{
    compareGolden("attachments", [](const Json& golden, OracleTally& tally) {
        Attachment attachment(golden);
        int number = 0;
        for (const Json& pose : golden["poses"].items()) {
            for (const Json& set : pose["set"].items()) {
                GoldenRig::setParts(*attachment.rig.skeleton.bones()[set["b"].index()], set);
            }
            StepVerdict verdict(tally, golden["id"].text() + " pose " + std::to_string(number++));
            checkAttachment(golden, pose, attachment, verdict);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
