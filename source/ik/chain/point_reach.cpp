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
#include "skeleton/joint_access.hpp"

namespace armature {

namespace {

/// Tolerance: axes of a bone whose scales differ by less than this fraction scale evenly. The least difference of two floats.
constexpr float roundingOfScale = 2e-7f;

/// Tolerance: the square of the same for the axes above the chain, which are products of matrices.
constexpr double unevenBase = 1e-11;

/// Searches stop at this fraction of the tolerance, so that the goal also counts as reached where distances were rounded.
constexpr double wellWithin = 0.999;

/// Threshold: the search leaves goals that the joints control more weakly (squared, in lengths of the chain) to bendIfStraight().
constexpr double unbent = 1e-11;

// These are GLM's operators, written so that they are inlined.

inline glm::dquat product(const glm::dquat& a, const glm::dquat& b) noexcept
{
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z, a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x};
}

inline glm::dquat back(const glm::dquat& turn) noexcept
{
    return {turn.w, -turn.x, -turn.y, -turn.z};
}

inline glm::dvec3 rotated(const glm::dquat& turn, const glm::dvec3& vector) noexcept
{
    const glm::dvec3 axis(turn.x, turn.y, turn.z);
    const glm::dvec3 twice = 2. * glm::cross(axis, vector);
    return vector + turn.w * twice + glm::cross(axis, twice);
}

inline double squared(const glm::dvec3& vector) noexcept
{
    return glm::dot(vector, vector);
}

/// Returns a rotation about the vector by nearly its length: exact to the third order, and of unit length without a square root.
inline glm::dquat turnBy(const glm::dvec3& vector) noexcept
{
    const glm::dvec3 quarter = 0.25 * vector;
    const double square = squared(quarter);
    const double part = 1. / (1. + square);
    return {(1. - square) * part, 2. * part * quarter.x, 2. * part * quarter.y, 2. * part * quarter.z};
}

inline glm::dquat unit(const glm::dquat& turn) noexcept
{
    const double excess = glm::dot(turn, turn) - 1.;
    return std::abs(excess) < 1e-5 ? turn * (1. + excess * (0.375 * excess - 0.5)) : glm::normalize(turn);
}

/// Returns the rotation of a joint that its limit allows.
glm::dquat limited(const JointTree::Joint& joint, const glm::dquat& rotation) noexcept
{
    return unit(product(joint.rest.rotation, joint.limit.apply(product(back(joint.rest.rotation), rotation))));
}

bool isAllowed(const JointTree::Joint& joint, const glm::dquat& rotation) noexcept
{
    return joint.limit.isFree() || joint.limit.violation(product(back(joint.rest.rotation), rotation)) < 1e-9;
}

/// Returns the half turn whose matrix has the signs of a scale that is negative along two axes. A scale that is negative along one axis or
/// three has the opposite signs of such a half turn or of the identity.
glm::dquat flipOf(const glm::vec3& scale) noexcept
{
    const bool isMirrored = scale.x * scale.y * scale.z < 0.f;
    const glm::dvec3 kept(isMirrored == (scale.x < 0.f), isMirrored == (scale.y < 0.f), isMirrored == (scale.z < 0.f));
    return kept.x * kept.y * kept.z != 0. ? glm::dquat(1., 0., 0., 0.) : glm::dquat(0., kept.x, kept.y, kept.z);
}

bool isEvenScale(const glm::vec3& scale) noexcept
{
    const glm::vec3 size = glm::abs(scale);
    return size.x > 0.f && std::abs(size.y - size.x) <= roundingOfScale * size.x && std::abs(size.z - size.x) <= roundingOfScale * size.x;
}

}  // namespace

// --- a square of the normal equations -------------------------------------------------------------------------------------

void PointReach::Square::add(const glm::dvec3& vector, double factor) noexcept
{
    const glm::dvec3 scaled = factor * vector;
    xx += scaled.x * vector.x;
    yx += scaled.y * vector.x;
    yy += scaled.y * vector.y;
    zx += scaled.z * vector.x;
    zy += scaled.z * vector.y;
    zz += scaled.z * vector.z;
}

double PointReach::Square::along(const glm::dvec3& v) const noexcept
{
    return xx * v.x * v.x + yy * v.y * v.y + zz * v.z * v.z + 2. * (yx * v.x * v.y + zx * v.x * v.z + zy * v.y * v.z);
}

glm::dvec3 PointReach::Square::solve(double damping, const glm::dvec3& right) const noexcept
{
    // L D L^T, which needs no square roots. The damping keeps the divisors positive.
    const double x = 1. / (xx + damping);
    const double lyx = yx * x;
    const double lzx = zx * x;
    const double y = 1. / (yy + damping - lyx * yx);
    const double rest = zy - lzx * yx;
    const double lzy = rest * y;
    const double z = 1. / (zz + damping - lzx * zx - lzy * rest);
    const double outY = right.y - lyx * right.x;
    const double outZ = (right.z - lzx * right.x - lzy * outY) * z;
    const double upY = outY * y - lzy * outZ;
    return {right.x * x - lyx * upY - lzx * outZ, upY, outZ};
}

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
        link.freedom = joint.freedom;
        columns += link.moves && !link.isFree ? 3 : 0;
        fits_ = fits_ && !joint.slides() && !joint.preferred && joint.parent == static_cast<std::ptrdiff_t>(i) - 1;
        isUnlimited_ = isUnlimited_ && link.moves && link.isFree && link.isBall;
    }
    const auto isHinge = [&](const Link& link) {
        return tree[static_cast<std::size_t>(&link - links_.data())].limit.kind == TurnLimit::Kind::Hinge;
    };
    const auto first = std::find_if(links_.begin(), links_.end(), [](const Link& link) { return link.moves; });
    first_ = static_cast<std::size_t>(first - links_.begin());
    isLimb_ = std::count_if(links_.begin(), links_.end(), [](const Link& link) { return link.moves; }) == 2
              && std::any_of(first + 1, links_.end(), isHinge);
    fits_ = fits_ && first != links_.end() && chain.effectors().front().joint + 1 == links_.size();
    ownPoint_ = chain.effectors().front().ownPoint;
    columns_.resize(columns);  // not reserve(), so that copies have the memory too
}

glm::dquat PointReach::below(const Link& link, const glm::dquat& turn) noexcept
{
    return link.isFlipped ? product(turn, link.flip) : turn;
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
    const glm::dmat3 metric = glm::transpose(base_.linear) * base_.linear;
    const double size = metric[0][0];
    const glm::dmat3 off = metric - glm::dmat3(size);
    return size > 1e-30 && squared(off[0]) + squared(off[1]) + squared(off[2]) <= unevenBase * size * size;
}

bool PointReach::read(const JointView& joints, JointTree& tree, Space space) noexcept
{
    double scale = 1.;
    glm::dvec3 axes(1.);  // how the joint above scales
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const std::size_t number = tree.bones().joint(i);
        Transform parts;
        if (!JointAccess::readParts(joints, number, parts) || !isEvenScale(parts.scale)) {
            return false;
        }
        Link& link = links_[i];
        link.center = glm::dvec3(parts.translation);
        link.loaded = unit(glm::dquat(parts.rotation));
        link.incoming = link.loaded;
        if (link.moves && !link.isFree) {
            tree.knowRest(joints, i, parts.scale);
            const JointTree::Joint& joint = tree[i];
            const bool isOutside = joint.limit.violation(product(back(joint.rest.rotation), link.loaded)) > 1e-6;
            link.incoming = isOutside ? limited(joint, link.loaded) : link.loaded;
        }
        link.solved = link.incoming;
        if (i > 0) {
            links_[i - 1].arm = scale * axes * link.center;
            scale *= axes.x * axes.y * axes.z < 0. ? -std::abs(axes.x) : std::abs(axes.x);
        }
        axes = glm::dvec3(parts.scale);
        link.isFlipped = (parts.scale.x < 0.f) != (parts.scale.y < 0.f) || (parts.scale.x < 0.f) != (parts.scale.z < 0.f);
        link.flip = link.isFlipped ? flipOf(parts.scale) : link.flip;
    }
    links_.back().arm = scale * axes * ownPoint_;
    return readBase(joints, tree.bones().joint(0), space);
}

/// Computes where the joints are, from their local rotations.
void PointReach::place() noexcept
{
    glm::dquat above(1., 0., 0., 0.);
    glm::dvec3 point = links_.front().center;
    for (Link& link : links_) {
        link.point = point;
        link.turn = product(above, link.solved);
        point += rotated(link.turn, link.arm);
        above = below(link, link.turn);
    }
    tip_ = point;
}

/// Sets the point to aim at, and the lengths of the incoming pose.
void PointReach::aim(const IkGoal& goal, const ChainSolverOptions& options) noexcept
{
    length_ = 0.;
    double longest = 0.;
    glm::dvec3 last = links_[first_].point;
    const auto add = [&](const glm::dvec3& point) {
        const double length = std::sqrt(squared(point - last));
        length_ += length;
        longest = std::max(longest, length);
        last = point;
    };
    for (std::size_t i = first_ + 1; i < links_.size(); ++i) {
        if (links_[i].moves) {
            add(links_[i].point);
        }
    }
    add(tip_);
    const glm::dvec3& root = links_[first_].point;
    const glm::dvec3 given(*goal.position);
    asked_ = hasBase_ ? base_.inverse().point(given) : given;
    const double nearest = std::max(0., 2. * longest - length_);
    aim_ = aimWithin({root, tip_, nearest, length_}, asked_, options.softness, goal.positionWeight);
    const glm::dquat above = first_ > 0 ? below(links_[first_ - 1], links_[first_ - 1].turn) : glm::dquat(1., 0., 0., 0.);
    incomingLine_ = rotated(back(above), tip_ - root);
}

void PointReach::setStart(const JointTree& tree, std::span<const double> start) noexcept
{
    for (std::size_t i = 0; i < links_.size() && !start.empty(); ++i) {
        Link& link = links_[i];
        if (link.moves) {
            const glm::dquat rotation =
                unit(memoryFrom<JointState>(start.subspan(i * numbersIn<JointState>, numbersIn<JointState>)).rotation);
            link.solved = link.isFree ? rotation : limited(tree[i], rotation);
        }
    }
    if (!start.empty()) {
        place();
    }
}

// --- the search ---------------------------------------------------------------------------------------------------------------

bool PointReach::search(const JointTree& tree, const ChainSolverOptions& options) noexcept
{
    const double near = wellWithin * tolerance_ * length_;
    const auto cost = [&](double distance) { return std::max(0., distance / length_ - 0.5 * tolerance_); };
    distance_ = std::sqrt(squared(aim_.position - tip_));
    damping_ = pace::firstDamping;
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
            for (Link& link : links_) {
                link.turn = link.nextTurn;
                link.point = link.nextPoint;
            }
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
        link.lever = (tip_ - link.point) * unitOfLength;
        if (!link.moves) {
            continue;
        }
        const std::size_t columns = columns_.size();
        if (!link.isFree) {
            addColumns(tree[i], i, i > 0 ? below(links_[i - 1], links_[i - 1].turn) : glm::dquat(1., 0., 0., 0.));
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
void PointReach::addColumns(const JointTree::Joint& joint, std::size_t number, const glm::dquat& above) noexcept
{
    const Link& link = links_[number];
    const glm::dquat rest = product(above, joint.rest.rotation);
    const glm::dquat turn = product(back(rest), link.turn);
    const TurnPlace at = joint.limit.place(turn);
    const auto add = [&](const glm::dvec3& ownAxis, int end) {
        const glm::dvec3 axis = rotated(rest, ownAxis);
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

/// Computes the rotation vector of each joint. Joints at an end of their range do not move beyond it.
void PointReach::findSteps(const glm::dvec3& residual) noexcept
{
    const auto along = [&](const Column& column, const glm::dvec3& pull) {
        return links_[column.link].freedom * glm::dot(column.moved, pull);
    };
    glm::dvec3 pull;
    for (Column& column : columns_) {
        column.isHeld = false;
    }
    bool holds = true;
    for (int pass = 0; pass < pace::holdPasses && holds; ++pass) {
        Square square = freeSquare_;
        for (const Column& column : columns_) {
            const double freedom = links_[column.link].freedom;
            square.add(column.moved, column.isHeld ? 0. : freedom * freedom);
        }
        pull = square.solve(damping_, residual);
        holds = false;
        for (Column& column : columns_) {
            const bool isNew = !column.isHeld && column.end * along(column, pull) > 0.;
            column.isHeld = column.isHeld || isNew;
            holds = holds || isNew;
        }
    }
    double longest = 0.;
    for (std::size_t i = first_; i < links_.size(); ++i) {
        Link& link = links_[i];
        link.step = link.freedom * glm::cross(link.lever, pull);
    }
    for (const Column& column : columns_) {
        links_[column.link].step = glm::dvec3(0.);
    }
    for (const Column& column : columns_) {
        links_[column.link].step += column.axis * (column.isHeld ? 0. : along(column, pull));
    }
    for (std::size_t i = first_; i < links_.size(); ++i) {
        longest = std::max(longest, links_[i].moves ? squared(links_[i].step) : 0.);
    }
    const double part = longest > pace::longestStep * pace::longestStep ? pace::longestStep / std::sqrt(longest) : 1.;
    for (std::size_t i = first_; i < links_.size(); ++i) {
        links_[i].step *= part * links_[i].freedom;
    }
}

/// Rotates the joints by their steps, as far as their limits allow.
void PointReach::move(const JointTree& tree) noexcept
{
    glm::dquat change(1., 0., 0., 0.);  // of all joints so far
    glm::dquat above(1., 0., 0., 0.);
    glm::dvec3 point = links_.front().center;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        Link& link = links_[i];
        change = link.moves ? product(change, turnBy(link.step)) : change;
        link.nextTurn = product(change, link.turn);
        if (!link.isFree && link.moves) {
            const JointTree::Joint& joint = tree[i];
            link.nextTurn = product(above, limited(joint, product(back(above), link.nextTurn)));
            change = product(link.nextTurn, back(link.turn));
        }
        link.nextPoint = point;
        point += rotated(link.nextTurn, link.arm);
        above = below(link, link.nextTurn);
    }
    nextTip_ = point;
}

/// Stretches the chain towards a goal out of reach, by the shortest rotations from the incoming pose.
void PointReach::stretch() noexcept
{
    const glm::dvec3 line = glm::normalize(aim_.position - links_.front().point);
    glm::dquat above(1., 0., 0., 0.);
    for (Link& link : links_) {
        if (squared(link.arm) > 0.) {
            const glm::dvec3 now = glm::normalize(rotated(link.incoming, link.arm));
            link.solved = product(shortestTurn(now, rotated(back(above), line), anyAcross(now)), link.incoming);
        } else {
            link.solved = link.incoming;
        }
        above = below(link, product(above, link.solved));
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
        link.solved = link.moves ? product(back(above), link.turn) : link.incoming;
        if (link.isBall) {
            passTwistOn(tree, i, above);
        }
        above = below(link, product(above, link.solved));
    }
}

/// Removes the twist of a joint if the next one may rotate back, so that everything below stays in place.
void PointReach::passTwistOn(const JointTree& tree, std::size_t number, const glm::dquat& above) noexcept
{
    Link& link = links_[number];
    const Link* const next = number + 1 < links_.size() ? &links_[number + 1] : nullptr;
    if (next != nullptr && !next->isBall) {
        return;
    }
    const glm::dquat rotation = withoutTwist(link.solved, link.incoming, link.arm);
    if (!link.isFree && !isAllowed(tree[number], rotation)) {
        return;
    }
    if (next != nullptr && !next->isFree
        && !isAllowed(tree[number + 1], product(back(below(link, product(above, rotation))), next->turn))) {
        return;
    }
    link.solved = rotation;
}

/// Rotates a limb about the line to the effector; see takeOutTwist().
void PointReach::takeOutSwivel(const JointTree& tree) noexcept
{
    const Link& first = links_[first_];
    if (!isLimb_ || !first.isBall) {
        return;
    }
    const glm::dquat above = first_ > 0 ? below(links_[first_ - 1], links_[first_ - 1].turn) : glm::dquat(1., 0., 0., 0.);
    const glm::dquat now = product(back(above), first.turn);
    const auto turn = turnWithoutSwivel(now, first.incoming, rotated(back(above), tip_ - first.point), incomingLine_);
    if (turn && isAllowed(tree[first_], product(*turn, now))) {
        const glm::dquat change = product(product(above, *turn), back(above));
        for (std::size_t i = first_; i < links_.size(); ++i) {
            links_[i].turn = product(change, links_[i].turn);
        }
    }
}

/// Blends from the incoming pose to the solution. Returns whether all rotations are finite.
bool PointReach::blend(const JointTree& tree, double weight) noexcept
{
    bool isFinite = true;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        Link& link = links_[i];
        link.solved = link.moves ? unit(link.solved) : link.solved;
        link.blended = link.solved;
        if (link.moves && weight < 1.) {
            link.blended = blendTurns(link.incoming, link.solved, weight);
            link.blended = link.isFree ? link.blended : limited(tree[i], link.blended);
        }
        const double size = glm::dot(link.blended, link.blended);
        isFinite = isFinite && size > 0.25 && size < 4.;  // false for NaN
    }
    if (weight < 1.) {
        for (Link& link : links_) {
            std::swap(link.solved, link.blended);
        }
        place();
        for (Link& link : links_) {
            std::swap(link.solved, link.blended);
        }
    }
    return isFinite;
}

ChainReport PointReach::report(const JointTree& tree) const noexcept
{
    constexpr double heldBy = 1e-5;
    const double scale = hasBase_ ? std::sqrt(squared(base_.linear[0])) : 1.;
    const glm::dvec3 left = tip_ - asked_;
    const double far = std::sqrt(squared(hasBase_ ? base_.vector(left) : left));
    double change = 0.;
    ChainReport report;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const Link& link = links_[i];
        const glm::dquat apart = link.blended - link.loaded;
        const glm::dquat together = link.blended + link.loaded;
        change = std::max(change, std::min(glm::dot(apart, apart), glm::dot(together, together)));
        if (link.moves && !link.isFree) {
            const glm::dquat turn = product(back(tree[i].rest.rotation), link.blended);
            report.activeLimits |= tree[i].limit.isAtEnd(turn, heldBy) ? std::uint64_t{1} << std::min<std::size_t>(i, 63) : 0;
        }
    }
    report.iterations = iterations_;
    report.jointChange = static_cast<float>(4. * std::asin(0.5 * std::sqrt(change)));
    report.distance = static_cast<float>(far);
    report.isReached = far <= tolerance_ * length_ * scale;
    report.beyondReach = report.isReached ? 0.f : static_cast<float>(aim_.beyond * scale);
    return report;
}

std::optional<ChainReport> PointReach::solve(const JointView& joints, JointTree& tree, const IkGoal& goal, Space space,
                                             const ChainSolverOptions& options, std::span<const double> start) noexcept
{
    const bool isPoint = goal.position && goal.positionWeight > 0.f && !(goal.rotation && goal.rotationWeight > 0.f);
    if (!fits_ || !isPoint || !read(joints, tree, space)) {
        return std::nullopt;
    }
    place();
    aim(goal, options);
    tolerance_ = options.tolerance;
    iterations_ = 0;
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
    return blend(tree, options.weight) ? std::optional(report(tree)) : std::nullopt;
}

void PointReach::write(JointView& joints, const JointTree& tree) const noexcept
{
    for (std::size_t i = 0; i < links_.size(); ++i) {
        if (links_[i].blended != links_[i].loaded) {
            JointAccess::writeRotation(joints, tree.bones().joint(i), links_[i].blended);
        }
    }
}

void PointReach::get(std::span<JointState> outStates) const noexcept
{
    for (std::size_t i = 0; i < links_.size(); ++i) {
        outStates[i] = {links_[i].solved, links_[i].center};
    }
}

}  // namespace armature
