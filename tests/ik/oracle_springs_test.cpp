#include <memory>
#include <string>
#include <vector>

#include <armature/ik/spring_bones.hpp>
#include <armature/math/transform.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A golden case; all its nodes are bones.
class SpringCase {
public:
    SpringCase(const Json& golden, OracleTally& tally) : golden_(golden), tally_(tally)
    {
        for (const Json& node : golden["nodes"].items()) {
            const auto parent = node["p"].integer();
            const Transform local = node.transform();
            bones_.push_back(&skeleton_.createBone(
                node["n"].text(), {.parent = parent < 0 ? nullptr : bones_[static_cast<std::size_t>(parent)], .bind = toMat4(local)}));
            bones_.back()->setTransform(local);
        }
        skeleton_.setCurrentPoseAsRest();
        addColliders();
        addChains();
        springs_ = std::make_unique<SpringBones>(chains_, colliders_, groups_);
    }

    void run()
    {
        const bool isSane = golden_.has("sane");
        const auto expected = (isSane ? golden_["sane"] : golden_)["steps"].items();
        const std::string why = isSane ? golden_["why"].text() : "";
        const double tolerance = 1e-5 + 10. * golden_["float32"].number();
        const auto reset = golden_.find("resetBefore");
        Pose pose = capturePose(skeleton_);
        std::vector<double> memory;
        springs_->update(0.);
        springs_->solve(JointView(skeleton_, pose), 0., memory);
        BOOST_TEST_REQUIRE(expected.size() == golden_["stepCount"].index());
        for (std::size_t step = 0; step < expected.size(); ++step) {
            tally_.examinedStep();
            if (reset && reset->index() == step) {
                springs_->reset();
                memory.clear();
            }
            move(step, pose);
            BOOST_TEST((springs_->update(1. / 60.) == IkStatus::Solved));
            BOOST_TEST((springs_->solve(JointView(skeleton_, pose), 1. / 60., memory) == IkStatus::Solved));
            BOOST_TEST((capturePose(skeleton_) == pose), golden_["id"].text() << ", step " << step << ": a pose and a skeleton differ");
            compare(expected[step].numbers(), step, tolerance, why);
        }
    }

private:
    void addColliders()
    {
        for (const Json& json : golden_["colliders"].items()) {
            SpringCollider collider{.node = bones_[json["node"].index()]};
            const std::string type = json["type"].text();
            collider.solid.shape = type == "sphere"    ? SpringColliderShape::Sphere
                                   : type == "capsule" ? SpringColliderShape::Capsule
                                                       : SpringColliderShape::Plane;
            collider.solid.offset = glm::vec3(json["offset"].vector());
            collider.solid.tail = type == "capsule" ? glm::vec3(json["tail"].vector()) : glm::vec3(0.f);
            collider.solid.normal = type == "plane" ? glm::vec3(json["normal"].vector()) : collider.solid.normal;
            collider.solid.radius = type == "plane" ? 0.f : static_cast<float>(json["radius"].number());
            collider.solid.isInside = json.flag("inside");
            colliders_.push_back(collider);
        }
        for (const Json& json : golden_["groups"].items()) {
            groups_.push_back({.colliders = indices(json)});
        }
    }

    static std::vector<std::size_t> indices(const Json& json)
    {
        std::vector<std::size_t> result;
        for (const Json& each : json.items()) {
            result.push_back(each.index());
        }
        return result;
    }

    /// Consecutive joints, each the child of the previous one, with the same groups make one chain.
    void addChains()
    {
        std::ptrdiff_t next = -1;
        for (const Json& json : golden_["joints"].items()) {
            const auto bone = static_cast<std::size_t>(json["bone"].integer());
            const auto child = json["child"].integer();
            const std::vector<std::size_t> touched = json.has("groups") ? indices(json["groups"]) : std::vector<std::size_t>();
            if (static_cast<std::ptrdiff_t>(bone) != next || touched != chains_.back().colliderGroups) {
                chains_.push_back({.joints = {{}}, .colliderGroups = touched});
                if (const auto center = json.find("center")) {
                    chains_.back().center = bones_[center->index()];
                }
            }
            SpringChain& chain = chains_.back();
            chain.joints.back() = {.bone = bones_[bone],
                                   .parameters = {.stiffness = static_cast<float>(json["stiffness"].number()),
                                                  .gravityPower = static_cast<float>(json["gravityPower"].number()),
                                                  .gravityDirection = glm::vec3(json["gravityDir"].vector()),
                                                  .drag = static_cast<float>(json["dragForce"].number()),
                                                  .hitRadius = static_cast<float>(json["hitRadius"].number())}};
            if (child >= 0) {
                chain.joints.push_back({.bone = bones_[static_cast<std::size_t>(child)]});
            } else {  // VRM 0
                chain.end = 0.07f * glm::normalize(glm::vec3(golden_["nodes"].items()[bone]["t"].vector()));
            }
            next = child;
        }
    }

    void move(std::size_t step, Pose& pose)
    {
        for (const Json& json : golden_["moves"].items()) {
            const std::size_t node = json["node"].index();
            Transform moved = bones_[node]->getTransform();
            if (const auto t = json.find("t")) {
                moved.translation = glm::vec3(t->items()[step].vector());
            }
            if (const auto r = json.find("r")) {
                moved.rotation = glm::quat(r->items()[step].quaternion());
            }
            bones_[node]->setTransform(moved);
            pose.bones[node] = bones_[node]->getTransform();
        }
    }

    void compare(const std::vector<double>& expected, std::size_t step, double tolerance, const std::string& why)
    {
        std::vector<double> found;
        for (const Json& joint : golden_["joints"].items()) {
            const glm::dmat4 matrix(bones_[joint["bone"].index()]->getAbsoluteMatrix());
            found.insert(found.end(), &matrix[0][0], &matrix[0][0] + 16);
        }
        BOOST_TEST(nearMatrices(found, expected, tolerance), golden_["id"].text() << ", step " << step);
        why.empty() ? tally_.equal() : tally_.saneBecause(why);
    }

    Json golden_;
    OracleTally& tally_;
    Skeleton skeleton_{"golden"};
    std::vector<Bone*> bones_;
    std::vector<SpringChain> chains_;
    std::vector<SpringCollider> colliders_;
    std::vector<SpringColliderGroup> groups_;
    std::unique_ptr<SpringBones> springs_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(springs_oracle)

BOOST_AUTO_TEST_CASE(springs_swing_as_in_three_vrm)
{
    compareGolden("springs", [](const Json& golden, OracleTally& tally) { SpringCase(golden, tally).run(); });
}

BOOST_AUTO_TEST_SUITE_END()
