#include <armature/retarget/retargeter.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/root_motion.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "base/words.hpp"
#include "ik/plain_turns.hpp"
#include "ik/turns.hpp"
#include "math/work_pool.hpp"
#include "retarget/retarget_plan.hpp"
#include "retarget/stance.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/joint_places.hpp"

namespace armature {

namespace {

constexpr const char* retargeterName = "a Retargeter";  // for messages

/// The rotations of joints in the world, and other working memory.
struct RetargetWork {
    std::vector<PlainTurn> source;
    std::vector<PlainTurn> target;
    std::vector<Transform> pose;  ///< The target's pose, written to its joints only once all of it is known to be finite.
    JointPlaces places;           ///< Matrices of the source's joints.
};

/// Returns a rotation of unit length; the identity if the length is 0.
PlainTurn unitOf(const PlainTurn& turn) noexcept
{
    return inner(turn, turn) <= 0. ? PlainTurn() : normalized(turn);
}

/// Returns `turn` after the rotation whose matrix has the signs of `scale` (see turnOfSigns()), or after its inverse.
template <bool isInverse = false>
PlainTurn afterSigns(const PlainTurn& turn, const glm::vec3& scale) noexcept
{
    if (!(std::min({scale.x, scale.y, scale.z}) < 0.f)) [[likely]] {
        return turn;
    }
    const PlainTurn signs(turnOfSigns(scale));
    return turn * (isInverse ? back(signs) : signs);
}

void readTurns(const RetargetPlan& plan, const JointView& joints, std::vector<PlainTurn>& turns) noexcept
{
    for (const std::uint32_t joint : plan.involved) {
        const std::uint32_t parent = plan.source.parents[joint];
        const Transform local = JointAccess::transform(joints, joint);
        const PlainTurn turn = afterSigns(PlainTurn(glm::dquat(local.rotation)), local.scale);
        turns[joint] = (parent != noSlot ? turns[parent] : PlainTurn(plan.source.worldTurn)) * turn;
    }
}

/// Returns the rotation of a source joint since its rest, in the world.
PlainTurn motionOf(const RetargetPlan& plan, const std::vector<PlainTurn>& turns, std::uint32_t joint) noexcept
{
    return unitOf(turns[joint] * back(PlainTurn(plan.source.turns[joint])));
}

PlainTurn motionOf(const RetargetPlan& plan, const std::vector<PlainTurn>& turns, const RetargetLink& link) noexcept
{
    const PlainTurn first = motionOf(plan, turns, link.first);
    if (!(link.fraction > 0.)) {
        return first;
    }
    return PlainTurn(glm::normalize(blendTurns(first.toGlm(), motionOf(plan, turns, link.second).toGlm(), link.fraction)));
}

/// Returns the motion of a target bone, rotated so that the bone points along the source's line from `first` to `across`. Several bones of
/// the source may bend along that line, whereas this single bone spans it in the target.
PlainTurn turnAlong(const RetargetPlan& plan, const RetargetLink& link, JointPlaces& places, const PlainTurn& motion) noexcept
{
    const auto originOf = [&](std::uint32_t joint) { return glm::dvec3(translationOf(places.at(joint))); };
    const glm::dvec3 line = plan.source.toWorld.vector(originOf(link.across) - originOf(link.first));
    const double length = glm::length(line);
    const glm::dvec3 now = (motion * PlainVector(link.line)).toGlm();
    return length > 0. ? PlainTurn(shortestTurn(now, line / length, anyAcross(now))) * motion : motion;
}

/// The motion, in the world, to add to the target's hips when the source's hip joints have moved relative to its hips.
struct PelvisMotion {
    glm::dquat turn{1., 0., 0., 0.};
    glm::dvec3 travel{0.};
};

PelvisMotion motionOf(const RetargetPlan& plan, const RetargetPelvis& pelvis, JointPlaces& places, const glm::dquat& hips) noexcept
{
    constexpr double exact = 1e-4;  // tolerance, as a fraction of the distance between the hip joints; smaller movements are ignored
    const auto now = [&](std::uint32_t joint) { return plan.source.toWorld.point(glm::dvec3(translationOf(places.at(joint)))); };
    const glm::dvec3 center = now(pelvis.hips);
    const auto before = [&](std::uint32_t joint) {
        return center + hips * (plan.source.origins[joint] - plan.source.origins[pelvis.hips]);
    };
    const glm::dvec3 left = now(pelvis.left);
    const glm::dvec3 right = now(pelvis.right);
    const glm::dvec3 leftBefore = before(pelvis.left);
    const glm::dvec3 rightBefore = before(pelvis.right);
    const double across = glm::distance(leftBefore, rightBefore);
    const double acrossNow = glm::distance(left, right);
    const bool isMoved = glm::distance(left, leftBefore) + glm::distance(right, rightBefore) > exact * across;
    if (!isMoved || !(across > 0.) || !(acrossNow > 0.)) {
        return {};
    }
    const glm::dvec3 lineBefore = (leftBefore - rightBefore) / across;
    PelvisMotion motion{.turn = shortestTurn(lineBefore, (left - right) / acrossNow, anyAcross(lineBefore))};
    const glm::dvec3 toThighs = hips * pelvis.toThighs;
    motion.travel = 0.5 * plan.scale * (left + right - leftBefore - rightBefore) + toThighs - motion.turn * toThighs;
    return motion;
}

glm::vec3 placeOfTravel(const RetargetPlan& plan, const RetargetTravel& travel, JointPlaces& places, const glm::dvec3& added,
                        const std::vector<Transform>& pose) noexcept
{
    const glm::dvec3 from = plan.source.toWorld.point(glm::dvec3(translationOf(places.at(travel.source))));
    const glm::dvec3 to = plan.target.fromWorld.point(plan.placeOf(from) + added);
    Frame above;
    for (std::uint32_t joint = plan.target.parents[travel.target]; joint != noSlot; joint = plan.target.parents[joint]) {
        above = plan.target.local(joint, pose[joint]) * above;
    }
    return glm::vec3(above.inverse().point(to));
}

glm::vec3 placeOfStretch(const RetargetPlan& plan, const RetargetStretch& stretch, const JointView& source) noexcept
{
    const glm::dvec3 change(JointAccess::transform(source, stretch.source).translation - plan.source.rests[stretch.source].translation);
    return glm::vec3(glm::dvec3(plan.target.rests[stretch.target].translation) + stretch.map * change);
}

void requireFinitePose(const RestRig& target, const std::vector<Transform>& pose)
{
    for (std::size_t joint = 0; joint < pose.size(); ++joint) {
        const auto& [place, turn, scale] = pose[joint];
        if (!std::isfinite(place.x + place.y + place.z) || !std::isfinite(turn.x + turn.y + turn.z + turn.w)) [[unlikely]] {
            throw std::invalid_argument(
                fmt::format("retargeting, {}: translation ({}, {}, {}) and rotation ({}, {}, {}, {}) would not be finite, as the source is",
                            target.label(joint), place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w));
        }
    }
}

/// Writes a joint's pose, which is finite and has a rotation of unit length. Only bones can have shear; poses and crowds hold plain
/// translations, rotations and scales.
void write(const RestRig& target, JointView& joints, std::size_t joint, const Transform& pose)
{
    if (!JointAccess::isBones(joints)) {
        JointAccess::store(joints, joint, pose);
        return;
    }
    Bone* const bone = target.isSheared[joint] ? JointAccess::bone(joints, joint) : nullptr;
    if (bone == nullptr) {
        joints.setTransform(joint, pose);
        return;
    }
    const Frame local = target.local(joint, pose);
    glm::dmat4 matrix(local.linear);
    matrix[3] = glm::dvec4(local.origin, 1.);
    TransformNode* const node = bone->getTransformNode();
    (node != nullptr ? static_cast<Node&>(*node) : *bone).setLocalMatrix(glm::mat4(matrix));
}

}  // namespace

class Retargeter::State {
public:
    State(const Skeleton& source, const Skeleton& target, const RetargetMap& map, const RetargetOptions& options)
        : shared(std::make_shared<const RetargetPlan>(source, target, map, options))
        , plan(*shared)
        , works(RetargetWork{std::vector<PlainTurn>(plan.source.size()), std::vector<PlainTurn>(plan.target.size()), plan.target.rests,
                             JointPlaces(plan.source.size())})
    {}

    void retarget(const JointView& source, JointView& target) const
    {
        plan.source.requireCount("retargeting", source.size());
        plan.target.requireCount("retargeting", target.size());
        const auto work = works.borrow();
        readTurns(plan, source, work->source);
        work->places.begin(source);
        poseTarget(source, *work);
        requireFinitePose(plan.target, work->pose);
        for (const std::uint32_t joint : plan.target.order) {
            write(plan.target, target, joint, work->pose[joint]);
        }
    }

    std::shared_ptr<const RetargetPlan> shared;
    const RetargetPlan& plan;
    mutable WorkPool<RetargetWork> works;

private:
    [[nodiscard]] PlainTurn turnOf(const RetargetLink& link, RetargetWork& work) const noexcept
    {
        const PlainTurn motion = motionOf(plan, work.source, link);
        return link.across != noSlot ? turnAlong(plan, link, work.places, motion) : motion;
    }

    void poseTarget(const JointView& source, RetargetWork& work) const
    {
        PelvisMotion pelvis;
        if (plan.pelvis.isThere()) {
            const RetargetLink& hips = plan.links[plan.linkOf[plan.pelvis.target]];
            pelvis = motionOf(plan, plan.pelvis, work.places, motionOf(plan, work.source, hips).toGlm());
        }
        for (const std::uint32_t joint : plan.target.order) {
            const std::uint32_t parent = plan.target.parents[joint];
            const PlainTurn above = parent != noSlot ? work.target[parent] : PlainTurn(plan.target.worldTurn);
            Transform& local = work.pose[joint] = plan.target.rests[joint];
            if (plan.linkOf[joint] != noSlot) {
                const RetargetLink& link = plan.links[plan.linkOf[joint]];
                PlainTurn turn =
                    link.isOfOne() ? work.source[link.first] * PlainTurn(link.carry) : turnOf(link, work) * PlainTurn(link.reference);
                if (joint == plan.pelvis.target) {
                    turn = PlainTurn(pelvis.turn) * turn;
                }
                local.rotation = glm::quat(unitOf(afterSigns<true>(back(above) * turn, local.scale)).toGlm());
                work.target[joint] = turn;
            } else {
                work.target[joint] = afterSigns(above * PlainTurn(glm::dquat(local.rotation)), local.scale);
            }
            if (plan.travelOf[joint] != noSlot) {
                const glm::dvec3 added = joint == plan.pelvis.target ? pelvis.travel : glm::dvec3(0.);
                local.translation = placeOfTravel(plan, plan.travels[plan.travelOf[joint]], work.places, added, work.pose);
            } else if (plan.stretchOf[joint] != noSlot) {
                local.translation = placeOfStretch(plan, plan.stretches[plan.stretchOf[joint]], source);
            }
        }
        for (const RetargetTwistPlan& twist : plan.twists) {
            work.pose[twist.target].rotation = rotationOf(plan.target, twist, work.pose[twist.of].rotation);
        }
    }
};

Retargeter::Retargeter(const Skeleton& source, const Skeleton& target, const RetargetMap& map, const RetargetOptions& options)
    : state_(std::make_unique<State>(source, target, map, options))
{}

Retargeter::~Retargeter() = default;
Retargeter::Retargeter(Retargeter&&) noexcept = default;
Retargeter& Retargeter::operator=(Retargeter&&) noexcept = default;

void Retargeter::retarget(const JointView& source, JointView target) const
{
    stateOf(state_, retargeterName).retarget(source, target);
}

// The source's travel is a change in the source's skeleton space; the result is a change in the target's skeleton space.
RootMotionDelta Retargeter::retarget(const RootMotionDelta& source) const
{
    const RetargetPlan& plan = stateOf(state_, retargeterName).plan;
    RootMotionDelta travel = source;
    travel.offset = plan.target.fromWorld.vector(plan.scale * plan.source.toWorld.vector(source.offset));
    travel.up = glm::normalize(plan.target.fromWorld.vector(plan.source.toWorld.vector(source.up)));
    travel.turn = plan.source.isWorldMirrored == plan.target.isWorldMirrored ? source.turn : -source.turn;
    return travel;
}

const RetargetMap& Retargeter::getMap() const
{
    return stateOf(state_, retargeterName).plan.map;
}

double Retargeter::getScale() const
{
    return stateOf(state_, retargeterName).plan.scale;
}

glm::dvec3 Retargeter::getOffset() const
{
    return stateOf(state_, retargeterName).plan.offset;
}

std::size_t Retargeter::sourceCount() const
{
    return stateOf(state_, retargeterName).plan.source.size();
}

std::size_t Retargeter::targetCount() const
{
    return stateOf(state_, retargeterName).plan.target.size();
}

std::shared_ptr<const RetargetPlan> RetargetAccess::plan(const Retargeter& retargeter)
{
    return stateOf(retargeter.state_, retargeterName).shared;
}

RetargetOptions RetargetOptions::ofVrm(const Skeleton& source, const Skeleton& target, const RetargetMap& map)
{
    RetargetOptions options{.alignsRest = false, .alignsFacing = false, .scale = 1., .offset = glm::dvec3(0.)};
    const RetargetPair* const hips = travellingPair(map);
    if (hips != nullptr) {
        const RestRig from("source", source, {});
        const RestRig to("target", target, {});
        if (hips->source < from.size() && hips->target < to.size()) {
            const double ratio = to.origins[hips->target].y / from.origins[hips->source].y;
            options.scale = std::isfinite(ratio) && ratio > 0. ? ratio : 1.;
        }
    }
    return options;
}

}  // namespace armature
