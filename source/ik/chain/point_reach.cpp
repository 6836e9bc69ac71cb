#include "ik/chain/point_reach.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "ik/chain/chain_twist.hpp"
#include "ik/memory_numbers.hpp"
#include "ik/turns.hpp"
#include "math/rotation_rule.hpp"
#include "skeleton/joint_access_inline.hpp"

namespace armature {

namespace {

/// Tolerance: a bone whose scales differ by less than this fraction scales evenly. Rounding makes the scales of a matrix differ this much.
constexpr float roundingOfScale = 5e-7f;

/// Tolerances for matrices, squared: for the axes above the chain, which are products, and for a bone's own matrix.
constexpr double unevenBase = 1e-11;
constexpr double unevenShape = 1e-12;

/// Returns the rotation, a half turn or the identity, whose matrix has the signs of `scale`. If an odd number of the signs is negative, the
/// matrix has the opposite signs.
PlainTurn flipOf(const glm::vec3& scale) noexcept
{
    const bool isMirrored = scale.x * scale.y * scale.z < 0.f;
    const glm::dvec3 kept(isMirrored == (scale.x < 0.f), isMirrored == (scale.y < 0.f), isMirrored == (scale.z < 0.f));
    return kept.x * kept.y * kept.z != 0. ? PlainTurn() : PlainTurn(0., kept.x, kept.y, kept.z);
}

/// Returns whether the columns are perpendicular to each other and equally long.
bool areEven(const glm::dmat3& linear, double tolerance) noexcept
{
    const glm::dmat3 metric = glm::transpose(linear) * linear;
    const double size = metric[0][0];
    const glm::dmat3 off = metric - glm::dmat3(size);
    return size > 1e-30 && glm::dot(off[0], off[0]) + glm::dot(off[1], off[1]) + glm::dot(off[2], off[2]) <= tolerance * size * size;
}

/// Returns the one factor by which a bone with the given scale scales, negative if the bone mirrors; 0 if it scales unevenly.
double evenScale(const glm::vec3& scale) noexcept
{
    const float size = std::abs(scale.x);
    const float slack = roundingOfScale * size;
    if (std::abs(std::abs(scale.y) - size) > slack || std::abs(std::abs(scale.z) - size) > slack) {
        return 0.;
    }
    return scale.x * scale.y * scale.z < 0.f ? -size : size;
}

}  // namespace

// --- reading ----------------------------------------------------------------------------------------------------------------

PointReach::PointReach(const Chain& chain, const JointTree& tree, ChainMethod method)
    : row_{std::vector<Link>(tree.size()), std::vector<ArmRow::Place>(tree.size()), {}}, search_([&] {
        for (std::size_t i = 0; i < tree.size(); ++i) {
            const JointTree::Joint& joint = tree[i];
            Link& link = row_.links[i];
            link.limit = joint.limit;
            link.moves = joint.turns();
            link.isFree = joint.limit.isFree();
            link.isBall = link.moves && joint.freedom >= 1. && joint.limit.kind != TurnLimit::Kind::Hinge;
            link.freedom = link.moves ? joint.freedom : 0.;
        }
        return PointSearch(row_);
    }())
{
    const auto& links = row_.links;
    const auto moves = [](const Link& link) { return link.moves; };
    const auto first = std::find_if(links.begin(), links.end(), moves);
    const Chain::Effector& effector = chain.effectors().front();
    ownPoint_ = effector.ownPoint;
    first_ = static_cast<std::size_t>(first - links.begin());
    isUnlimited_ = std::all_of(links.begin(), links.end(), [](const Link& link) { return link.isFree && link.isBall; });
    isLimb_ = std::count_if(links.begin(), links.end(), moves) == 2
              && std::any_of(first + 1, links.end(), [](const Link& link) { return link.limit.kind == TurnLimit::Kind::Hinge; });
    isUniform_ = !isLimb_ && std::all_of(links.begin(), links.end(), moves);
    fits_ = method == ChainMethod::DampedLeastSquares && chain.effectors().size() == 1 && effector.joint + 1 == links.size()
            && first != links.end();
    for (std::size_t i = 0; i < tree.size(); ++i) {
        fits_ = fits_ && !tree[i].slides() && !tree[i].preferred && tree[i].parent == static_cast<std::ptrdiff_t>(i) - 1;
    }
}

bool PointReach::readBase(const JointView& joints, std::size_t root, Space space) noexcept
{
    const bool hasWorld = space == Space::World && JointAccess::hasWorld(joints);
    hasBase_ = hasWorld || JointAccess::parent(joints, root) != noSlot;
    if (!hasBase_) {
        return true;
    }
    base_ = JointAccess::above(joints, root);
    base_ = hasWorld ? JointAccess::toWorld(joints) * base_ : base_;
    return areEven(base_.linear, unevenBase);
}

/// Reads a joint's pose. Returns the one factor by which the bone scales, negative if the bone mirrors; 0 if it scales unevenly.
inline double PointReach::readPose(const JointView& joints, JointTree& tree, std::size_t number, glm::vec3& outScale) noexcept
{
    Link& link = row_.links[number];
    const std::size_t joint = tree.bones().joint(number);
    Transform parts;
    link.isPlain = JointAccess::readParts(joints, joint, parts);
    if (link.isPlain) {
        outScale = parts.scale;
        link.center = {parts.translation.x, parts.translation.y, parts.translation.z};
        link.loaded = normalized({parts.rotation.w, parts.rotation.x, parts.rotation.y, parts.rotation.z});
        link.isFlipped = (parts.scale.x < 0.f) != (parts.scale.y < 0.f) || (parts.scale.x < 0.f) != (parts.scale.z < 0.f);
        if (link.isFlipped) {
            link.flip = flipOf(parts.scale);
        }
        return evenScale(parts.scale);
    }
    PosedJoint& pose = tree[number].pose;
    pose = JointAccess::read(joints, joint, outScale);
    link.center = PlainVector(pose.center);
    link.loaded = PlainTurn(pose.rotation);
    if (!areEven(pose.shape, unevenShape)) {
        return 0.;
    }
    const double size = std::copysign(glm::length(pose.shape[0]), glm::determinant(pose.shape));
    link.isFlipped = true;
    link.flip = normalized(PlainTurn(quaternionOf(pose.shape / size)));
    return size;
}

/// Reads the pose. Returns false if some bone or the base scales unevenly, so that the chain is no row of arms.
bool PointReach::read(const JointView& joints, JointTree& tree, Space space) noexcept
{
    isPlain_ = true;
    double above = 1.;  // the product of the factors by which the joints above scale
    double size = 1.;   // the factor by which the current joint scales
    glm::vec3 axes(1.f);
    const auto armTo = [&](std::size_t i, const PlainVector& point) {
        if (row_.links[i].isPlain) {
            return PlainVector(above * axes.x * point.x, above * axes.y * point.y, above * axes.z * point.z);
        }
        return PlainVector(above * (tree[i].pose.shape * point.toGlm() - tree[i].pose.shift));
    };
    for (std::size_t i = 0; i < row_.size(); ++i) {
        Link& link = row_.links[i];
        glm::vec3 newAxes;
        const double newSize = readPose(joints, tree, i, newAxes);
        if (!(std::abs(newSize) > 0.)) {
            return false;
        }
        if (i > 0) {
            row_.links[i - 1].arm = armTo(i - 1, link.center);
            above *= size;
        }
        axes = newAxes;
        size = newSize;
        isPlain_ = isPlain_ && link.isPlain;
        link.incoming = link.loaded;
        if (link.moves && !link.isFree) {
            tree.knowRest(joints, i, axes);
            link.rest = PlainTurn(tree[i].rest.rotation);
            const bool isOutside = link.limit.violation(link.fromRest(link.loaded)) > 1e-6;
            link.incoming = isOutside ? link.limited(link.loaded) : link.loaded;
        }
        link.solved = link.incoming;
    }
    row_.links.back().arm = armTo(row_.size() - 1, PlainVector(ownPoint_));
    return readBase(joints, tree.bones().joint(0), space);
}

// --- the goal ---------------------------------------------------------------------------------------------------------------

/// Measures the segments of the chain between joints that move.
void PointReach::measure() noexcept
{
    length_ = 0.;
    longest_ = 0.;
    const auto add = [&](const PlainVector& line) {
        const double segment = length(line);
        length_ += segment;
        longest_ = std::max(longest_, segment);
    };
    if (isUniform_) {
        for (const Link& link : row_.links) {
            add(link.arm);
        }
        return;
    }
    std::size_t last = first_;
    for (std::size_t i = first_ + 1; i < row_.size(); ++i) {
        if (row_.links[i].moves) {
            add(row_.places[i].point - row_.places[last].point);
            last = i;
        }
    }
    add(row_.tip - row_.places[last].point);
    incomingLine_ = back(row_.above(first_)) * (row_.tip - row_.places[first_].point);
}

void PointReach::aim(const IkGoal& goal, const ChainSolverOptions& options) noexcept
{
    const glm::dvec3 given(*goal.position);
    asked_ = hasBase_ ? base_.inverse().point(given) : given;
    const PlainVector& root = isUniform_ ? row_.links.front().center : row_.places[first_].point;
    const double nearest = std::max(0., 2. * longest_ - length_);
    aim_ = aimWithin({root.toGlm(), row_.tip.toGlm(), nearest, length_}, asked_, options.softness, goal.positionWeight);
}

void PointReach::setStart(std::span<const double> start) noexcept
{
    if (start.empty()) {
        return;
    }
    for (std::size_t i = 0; i < row_.size(); ++i) {
        Link& link = row_.links[i];
        if (link.moves) {
            const auto state = memoryFrom<JointState>(start.subspan(i * numbersIn<JointState>, numbersIn<JointState>));
            link.solved = link.limited(normalized(PlainTurn(state.rotation)));
        }
    }
    row_.place();
}

// --- the result -------------------------------------------------------------------------------------------------------------

/// Sets a joint's solved rotation and the floats to store, and raises change_ to the joint's change.
[[gnu::always_inline]] inline void PointReach::settle(Link& link, const PlainTurn& rotation) noexcept
{
    const PlainTurn& before = link.loaded;
    const double cosine = inner(rotation, before);
    const double sign = cosine < 0. ? -1. : 1.;
    const PlainTurn chord(rotation.w - sign * before.w, rotation.x - sign * before.x, rotation.y - sign * before.y,
                          rotation.z - sign * before.z);
    const double change = inner(chord, chord);
    change_ = change <= change_ ? change_ : change;  // takes over a NaN
    const auto w = static_cast<float>(rotation.w);
    const auto x = static_cast<float>(rotation.x);
    const auto y = static_cast<float>(rotation.y);
    const auto z = static_cast<float>(rotation.z);
    link.isChanged = w != static_cast<float>(before.w) || x != static_cast<float>(before.x) || y != static_cast<float>(before.y)
                     || z != static_cast<float>(before.z);
    link.stored = glm::quat(w, x, y, z);
    link.solved = rotation;
}

/// Stretches the chain towards a goal out of reach, by the shortest rotations from the incoming pose.
void PointReach::stretch() noexcept
{
    const glm::dvec3 line = glm::normalize(aim_.position - row_.links.front().center.toGlm());
    PlainTurn above;
    for (Link& link : row_.links) {
        PlainTurn rotation = link.incoming;
        if (squared(link.arm) > 0.) {
            const glm::dvec3 now = glm::normalize((link.incoming * link.arm).toGlm());
            rotation = PlainTurn(shortestTurn(now, (back(above) * PlainVector(line)).toGlm(), anyAcross(now))) * link.incoming;
        }
        settle(link, rotation);
        above = link.below(above * rotation);
    }
    row_.place();
}

/// Computes the local rotations of the pose that the search found, without twist that the goal does not need; see takeOutTwist().
void PointReach::finish() noexcept
{
    if (isLimb_ && row_.links[first_].isBall) {
        takeOutSwivel();
    }
    PlainTurn above;
    for (std::size_t i = 0; i < row_.size(); ++i) {
        Link& link = row_.links[i];
        PlainTurn turn = row_.places[i].turn;
        if (link.isBall && (i + 1 == row_.size() || row_.links[i + 1].isBall)) {
            const PlainTurn untwisted = withoutTwist(turn, above * link.incoming, link.arm);
            if (isUnlimited_ || mayTurn(i, above, untwisted)) {
                turn = untwisted;
            }
        }
        settle(link, link.moves ? normalized(back(above) * turn) : link.incoming);
        above = link.below(turn);
    }
}

/// Returns whether the limits allow `turn` as the rotation of a joint's arm, if the next joint rotates back so that its own arm stays as
/// the search has placed it.
bool PointReach::mayTurn(std::size_t number, const PlainTurn& above, const PlainTurn& turn) const noexcept
{
    const Link& link = row_.links[number];
    return link.allows(back(above) * turn)
           && (number + 1 == row_.size() || row_.links[number + 1].allows(back(link.below(turn)) * row_.places[number + 1].turn));
}

/// Rotates a limb about the line to the effector; see takeOutTwist().
void PointReach::takeOutSwivel() noexcept
{
    const Link& first = row_.links[first_];
    const PlainTurn above = row_.above(first_);
    const PlainTurn now = back(above) * row_.places[first_].turn;
    const PlainVector line = back(above) * (row_.tip - row_.places[first_].point);
    const auto turn = turnWithoutSwivel(now.toGlm(), first.incoming.toGlm(), line.toGlm(), incomingLine_.toGlm());
    if (turn && first.allows(PlainTurn(*turn) * now)) {
        const PlainTurn change = above * PlainTurn(*turn) * back(above);
        for (std::size_t i = first_; i < row_.size(); ++i) {
            row_.places[i].turn = change * row_.places[i].turn;
        }
    }
}

/// Blends from the incoming pose to the solution, and computes where the joints then are.
void PointReach::blend(double weight) noexcept
{
    change_ = 0.;
    for (Link& link : row_.links) {
        if (link.moves) {
            settle(link, link.limited(normalized(PlainTurn(blendTurns(link.incoming.toGlm(), link.solved.toGlm(), weight)))));
        }
    }
    row_.place();
}

ChainReport PointReach::report(double tolerance, std::size_t iterations) const noexcept
{
    constexpr double heldBy = 1e-5;
    const double scale = hasBase_ ? glm::length(base_.linear[0]) : 1.;
    const glm::dvec3 left = row_.tip.toGlm() - asked_;
    const double far = glm::length(hasBase_ ? base_.vector(left) : left);
    ChainReport report;
    for (std::size_t i = 0; i < row_.size() && !isUnlimited_; ++i) {
        const Link& link = row_.links[i];
        if (link.moves && !link.isFree && link.limit.isAtEnd(link.fromRest(link.solved), heldBy)) {
            report.activeLimits |= std::uint64_t{1} << std::min<std::size_t>(i, 63);
        }
    }
    report.iterations = iterations;
    report.jointChange = static_cast<float>(4. * std::asin(0.5 * std::sqrt(change_)));
    report.distance = static_cast<float>(far);
    report.isReached = far <= tolerance * length_ * scale;
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
        row_.place();
    }
    measure();
    aim(goal, options);
    if (!(length_ > 0.) || (aim_.isTooFar && !isUnlimited_)) {
        return std::nullopt;
    }
    change_ = 0.;
    std::size_t iterations = 1;
    if (aim_.isTooFar) {
        stretch();
    } else {
        setStart(start);
        if (!search_.run(row_, {PlainVector(aim_.position), length_, options.tolerance, options.maxIterations})) {
            return std::nullopt;
        }
        iterations = search_.iterations();
        finish();
    }
    for (std::size_t i = 0; i < row_.size(); ++i) {
        outSolution[i] = {row_.links[i].solved.toGlm(), row_.links[i].center.toGlm()};
    }
    if (options.weight < 1.f) {
        blend(options.weight);
    }
    return change_ <= 4. ? std::optional(report(options.tolerance, iterations)) : std::nullopt;  // no value for NaN
}

bool PointReach::write(JointView& joints, JointTree& tree) const
{
    const auto joint = [&](std::size_t i) { return tree.bones().joint(i); };
    for (std::size_t i = 0; i < row_.size() && !isPlain_; ++i) {
        const Link& link = row_.links[i];
        tree[i].pose.rotation = link.solved.toGlm();
        if (!link.isPlain && link.isChanged && !JointAccess::isWritable(joints, joint(i), tree[i].pose)) {
            return false;
        }
    }
    for (std::size_t i = 0; i < row_.size(); ++i) {
        const Link& link = row_.links[i];
        if (link.isChanged && link.isPlain) {
            JointAccess::writeRotation(joints, joint(i), link.stored);
        } else if (link.isChanged) {
            JointAccess::write(joints, joint(i), tree[i].pose);
        }
    }
    return true;
}

}  // namespace armature
