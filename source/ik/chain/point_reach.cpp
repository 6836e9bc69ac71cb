#include "ik/chain/point_reach.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/chain/chain_jacobian.hpp"
#include "ik/chain/chain_pace.hpp"
#include "ik/chain/chain_twist.hpp"
#include "ik/memory_numbers.hpp"
#include "ik/turns.hpp"
#include "math/rotation_rule.hpp"
#include "skeleton/joint_parts.hpp"

namespace armature {

namespace {

/// Tolerance: axes of a bone whose scales differ by less than this fraction scale evenly. The least difference of two floats.
constexpr float roundingOfScale = 2e-7f;

/// Tolerance: the square of the same for the axes above the chain, which are products of matrices.
constexpr double unevenBase = 1e-11;
/// The same for a bone's own matrix.
constexpr double unevenShape = 1e-13;

/// Searches stop at this fraction of the tolerance, so that the goal also counts as reached where distances were rounded.
constexpr double wellWithin = 0.999;

/// A step is corrected for the bend of the way if that changes it by less than this fraction; else, the goal is too far for a correction.
constexpr double mostCorrection = 0.5;

/// Threshold: the search leaves goals that the joints control more weakly (squared, in lengths of the chain) to bendIfStraight().
constexpr double unbent = 1e-11;

[[gnu::always_inline]] inline glm::dquat back(const glm::dquat& turn) noexcept
{
    return {turn.w, -turn.x, -turn.y, -turn.z};
}

[[gnu::always_inline]] inline double squared(const glm::dvec3& vector) noexcept
{
    return glm::dot(vector, vector);
}

/// Returns a rotation about the vector by nearly its length: exact to the third order, and of unit length without a square root.
[[gnu::always_inline]] inline glm::dquat turnBy(const glm::dvec3& vector) noexcept
{
    const glm::dvec3 quarter = 0.25 * vector;
    const double square = squared(quarter);
    const double part = 1. / (1. + square);
    return {(1. - square) * part, 2. * part * quarter.x, 2. * part * quarter.y, 2. * part * quarter.z};
}

[[gnu::always_inline]] inline glm::dquat unit(const glm::dquat& turn) noexcept
{
    const double excess = glm::dot(turn, turn) - 1.;
    return std::abs(excess) < 1e-5 ? turn * (1. + excess * (0.375 * excess - 0.5)) : glm::normalize(turn);
}

/// Returns the solution of (square + damping) * x = right.
template <class Square>
glm::dvec3 solution(const Square& square, double damping, const glm::dvec3& right) noexcept
{
    // L D L^T, which needs no square roots. The damping keeps the divisors positive.
    const double x = 1. / (square.xx + damping);
    const double lyx = square.yx * x;
    const double lzx = square.zx * x;
    const double y = 1. / (square.yy + damping - lyx * square.yx);
    const double rest = square.zy - lzx * square.yx;
    const double lzy = rest * y;
    const double z = 1. / (square.zz + damping - lzx * square.zx - lzy * rest);
    const double outY = right.y - lyx * right.x;
    const double outZ = (right.z - lzx * right.x - lzy * outY) * z;
    const double upY = outY * y - lzy * outZ;
    return {right.x * x - lyx * upY - lzx * outZ, upY, outZ};
}

/// Returns the rotation of a joint that its limit allows.
glm::dquat limited(const JointTree::Joint& joint, const glm::dquat& rotation) noexcept
{
    return unit(turnProduct(joint.rest.rotation, joint.limit.apply(turnProduct(back(joint.rest.rotation), rotation))));
}

/// Limits the rotation of a joint's arm, given the axes above the joint. Returns whether the rotation has changed.
bool keepWithin(const JointTree::Joint& joint, const glm::dquat& above, glm::dquat& turn) noexcept
{
    const glm::dquat rest = turnProduct(above, joint.rest.rotation);
    const glm::dquat own = turnProduct(back(rest), turn);
    const bool isKept = joint.limit.kind == TurnLimit::Kind::SwingTwist && joint.limit.place(own).isWithin();
    turn = isKept ? turn : unit(turnProduct(rest, joint.limit.apply(own)));
    return !isKept;
}

bool isAllowed(const JointTree::Joint& joint, const glm::dquat& rotation) noexcept
{
    return joint.limit.isFree() || joint.limit.violation(turnProduct(back(joint.rest.rotation), rotation)) < 1e-9;
}

/// Returns the half turn whose matrix has the signs of a scale that is negative along two axes. A scale that is negative along one axis or
/// three has the opposite signs of such a half turn or of the identity.
glm::dquat flipOf(const glm::vec3& scale) noexcept
{
    const bool isMirrored = scale.x * scale.y * scale.z < 0.f;
    const glm::dvec3 kept(isMirrored == (scale.x < 0.f), isMirrored == (scale.y < 0.f), isMirrored == (scale.z < 0.f));
    return kept.x * kept.y * kept.z != 0. ? glm::dquat(1., 0., 0., 0.) : glm::dquat(0., kept.x, kept.y, kept.z);
}

/// Returns the axes below a joint, given the rotation of its arm.
template <class Link>
[[gnu::always_inline]] inline glm::dquat below(const Link& link, const glm::dquat& turn) noexcept
{
    return link.isFlipped ? turnProduct(turn, link.flip) : turn;
}

/// Returns whether the columns are perpendicular to each other and equally long.
bool isEven(const glm::dmat3& linear, double tolerance) noexcept
{
    const glm::dmat3 metric = glm::transpose(linear) * linear;
    const double size = metric[0][0];
    const glm::dmat3 off = metric - glm::dmat3(size);
    return size > 1e-30 && squared(off[0]) + squared(off[1]) + squared(off[2]) <= tolerance * size * size;
}

bool isEvenScale(const glm::vec3& scale) noexcept
{
    const glm::vec3 size = glm::abs(scale);
    return size.x > 0.f && std::abs(size.y - size.x) <= roundingOfScale * size.x && std::abs(size.z - size.x) <= roundingOfScale * size.x;
}

}  // namespace

// --- reading ----------------------------------------------------------------------------------------------------------------

PointReach::PointReach(const Chain& chain, const JointTree& tree, ChainMethod method)
{
    std::size_t columns = 0;
    fits_ = method == ChainMethod::DampedLeastSquares && chain.effectors().size() == 1;
    links_.resize(tree.size());
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const JointTree::Joint& joint = tree[i];
        Link& link = links_[i];
        link.moves = joint.turns();
        link.isFree = joint.limit.isFree();
        link.isBall = link.moves && joint.freedom >= 1. && joint.limit.kind != TurnLimit::Kind::Hinge;
        link.freedom = link.moves ? joint.freedom : 0.;
        columns += link.moves && !link.isFree ? 3 : 0;
        fits_ = fits_ && !joint.slides() && !joint.preferred && joint.parent == static_cast<std::ptrdiff_t>(i) - 1;
        isUniform_ = isUniform_ && link.moves;
        isSummed_ = isSummed_ && (!link.moves || link.isFree);
        isUnlimited_ = isUnlimited_ && link.moves && link.isFree && link.isBall;
    }
    const auto isHinge = [&](const Link& link) {
        return tree[static_cast<std::size_t>(&link - links_.data())].limit.kind == TurnLimit::Kind::Hinge;
    };
    const auto first = std::find_if(links_.begin(), links_.end(), [](const Link& link) { return link.moves; });
    first_ = static_cast<std::size_t>(first - links_.begin());
    isLimb_ = std::count_if(links_.begin(), links_.end(), [](const Link& link) { return link.moves; }) == 2
              && std::any_of(first + 1, links_.end(), isHinge);
    isUniform_ = isUniform_ && !isLimb_;
    fits_ = fits_ && first != links_.end() && chain.effectors().front().joint + 1 == links_.size();
    ownPoint_ = chain.effectors().front().ownPoint;
    places_.resize(tree.size());
    next_.resize(tree.size());
    columns_.resize(columns);  // not reserve(), so that copies have the memory too
}

/// Returns the axes above a joint, given the places of all joints before it.
glm::dquat PointReach::above(std::size_t link) const noexcept
{
    return link > 0 ? below(links_[link - 1], places_[link - 1].turn) : glm::dquat(1., 0., 0., 0.);
}

bool PointReach::readBase(const JointView& joints, std::size_t root, Space space) noexcept
{
    const bool hasWorld = space == Space::World && JointAccess::hasWorld(joints);
    hasBase_ = hasWorld || JointAccess::parent(joints, root) != noSlot;
    base_ = hasBase_ ? JointAccess::above(joints, root) : Frame();
    base_ = hasWorld ? JointAccess::toWorld(joints) * base_ : base_;
    if (!hasBase_) {
        return true;
    }
    return isEven(base_.linear, unevenBase);
}

/// Reads a joint's pose. Returns how the bone scales, negative if it mirrors; 0 if it scales unevenly.
double PointReach::readPose(const JointView& joints, JointTree& tree, std::size_t number, glm::vec3& outScale) noexcept
{
    Link& link = links_[number];
    const std::size_t joint = tree.bones().joint(number);
    Transform parts;
    link.isPlain = JointAccess::readParts(joints, joint, parts);
    if (link.isPlain) {
        outScale = parts.scale;
        link.center = glm::dvec3(parts.translation);
        link.loaded = unit(glm::dquat(parts.rotation));
        const glm::vec3& scale = parts.scale;
        link.isFlipped = (scale.x < 0.f) != (scale.y < 0.f) || (scale.x < 0.f) != (scale.z < 0.f);
        link.flip = link.isFlipped ? flipOf(scale) : link.flip;
        const double size = std::abs(scale.x);
        return !isEvenScale(scale) ? 0. : scale.x * scale.y * scale.z < 0.f ? -size : size;
    }
    PosedJoint& pose = tree[number].pose;
    pose = JointAccess::read(joints, joint, outScale);
    link.center = pose.center;
    link.loaded = pose.rotation;
    if (!isEven(pose.shape, unevenShape)) {
        return 0.;
    }
    const double size = std::copysign(std::sqrt(squared(pose.shape[0])), glm::determinant(pose.shape));
    link.isFlipped = true;
    link.flip = unit(quaternionOf(pose.shape / size));
    return size;
}

bool PointReach::read(const JointView& joints, JointTree& tree, Space space) noexcept
{
    isPlain_ = true;
    double scale = 1.;
    glm::vec3 axes(1.f);  // how the current joint scales
    const auto armTo = [&](std::size_t link, const glm::dvec3& ownPoint) {
        const PosedJoint& pose = tree[link].pose;
        return scale * (links_[link].isPlain ? glm::dvec3(axes) * ownPoint : pose.shape * ownPoint - pose.shift);
    };
    double size = 1.;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        glm::vec3 nextAxes;
        const double nextSize = readPose(joints, tree, i, nextAxes);
        if (!(std::abs(nextSize) > 0.)) {
            return false;
        }
        Link& link = links_[i];
        isPlain_ = isPlain_ && link.isPlain;
        if (i > 0) {
            links_[i - 1].arm = armTo(i - 1, link.center);
            scale *= size;
        }
        axes = nextAxes;
        size = nextSize;
        link.incoming = link.loaded;
        if (link.moves && !link.isFree) {
            tree.knowRest(joints, i, axes);
            const JointTree::Joint& joint = tree[i];
            const bool isOutside = joint.limit.violation(turnProduct(back(joint.rest.rotation), link.loaded)) > 1e-6;
            link.incoming = isOutside ? limited(joint, link.loaded) : link.loaded;
        }
        link.solved = link.incoming;
    }
    links_.back().arm = armTo(links_.size() - 1, ownPoint_);
    return readBase(joints, tree.bones().joint(0), space);
}

/// Computes where the joints are, from their local rotations.
void PointReach::place() noexcept
{
    glm::dquat above(1., 0., 0., 0.);
    glm::dvec3 point = links_.front().center;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const Link& link = links_[i];
        const glm::dquat turn = turnProduct(above, link.solved);
        places_[i] = {turn, point};
        point += turnedBy(turn, link.arm);
        above = below(link, turn);
    }
    tip_ = point;
}

/// Sets the point to aim at, and the lengths of the incoming pose.
void PointReach::aim(const IkGoal& goal, const ChainSolverOptions& options) noexcept
{
    length_ = 0.;
    double longest = 0.;
    const auto add = [&](const glm::dvec3& line) {
        const double length = std::sqrt(squared(line));
        length_ += length;
        longest = std::max(longest, length);
    };
    std::size_t last = first_;
    for (std::size_t i = first_; i < links_.size(); ++i) {
        if (isUniform_) {
            add(links_[i].arm);
        } else if (links_[i].moves && i > first_) {
            add(places_[i].point - places_[last].point);
            last = i;
        }
    }
    if (!isUniform_) {
        add(tip_ - places_[last].point);
    }
    const glm::dvec3& root = isUniform_ ? links_.front().center : places_[first_].point;
    const glm::dvec3 given(*goal.position);
    asked_ = hasBase_ ? base_.inverse().point(given) : given;
    const double nearest = std::max(0., 2. * longest - length_);
    aim_ = aimWithin({root, tip_, nearest, length_}, asked_, options.softness, goal.positionWeight);
    incomingLine_ = isLimb_ ? turnedBy(back(above(first_)), tip_ - root) : incomingLine_;
}

void PointReach::setStart(const JointTree& tree, std::span<const double> start) noexcept
{
    if (start.empty()) {
        return;
    }
    for (std::size_t i = 0; i < links_.size(); ++i) {
        Link& link = links_[i];
        if (link.moves) {
            const auto state = memoryFrom<JointState>(start.subspan(i * numbersIn<JointState>, numbersIn<JointState>));
            const glm::dquat rotation = unit(state.rotation);
            link.solved = link.isFree ? rotation : limited(tree[i], rotation);
        }
    }
    place();
}

// --- the search ---------------------------------------------------------------------------------------------------------------

bool PointReach::search(const JointTree& tree, const ChainSolverOptions& options) noexcept
{
    const double near = wellWithin * tolerance_ * length_;
    const auto cost = [&](double distance) { return std::max(0., distance / length_ - 0.5 * tolerance_); };
    distance_ = std::sqrt(squared(aim_.position - tip_));
    damping_ = std::clamp(distance_ * distance_ / (length_ * length_), pace::leastDamping, pace::firstDamping);
    double mark = distance_;
    std::size_t markedAt = 0;
    while (!(distance_ <= near)) {
        if (iterations_ >= options.maxIterations || iterations_ - markedAt >= pace::patience) {
            return false;
        }
        ++iterations_;
        if (!step(tree)) {
            return false;
        }
        if (cost(distance_) * cost(distance_) < pace::leastCostProgress * cost(mark) * cost(mark)) {
            mark = distance_;
            markedAt = iterations_;
        }
    }
    return true;
}

/// Takes one step. Returns false if no step leads nearer to the goal.
bool PointReach::step(const JointTree& tree) noexcept
{
    gather(tree);
    const glm::dvec3 left = aim_.position - tip_;
    if (control(left / distance_) < unbent) {
        return false;
    }
    const double part = std::min(1. / length_, pace::longestResidual / distance_);
    for (; damping_ <= pace::mostDamping; damping_ = std::max(1e-6, 10. * damping_)) {
        findSteps(part * left);
        move(tree);
        const double distance = std::sqrt(squared(aim_.position - nextTip_));
        if (distance < (1. - 1e-9) * distance_) {
            places_.swap(next_);
            tip_ = nextTip_;
            distance_ = distance;
            damping_ = std::max(pace::leastDamping, 0.1 * damping_);
            return true;
        }
    }
    return false;
}

/// Computes the levers and the normal equations of the current pose.
void PointReach::gather(const JointTree& tree) noexcept
{
    columns_.clear();
    freeSquare_ = {};
    const double unitOfLength = 1. / length_;
    for (std::size_t i = first_; i < links_.size(); ++i) {
        Link& link = links_[i];
        link.lever = (tip_ - places_[i].point) * unitOfLength;
        if (!link.moves) {
            continue;
        }
        const std::size_t columns = columns_.size();
        if (!link.isFree) {
            addColumns(tree[i], i);
        }
        if (columns_.size() == columns) {  // three perpendicular axes
            const double factor = link.freedom * link.freedom;
            const double size = factor * squared(link.lever);
            freeSquare_.add(link.lever, -factor);
            freeSquare_.xx += size;
            freeSquare_.yy += size;
            freeSquare_.zz += size;
        }
    }
}

/// Returns how strongly the joints move the effector in a direction, squared.
double PointReach::control(const glm::dvec3& direction) const noexcept
{
    double sum = freeSquare_.along(direction);
    for (const Column& column : columns_) {
        const double along = links_[column.link].freedom * glm::dot(column.moved, direction);
        sum += along * along;
    }
    return sum;
}

/// Adds the columns of a joint that cannot rotate in every direction: a hinge, or a joint at the end of its range.
void PointReach::addColumns(const JointTree::Joint& joint, std::size_t number) noexcept
{
    const Link& link = links_[number];
    const glm::dquat rest = turnProduct(above(number), joint.rest.rotation);
    const glm::dquat turn = turnProduct(back(rest), places_[number].turn);
    const TurnPlace at = joint.limit.place(turn);
    const auto add = [&](const glm::dvec3& ownAxis, int end) {
        const glm::dvec3 axis = turnedBy(rest, ownAxis);
        columns_.push_back({number, axis, glm::cross(axis, link.lever), end, false});
    };
    const bool isTwisted = at.isTwistNear(pace::atEnd);
    if (joint.limit.kind == TurnLimit::Kind::Hinge) {
        add(joint.limit.axis, isTwisted ? at.twistSide : 0);
    } else if (isTwisted || at.isSwingNear(pace::atEnd)) {
        for (const ConeAxis& each : coneAxes(joint.limit, turn)) {
            add(each.axis, each.end);
        }
    }
}

/// Returns the normal equations without the columns that are held.
PointReach::Square PointReach::square() const noexcept
{
    Square square = freeSquare_;
    for (const Column& column : columns_) {
        const double freedom = links_[column.link].freedom;
        square.add(column.moved, column.isHeld ? 0. : freedom * freedom);
    }
    return square;
}

double PointReach::along(const Column& column, const glm::dvec3& pull) const noexcept
{
    return column.isHeld ? 0. : links_[column.link].freedom * glm::dot(column.moved, pull);
}

/// Computes the rotation vector of each joint. Joints at an end of their range do not move beyond it.
void PointReach::findSteps(const glm::dvec3& residual) noexcept
{
    for (Column& column : columns_) {
        column.isHeld = false;
    }
    Square equations{};
    glm::dvec3 pull;
    bool holds = true;
    for (int pass = 0; pass < pace::holdPasses && holds; ++pass) {
        equations = square();
        pull = solution(equations, damping_, residual);
        holds = false;
        for (Column& column : columns_) {
            const bool isNew = column.end * along(column, pull) > 0.;
            column.isHeld = column.isHeld || isNew;
            holds = holds || isNew;
        }
    }
    if (setSteps(pull)) {
        const glm::dvec3 correction = solution(equations, damping_, bend());
        if (squared(correction) < mostCorrection * mostCorrection * squared(pull)) {
            setSteps(pull - correction);
        }
    }
}

/// Sets the steps. Returns false if they had to be shortened.
bool PointReach::setSteps(const glm::dvec3& pull) noexcept
{
    for (std::size_t i = first_; i < links_.size(); ++i) {
        links_[i].step = links_[i].freedom * glm::cross(links_[i].lever, pull);
    }
    for (const Column& column : columns_) {
        links_[column.link].step = glm::dvec3(0.);
    }
    for (const Column& column : columns_) {
        links_[column.link].step += column.axis * along(column, pull);
    }
    double longest = 0.;
    for (std::size_t i = first_; i < links_.size(); ++i) {
        longest = std::max(longest, squared(links_[i].step));
    }
    const bool isLong = longest > pace::longestStep * pace::longestStep;
    const double part = isLong ? pace::longestStep / std::sqrt(longest) : 1.;
    for (std::size_t i = first_; i < links_.size(); ++i) {
        links_[i].step *= part * links_[i].freedom;
    }
    return !isLong;
}

/// Returns the effector's movement to the second order in the steps, in lengths of the chain: rotations move it along arcs. See move().
glm::dvec3 PointReach::bend() const noexcept
{
    glm::dvec3 sum(0.);
    glm::dvec3 bend(0.);
    for (std::size_t i = first_; i < links_.size(); ++i) {
        const Link& link = links_[i];
        const glm::dvec3 moved = glm::cross(link.step, link.lever);
        if (isSummed_) {
            bend += 0.5 * (glm::cross(sum + link.step, moved) + glm::cross(link.step, glm::cross(sum, link.lever)));
        } else {
            bend += glm::cross(sum + 0.5 * link.step, moved);
        }
        sum += link.step;
    }
    return bend;
}

/// Rotates the joints by their steps, as far as their limits allow.
void PointReach::move(const JointTree& tree) noexcept
{
    glm::dvec3 sum(0.);
    glm::dquat change(1., 0., 0., 0.);  // of all joints so far
    glm::dquat above(1., 0., 0., 0.);
    glm::dvec3 point = links_.front().center;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const Link& link = links_[i];
        sum += link.step;
        change = isSummed_ ? turnBy(sum) : turnProduct(change, turnBy(link.step));
        glm::dquat turn = turnProduct(change, places_[i].turn);
        if (!link.isFree && link.moves && keepWithin(tree[i], above, turn)) {
            change = turnProduct(turn, back(places_[i].turn));
        }
        next_[i] = {turn, point};
        point += turnedBy(turn, link.arm);
        above = below(link, turn);
    }
    nextTip_ = point;
}

/// Sets the result for a joint.
[[gnu::always_inline]] inline void PointReach::settle(Link& link, const glm::dquat& rotation) noexcept
{
    const glm::dquat apart = rotation - link.loaded;
    const glm::dquat together = rotation + link.loaded;
    const double change = std::min(glm::dot(apart, apart), glm::dot(together, together));
    change_ = change <= change_ ? change_ : change;  // takes over a NaN
    link.solved = rotation;
    link.stored = glm::quat(rotation);
    link.isChanged = link.stored != glm::quat(link.loaded);
}

/// Stretches the chain towards a goal out of reach, by the shortest rotations from the incoming pose.
void PointReach::stretch() noexcept
{
    const glm::dvec3 line = glm::normalize(aim_.position - links_.front().center);
    glm::dquat above(1., 0., 0., 0.);
    for (Link& link : links_) {
        if (squared(link.arm) > 0.) {
            const glm::dvec3 now = glm::normalize(turnedBy(link.incoming, link.arm));
            settle(link, turnProduct(shortestTurn(now, turnedBy(back(above), line), anyAcross(now)), link.incoming));
        } else {
            settle(link, link.incoming);
        }
        above = below(link, turnProduct(above, link.solved));
    }
    place();
}

// --- the result -----------------------------------------------------------------------------------------------------------------

/// Computes the local rotations of the pose that the search found, without twist that the goal does not need; see takeOutTwist().
void PointReach::finish(const JointTree& tree) noexcept
{
    takeOutSwivel(tree);
    glm::dquat above(1., 0., 0., 0.);
    for (std::size_t i = 0; i < links_.size(); ++i) {
        Link& link = links_[i];
        glm::dquat turn = places_[i].turn;
        if (link.isBall && (i + 1 == links_.size() || links_[i + 1].isBall)) {
            const glm::dquat untwisted = withoutTwist(turn, turnProduct(above, link.incoming), link.arm);
            turn = mayTurn(tree, i, above, untwisted) ? untwisted : turn;
        }
        settle(link, link.moves ? unit(turnProduct(back(above), turn)) : link.incoming);
        above = below(link, turn);
    }
}

/// Returns whether limits allow a joint to rotate its arm otherwise than the search has, if the next joint rotates back.
bool PointReach::mayTurn(const JointTree& tree, std::size_t number, const glm::dquat& above, const glm::dquat& turn) const noexcept
{
    const Link& link = links_[number];
    if (!link.isFree && !isAllowed(tree[number], turnProduct(back(above), turn))) {
        return false;
    }
    return number + 1 == links_.size() || links_[number + 1].isFree
           || isAllowed(tree[number + 1], turnProduct(back(below(link, turn)), places_[number + 1].turn));
}

/// Rotates a limb about the line to the effector; see takeOutTwist().
void PointReach::takeOutSwivel(const JointTree& tree) noexcept
{
    const Link& first = links_[first_];
    if (!isLimb_ || !first.isBall) {
        return;
    }
    const glm::dquat above = this->above(first_);
    const glm::dquat now = turnProduct(back(above), places_[first_].turn);
    const auto turn = turnWithoutSwivel(now, first.incoming, turnedBy(back(above), tip_ - places_[first_].point), incomingLine_);
    if (turn && isAllowed(tree[first_], turnProduct(*turn, now))) {
        const glm::dquat change = turnProduct(turnProduct(above, *turn), back(above));
        for (std::size_t i = first_; i < links_.size(); ++i) {
            places_[i].turn = turnProduct(change, places_[i].turn);
        }
    }
}

/// Blends from the incoming pose to the solution, and computes where the joints then are.
void PointReach::blend(const JointTree& tree, double weight) noexcept
{
    change_ = 0.;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        Link& link = links_[i];
        if (link.moves) {
            const glm::dquat blended = unit(blendTurns(link.incoming, link.solved, weight));
            settle(link, link.isFree ? blended : limited(tree[i], blended));
        }
    }
    place();
}

ChainReport PointReach::report(const JointTree& tree) const noexcept
{
    constexpr double heldBy = 1e-5;
    const double scale = hasBase_ ? std::sqrt(squared(base_.linear[0])) : 1.;
    const glm::dvec3 left = tip_ - asked_;
    const double far = std::sqrt(squared(hasBase_ ? base_.vector(left) : left));
    ChainReport report;
    for (std::size_t i = 0; i < links_.size() && !isSummed_; ++i) {
        const Link& link = links_[i];
        if (link.moves && !link.isFree) {
            const glm::dquat turn = turnProduct(back(tree[i].rest.rotation), link.solved);
            report.activeLimits |= tree[i].limit.isAtEnd(turn, heldBy) ? std::uint64_t{1} << std::min<std::size_t>(i, 63) : 0;
        }
    }
    report.iterations = iterations_;
    report.jointChange = static_cast<float>(4. * std::asin(0.5 * std::sqrt(change_)));
    report.distance = static_cast<float>(far);
    report.isReached = far <= tolerance_ * length_ * scale;
    report.beyondReach = report.isReached ? 0.f : static_cast<float>(aim_.beyond * scale);
    return report;
}

std::optional<ChainReport> PointReach::solve(const JointView& joints, JointTree& tree, const IkGoal& goal, Space space,
                                             const ChainSolverOptions& options, std::span<const double> start,
                                             std::span<JointState> outSolution) noexcept
{
    const bool isPoint = goal.position && goal.positionWeight > 0.f && !(goal.rotation && goal.rotationWeight > 0.f);
    if (!fits_ || !isPoint || !read(joints, tree, space)) {
        return std::nullopt;
    }
    if (start.empty() || !isUniform_ || goal.positionWeight < 1.f) {
        place();
    }
    aim(goal, options);
    tolerance_ = options.tolerance;
    iterations_ = 0;
    change_ = 0.;
    if (!(length_ > 0.) || (aim_.isTooFar && !isUnlimited_)) {
        return std::nullopt;
    }
    if (aim_.isTooFar) {
        iterations_ = 1;
        stretch();
    } else {
        setStart(tree, start);
        if (!search(tree, options)) {
            return std::nullopt;
        }
        finish(tree);
    }
    for (std::size_t i = 0; i < links_.size(); ++i) {
        outSolution[i] = {links_[i].solved, links_[i].center};
    }
    if (options.weight < 1.f) {
        blend(tree, options.weight);
    }
    return change_ <= 4. ? std::optional(report(tree)) : std::nullopt;  // no value for NaN
}

bool PointReach::write(JointView& joints, JointTree& tree) const
{
    const auto joint = [&](std::size_t i) { return tree.bones().joint(i); };
    for (std::size_t i = 0; i < links_.size() && !isPlain_; ++i) {
        tree[i].pose.rotation = links_[i].solved;
        if (!links_[i].isPlain && links_[i].isChanged && !JointAccess::isWritable(joints, joint(i), tree[i].pose)) {
            return false;
        }
    }
    for (std::size_t i = 0; i < links_.size(); ++i) {
        if (links_[i].isChanged && links_[i].isPlain) {
            JointAccess::writeRotation(joints, joint(i), links_[i].stored);
        } else if (links_[i].isChanged) {
            JointAccess::write(joints, joint(i), tree[i].pose);
        }
    }
    return true;
}

}  // namespace armature
