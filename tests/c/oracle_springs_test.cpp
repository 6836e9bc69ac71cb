#include <deque>

#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

#include "calls.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

/// Writes a golden vector into an array.
void fill(float (&numbers)[3], const glm::dvec3& vector)
{
    for (glm::length_t i = 0; i < 3; ++i) {
        numbers[i] = static_cast<float>(vector[i]);
    }
}

armature_transform transformOfNode(const Json& spec)
{
    const Transform local = spec.transform();
    return {{local.translation.x, local.translation.y, local.translation.z},
            {local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w},
            {local.scale.x, local.scale.y, local.scale.z}};
}

/// A golden case of springs, made through the C API; all its nodes are bones.
class SpringTwin {
public:
    explicit SpringTwin(const Json& golden) : golden_(golden), skeleton_(createSkeleton(context_))
    {
        for (const Json& spec : golden["nodes"].items()) {
            const auto parent = spec["p"].integer();
            armature_bone* const above = parent < 0 ? nullptr : bones_[static_cast<std::size_t>(parent)];
            armature_bone* const bone = addBone(skeleton_, spec["n"].text().c_str(), above, glm::vec3(0.f));
            const armature_transform local = transformOfNode(spec);
            ok(armature_node_set_transform(armature_bone_as_node(bone), &local));
            float matrix[16];
            ok(armature_bone_local_matrix(bone, matrix));
            ok(armature_bone_set_bind_matrix(bone, matrix, false));
            bones_.push_back(bone);
        }
        ok(armature_skeleton_set_current_pose_as_rest(skeleton_));
        addColliders();
        addChains();
        ok(armature_springs_create(context_, chains_.data(), chains_.size(), colliders_.data(), colliders_.size(), groups_.data(),
                                   groups_.size(), &springs_));
    }

    void run(OracleTally& tally)
    {
        const bool isSane = golden_.has("sane");
        const auto expected = (isSane ? golden_["sane"] : golden_)["steps"].items();
        const double tolerance = 1e-5 + 10. * golden_["float32"].number();
        const auto reset = golden_.find("resetBefore");
        ok(armature_springs_update(springs_, 0., nullptr));
        for (std::size_t step = 0; step < expected.size(); ++step) {
            tally.examinedStep();
            if (reset && reset->index() == step) {
                ok(armature_springs_reset(springs_));
            }
            move(step);
            armature_ik_status status = ARMATURE_IK_UNDEFINED;
            ok(armature_springs_update(springs_, 1. / 60., &status));
            BOOST_TEST(status == ARMATURE_IK_SOLVED);
            compare(expected[step].numbers(), step, tolerance);
            isSane ? tally.saneBecause(golden_["why"].text()) : tally.equal();
        }
    }

private:
    void addColliders()
    {
        for (const Json& json : golden_["colliders"].items()) {
            const std::string type = json["type"].text();
            armature_spring_collider collider{};
            collider.node = armature_bone_as_node(bones_[json["node"].index()]);
            collider.shape = type == "sphere"    ? ARMATURE_COLLIDER_SPHERE
                             : type == "capsule" ? ARMATURE_COLLIDER_CAPSULE
                                                 : ARMATURE_COLLIDER_PLANE;
            fill(collider.offset, json["offset"].vector());
            if (type == "capsule") {
                fill(collider.tail, json["tail"].vector());
            }
            if (type == "plane") {
                fill(collider.normal, json["normal"].vector());
            } else {
                collider.radius = static_cast<float>(json["radius"].number());
            }
            collider.is_inside = json.flag("inside");
            colliders_.push_back(collider);
        }
        for (const Json& json : golden_["groups"].items()) {
            armature_spring_collider_group group{};
            const auto& list = keptIndices(json);
            group.colliders = list.data();
            group.collider_count = list.size();
            groups_.push_back(group);
        }
    }

    const std::vector<std::size_t>& keptIndices(const Json& json)
    {
        auto& list = indices_.emplace_back();
        for (const Json& each : json.items()) {
            list.push_back(each.index());
        }
        return list;
    }

    /// Each golden joint is a chain of its own joint and the child that gives its tail, or of several consecutive ones. See
    /// tests/ik/oracle_springs_test.cpp.
    void addChains()
    {
        std::ptrdiff_t next = -1;
        std::vector<std::size_t> before;
        for (const Json& json : golden_["joints"].items()) {
            const auto bone = static_cast<std::size_t>(json["bone"].integer());
            const auto child = json["child"].integer();
            const auto touched = json.has("groups") ? keptIndices(json["groups"]) : std::vector<std::size_t>();
            if (static_cast<std::ptrdiff_t>(bone) != next || touched != before) {
                beginChain(json);
            }
            before = touched;
            auto& joints = joints_.back();
            armature_spring_joint joint;
            ok(armature_spring_joint_default(&joint, bones_[bone]));
            joint.stiffness = static_cast<float>(json["stiffness"].number());
            joint.gravity_power = static_cast<float>(json["gravityPower"].number());
            fill(joint.gravity_direction, json["gravityDir"].vector());
            joint.drag = static_cast<float>(json["dragForce"].number());
            joint.hit_radius = static_cast<float>(json["hitRadius"].number());
            joints.back() = joint;
            armature_spring_chain& chain = chains_.back();
            if (child >= 0) {
                ok(armature_spring_joint_default(&joints.emplace_back(), bones_[static_cast<std::size_t>(child)]));
            } else {
                chain.has_end = true;
                fill(chain.end, glm::dvec3(0.07f * glm::normalize(glm::vec3(golden_["nodes"].items()[bone]["t"].vector()))));
            }
            chain.joints = joints.data();
            chain.joint_count = joints.size();
            next = child;
        }
    }

    void beginChain(const Json& json)
    {
        joints_.emplace_back(1);
        armature_spring_chain chain{};
        if (json.has("groups")) {
            const auto& list = keptIndices(json["groups"]);
            chain.collider_groups = list.data();
            chain.collider_group_count = list.size();
        }
        if (const auto center = json.find("center")) {
            chain.center = armature_bone_as_node(bones_[center->index()]);
        }
        chains_.push_back(chain);
    }

    void move(std::size_t step)
    {
        for (const Json& json : golden_["moves"].items()) {
            armature_node* const node = armature_bone_as_node(bones_[json["node"].index()]);
            if (const auto t = json.find("t")) {
                const glm::vec3 position(t->items()[step].vector());
                ok(armature_node_set_position(node, &position.x, ARMATURE_SPACE_LOCAL));
            }
            if (const auto r = json.find("r")) {
                const glm::quat rotation(r->items()[step].quaternion());
                const float numbers[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
                ok(armature_node_set_rotation(node, numbers, ARMATURE_SPACE_LOCAL));
            }
        }
    }

    void compare(const std::vector<double>& expected, std::size_t step, double tolerance)
    {
        std::vector<double> actual;
        for (const Json& json : golden_["joints"].items()) {
            float matrix[16];
            ok(armature_bone_absolute_matrix(bones_[json["bone"].index()], matrix));
            actual.insert(actual.end(), matrix, matrix + 16);
        }
        BOOST_TEST(nearMatrices(actual, expected, tolerance), golden_["id"].text() << ", step " << step);
    }

    const Json& golden_;
    Context context_;
    armature_skeleton* skeleton_;
    std::vector<armature_bone*> bones_;
    std::deque<std::vector<std::size_t>> indices_;
    std::deque<std::vector<armature_spring_joint>> joints_;
    std::vector<armature_spring_collider> colliders_;
    std::vector<armature_spring_collider_group> groups_;
    std::vector<armature_spring_chain> chains_;
    armature_springs* springs_ = nullptr;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(c_oracle)

BOOST_AUTO_TEST_CASE(springs_are_golden_through_c)
{
    compareGolden("springs", "c springs", [](const Json& golden, OracleTally& tally) { SpringTwin(golden).run(tally); });
}

BOOST_AUTO_TEST_SUITE_END()
