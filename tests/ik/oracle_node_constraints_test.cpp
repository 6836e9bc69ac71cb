#include <optional>
#include <string>
#include <vector>

#include <armature/ik/node_constraints.hpp>
#include <armature/math/transform.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A golden case run three times: on nodes of a scene, on bones, and on a pose of those bones.
class ConstraintCase {
public:
    ConstraintCase(const Json& golden, OracleTally& tally) : golden_(golden), tally_(tally)
    {
        for (const Json& json : golden["nodes"].items()) {
            const auto parent = json["p"].integer();
            const auto above = static_cast<std::size_t>(parent);
            const Transform local = json.transform();
            const std::string name = json["n"].text();
            nodes_.push_back(&scene_.createTransformNode(name, parent < 0 ? nullptr : nodes_[above], local));
            bones_.push_back(&skeleton_.createBone(name, {.parent = parent < 0 ? nullptr : bones_[above], .bind = toMat4(local)}));
            bones_.back()->setTransform(local);
        }
        skeleton_.setCurrentPoseAsRest();
        pose_ = capturePose(skeleton_);
        ofNodes_.emplace(constraintsOn(nodes_));
        ofBones_.emplace(constraintsOn(bones_));
    }

    void run()
    {
        for (const Json& json : golden_["poses"].items()) {
            tally_.examinedStep();
            for (const Json& change : json["set"].items()) {
                const std::size_t node = change["node"].index();
                Transform posed = nodes_[node]->getTransform();
                posed.rotation = glm::quat(change["r"].quaternion());
                posed.translation = change.has("t") ? glm::vec3(change["t"].vector()) : posed.translation;
                nodes_[node]->setTransform(posed);
                bones_[node]->setTransform(posed);
                pose_.bones[node] = bones_[node]->getTransform();
            }
            BOOST_TEST((ofNodes_->update() == IkStatus::Solved));
            BOOST_TEST((ofBones_->update() == IkStatus::Solved));
            BOOST_TEST((ofBones_->solve(JointView(skeleton_, pose_)) == IkStatus::Solved));
            BOOST_TEST((capturePose(skeleton_) == pose_), golden_["id"].text() << ": a pose and a skeleton differ");
            compare(json);
        }
    }

private:
    template <class AnyNode>
    [[nodiscard]] std::vector<NodeConstraint> constraintsOn(const std::vector<AnyNode*>& nodes) const
    {
        std::vector<NodeConstraint> constraints;
        for (const Json& json : golden_["constraints"].items()) {
            const std::string type = json["type"].text();
            NodeConstraint& each = constraints.emplace_back();
            each.node = nodes[json["node"].index()];
            each.source = nodes[json["source"].index()];
            each.rule.kind = type == "roll"  ? NodeConstraintKind::Roll
                             : type == "aim" ? NodeConstraintKind::Aim
                                             : NodeConstraintKind::Rotation;
            each.rule.axis = json.has("axis") ? axisNamed(json["axis"].text()) : each.rule.axis;
            each.rule.weight = static_cast<float>(json["weight"].number());
        }
        return constraints;
    }

    /// The axis of a name such as "X", "PositiveX" or "NegativeX".
    static glm::vec3 axisNamed(const std::string& name)
    {
        glm::vec3 axis(0.f);
        axis[name.back() - 'X'] = name.starts_with("Negative") ? -1.f : 1.f;
        return axis;
    }

    void compare(const Json& expected)
    {
        std::vector<double> locals;
        std::vector<double> worlds;
        const auto add = [](std::vector<double>& to, const glm::dmat4& matrix) { to.insert(to.end(), &matrix[0][0], &matrix[0][0] + 16); };
        for (const TransformNode* node : nodes_) {
            add(locals, glm::dmat4(node->getLocalMatrix()));
            add(worlds, glm::dmat4(node->getWorldMatrix()));
        }
        BOOST_TEST(nearMatrices(locals, expected["local"].numbers(), 1e-5), golden_["id"].text());
        BOOST_TEST(nearMatrices(worlds, expected["world"].numbers(), 1e-5), golden_["id"].text());
        std::vector<double> absolutes;
        for (const Bone* bone : bones_) {
            add(absolutes, glm::dmat4(bone->getAbsoluteMatrix()));
        }
        BOOST_TEST(nearMatrices(absolutes, expected["world"].numbers(), 1e-5), golden_["id"].text() << ", bones");
        tally_.equal();
    }

    Json golden_;
    OracleTally& tally_;
    Scene scene_;
    Skeleton skeleton_{"golden"};
    std::vector<TransformNode*> nodes_;
    std::vector<Bone*> bones_;
    Pose pose_;
    std::optional<NodeConstraints> ofNodes_;
    std::optional<NodeConstraints> ofBones_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(node_constraints_oracle)

BOOST_AUTO_TEST_CASE(constraints_turn_as_in_three_vrm)
{
    compareGolden("vrm_constraints", [](const Json& golden, OracleTally& tally) { ConstraintCase(golden, tally).run(); });
}

BOOST_AUTO_TEST_SUITE_END()
