#include <armature/animation/clip_bounds.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/matrix.hpp>

#include <armature/animation/baked_clip.hpp>
#include <armature/math/affine.hpp>
#include <armature/math/transform.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/joint_bounds.hpp>

#include "base/moved_from.hpp"
#include "base/words.hpp"
#include "math/linear_map.hpp"
#include "skinning/asked_skinning.hpp"
#include "skinning/dual_bodies.hpp"
#include "skinning/kernels/planned_kernels.hpp"
#include "skinning/split_matrix.hpp"

namespace armature {

namespace {

constexpr const char* boundsName = "a ClipBounds";  // for messages
constexpr double boundRounding = 1e-5;              // tolerance: far more than all float rounding from a clip to a vertex

/// A bone, its parent, and how far its vertices reach.
struct BoundBone {
    std::size_t number = 0;  // index in the skeleton's bones()
    std::size_t parent = 0;  // index of the parent in Data::bones; for a root, its own index
    std::size_t slot = noJoint;
    Affine inverseBind{0.f};
    double reach = -1.;              // greatest distance of its vertices from the bone's origin in the bind pose; negative: no vertices
    std::vector<double> morphReach;  // for each morph target, by how much a weight of 1 extends the reach
};

/// How far a bone's absolute transform may deviate, during an interval of time, from its value in the middle of the interval.
///
/// The absolute transform is A = P L, the parent's times the local transform. If P deviates by E, whose norm is at most `turn`, and L by F,
/// then A deviates by E (L + F) + P F. Products of norms bound this deviation.
struct Drift {
    double scale = 1.;  // upper bound of the norm of the bone's linear part in the middle
    double turn = 0.;   // upper bound of the linear part's deviation, as a norm
    double angle = 0.;  // upper bound of the rotation's deviation, in radians; valid if only rotations and translations change
    bool isRigid = true;
    double shift = 0.;  // upper bound of the origin's deviation
    double size = 0.;   // upper bound of the distance from the skeleton's origin; scales the tolerance for rounding
};

/// Returns the largest factor by which a transform scales.
double largestScaleOf(const Transform& transform) noexcept
{
    const glm::dvec3 scale = glm::abs(glm::dvec3(transform.scale));
    return std::max({scale.x, scale.y, scale.z});
}

double distance(const glm::vec3& a, const glm::vec3& b) noexcept
{
    return glm::length(glm::dvec3(a) - glm::dvec3(b));
}

/// Returns |R(a) - R(b)|, the norm of the difference between two rotations: the chord of twice the angle between the quaternions.
double chordBetween(const glm::quat& a, const glm::quat& b) noexcept
{
    const glm::dquat x(a);
    const glm::dquat y(b);
    const double cosine = std::abs(glm::dot(x, y)) / std::sqrt(glm::dot(x, x) * glm::dot(y, y));
    return 2. * std::sqrt(std::max(0., 1. - cosine * cosine));
}

/// Computes a bone's drift from the drift of its parent. Between two frames, translations and scales change linearly and rotations turn
/// about one axis, so all of them deviate most from the middle at the ends.
Drift driftOf(const Drift& parent, const Transform& middle, std::span<const Transform* const> ends) noexcept
{
    double shift = 0.;
    double scale = 0.;
    double chord = 0.;
    for (const Transform* end : ends) {
        shift = std::max(shift, distance(end->translation, middle.translation));
        scale = std::max(scale, distance(end->scale, middle.scale));
        chord = std::max(chord, chordBetween(end->rotation, middle.rotation));
    }
    const double turn = scale + chord * largestScaleOf(middle);
    const double step = glm::length(glm::dvec3(middle.translation));
    Drift drift;
    drift.scale = parent.scale * largestScaleOf(middle);
    drift.turn = parent.turn * (largestScaleOf(middle) + turn) + parent.scale * turn;
    drift.shift = parent.shift + parent.turn * (step + shift) + parent.scale * shift;
    drift.size = parent.size + (parent.scale + parent.turn) * (step + shift);
    drift.angle = parent.angle + 2. * std::asin(std::min(1., 0.5 * chord));
    drift.isRigid = parent.isRigid && scale == 0. && middle.scale == glm::vec3(middle.scale.x);
    return drift;
}

/// Returns the largest angle by which the rotation of a linear map (see rotationOfLinear()) may change if the map changes by `off`, in
/// norm; half a turn if no smaller bound is known.
///
/// The rotation's +Y points along the second column, so +Y turns by at most asin(off / length of that column). Seen in axes that turn along
/// with +Y, the third column changes by `off` and by that turn. This change, divided by the column's distance from the +Y axis, bounds the
/// sine of the angle by which +Z turns about +Y. The first column only determines the sign of +X.
double turnOfRotation(const glm::dmat3& linear, double off) noexcept
{
    constexpr double unknown = glm::pi<double>();
    constexpr double most = 0.5;  // limit on the sine of each of these angles; beyond it, no bound is known
    const double length = glm::length(linear[1]);
    if (!(off < most * length)) {
        return unknown;
    }
    const glm::dvec3 y = linear[1] / length;
    const double first = std::asin(off / length);
    const double height = glm::length(linear[2] - y * glm::dot(y, linear[2]));
    const double offZ = off + 2. * std::sin(0.5 * first) * glm::length(linear[2]);
    if (!(offZ < most * height)) {
        return unknown;
    }
    const double angle = first + std::asin(offZ / height);
    const double side = std::abs(glm::determinant(linear)) / (length * height);
    const double offX = off + 2. * std::sin(0.5 * angle) * glm::length(linear[0]);
    return offX < most * side && side > 1e-3 * glm::length(linear[0]) && height > 1e-3 * glm::length(linear[2]) ? angle : unknown;
}

}  // namespace

struct ClipBounds::Data {
    Data(const Mesh& mesh, const Skeleton& skeleton, SkinningKind kind);

    void addBone(const Bone& bone, std::size_t number, std::vector<std::size_t>& placeByNumber, const Skeleton& skeleton);
    void findReaches(const Mesh& mesh);
    void requireClip(const BakedClip& clip) const;

    std::vector<std::string> names;
    std::vector<BoundBone> bones;  // parents first
    std::size_t paletteSize = 0;
    std::size_t targetCount = 0;
    JointBounds bounds;              // for linear blending
    std::optional<DualBodies> dual;  // for dual quaternions
};

ClipBounds::Data::Data(const Mesh& mesh, const Skeleton& skeleton, SkinningKind kind)
    : paletteSize(skeleton.getFinalMatrices().size()), targetCount(mesh.getMorphWeights().size())
{
    if (kind == SkinningKind::Linear) {
        bounds = JointBounds(mesh);
    } else {
        dual.emplace(mesh);
    }
    const std::size_t none = skeleton.bones().size();
    std::vector<std::size_t> places(skeleton.bones().size(), none);
    for (std::size_t number = 0; number < skeleton.bones().size(); ++number) {
        names.push_back(skeleton.bones()[number]->getName());
        addBone(*skeleton.bones()[number], number, places, skeleton);
    }
    findReaches(mesh);
}

/// Adds a bone, unless it was added before, after adding all bones above it.
void ClipBounds::Data::addBone(const Bone& bone, std::size_t number, std::vector<std::size_t>& placeByNumber, const Skeleton& skeleton)
{
    if (placeByNumber[number] != placeByNumber.size()) {
        return;
    }
    const Bone* const parent = bone.getParentBone();
    std::size_t parentPlace = placeByNumber.size();
    if (parent != nullptr) {
        const auto parentNumber = static_cast<std::size_t>(std::ranges::find(skeleton.bones(), parent) - skeleton.bones().begin());
        addBone(*parent, parentNumber, placeByNumber, skeleton);
        parentPlace = placeByNumber[parentNumber];
    }
    const std::size_t place = placeByNumber[number] = bones.size();
    bones.push_back({number,
                     parent != nullptr ? parentPlace : place,
                     bone.getIndex().value_or(noJoint),
                     toAffine(bone.getAbsoluteInverseBindMatrix()),
                     -1.,
                     {}});
}

void ClipBounds::Data::findReaches(const Mesh& mesh)
{
    std::vector<BoundBone*> bySlot(std::max(paletteSize, mesh.jointCount()), nullptr);
    for (BoundBone& bone : bones) {
        bone.morphReach.assign(targetCount, 0.);
        if (bone.slot < bySlot.size()) {
            bySlot[bone.slot] = &bone;
        }
    }
    for (const Primitive& primitive : mesh.primitives()) {
        for (std::size_t i = 0; i < primitive.skin.weights.size(); ++i) {
            BoundBone* const bone = bySlot[primitive.skin.joints[i]];
            if (primitive.skin.weights[i] == 0.f || bone == nullptr) {
                continue;
            }
            const std::size_t vertex = i / primitive.skin.influencesPerVertex;
            const glm::dmat4 inverseBind = toDmat4(bone->inverseBind);
            bone->reach =
                std::max(bone->reach, glm::length(glm::dvec3(inverseBind * glm::dvec4(glm::dvec3(primitive.positions[vertex]), 1.))));
            for (std::size_t target = 0; target < primitive.morphTargets.size(); ++target) {
                const std::vector<glm::vec3>& moves = primitive.morphTargets[target].positions;
                if (!moves.empty()) {
                    const double length = glm::length(glm::dmat3(inverseBind) * glm::dvec3(moves[vertex]));
                    bone->morphReach[target] = std::max(bone->morphReach[target], length);
                }
            }
        }
    }
}

void ClipBounds::Data::requireClip(const BakedClip& clip) const
{
    const auto [baked, own] = std::ranges::mismatch(clip.boneNames(), names);
    if (baked != clip.boneNames().end() || own != names.end()) {
        throw std::invalid_argument(fmt::format("clip bounds: the clip {} is baked for {}, the skeleton has {}; bone {} differs",
                                                inQuotes(clip.getName()), counted(clip.boneCount(), "bone"), names.size(),
                                                baked - clip.boneNames().begin()));
    }
}

namespace {

/// Computes boxes for intervals of time, each of which lies between two neighbouring frames. Intervals in which vertices may move far are
/// cut in half, at most `halvings` times.
class Stretches {
public:
    template <class Data>
    Stretches(const Data& data, const BakedClip& clip, std::span<const float> morphWeights)
        : bones_(data.bones)
        , bounds_(data.bounds)
        , dual_(data.dual)
        , clip_(clip)
        , sets_(morphWeights)
        , targets_(data.targetCount)
        , drifts_(data.bones.size())
        , absolutes_(data.bones.size())
        , palette_(data.paletteSize, identityAffine())
        , dualDrifts_(dual_ ? data.paletteSize : 0)
        , stretches_(dualDrifts_.size(), identityAffine())
        , motions_(dualDrifts_.size(), {{0.f, 0.f, 0.f, 1.f}, {0.f, 0.f, 0.f, 0.f}})
    {
        for (std::vector<Transform>& pose : poses_) {
            pose.resize(data.names.size());
        }
    }

    void add(double from, double to, int halvings, Aabb& inOutBox)
    {
        const double middle = 0.5 * (from + to);
        clip_.sample(from, poses_[0]);
        clip_.sample(middle, poses_[1]);
        clip_.sample(to, poses_[2]);
        const double room = followBones();
        Aabb box;
        for (std::size_t first = 0; first == 0 || first < sets_.size(); first += std::max<std::size_t>(targets_, 1)) {
            extend(box, sets_.subspan(first, std::min(targets_, sets_.size() - first)));
        }
        if (box.isEmpty()) {
            return;
        }
        const glm::dvec3 size(box.getSize());
        if (halvings > 0 && room > 0.02 * std::max({size.x, size.y, size.z})) {
            add(from, middle, halvings - 1, inOutBox);
            add(middle, to, halvings - 1, inOutBox);
            return;
        }
        const auto grown = static_cast<float>(room * (1. + boundRounding));
        inOutBox.extend(Aabb{box.minimum - grown, box.maximum + grown});
    }

private:
    /// Computes the palette in the middle of the interval. Returns how far a vertex may move from the position that this palette gives it.
    double followBones()
    {
        double room = 0.;
        for (std::size_t place = 0; place < bones_.size(); ++place) {
            const BoundBone& bone = bones_[place];
            const Transform& middle = poses_[1][bone.number];
            const bool isRoot = bone.parent == place;
            const Transform* const ends[] = {&poses_[0][bone.number], &poses_[2][bone.number]};
            drifts_[place] = driftOf(isRoot ? Drift{} : drifts_[bone.parent], middle, ends);
            absolutes_[place] = isRoot ? toAffine(middle) : multiply(absolutes_[bone.parent], toAffine(middle));
            if (bone.slot < palette_.size()) {
                palette_[bone.slot] = multiply(absolutes_[place], bone.inverseBind);
            }
            if (bone.reach >= 0.) {
                const double way = roomOf(bone, drifts_[place]);
                room = std::max(room, way);
                if (dual_ && bone.slot < palette_.size()) {
                    followDual(bone, drifts_[place], way);
                }
            }
        }
        return 1.02 * room;  // blend weights may sum to a little more than 1
    }

    /// Computes a bone's stretch and motion for dual quaternions in the middle of the interval, and how far both may deviate during it.
    void followDual(const BoundBone& bone, const Drift& drift, double way)
    {
        const SplitMatrix split = splitMatrix(palette_[bone.slot]);
        stretches_[bone.slot] = split.stretch;
        motions_[bone.slot] = split.motion;
        const glm::dmat3 linear(toDmat4(palette_[bone.slot]));
        const double off = drift.turn * normOf(glm::dmat3(toDmat4(bone.inverseBind)));
        const double angle = drift.isRigid ? drift.angle : turnOfRotation(linear, off);
        const double half = std::min(0.5 * angle + boundRounding, glm::half_pi<double>());
        const double stretch = drift.isRigid ? boundRounding * normOf(linear) : off + 2. * std::sin(half) * normOf(linear);
        dualDrifts_[bone.slot] = {1.02 * way, half, stretch};
    }

    void extend(Aabb& inOutBox, std::span<const float> morphWeights) const
    {
        if (dual_) {
            dual_->enclose(palette_, stretches_, motions_, morphWeights, inOutBox, dualDrifts_);
        } else {
            inOutBox.extend(bounds_.enclose(palette_, morphWeights));
        }
    }

    [[nodiscard]] double roomOf(const BoundBone& bone, const Drift& drift) const noexcept
    {
        double reach = bone.reach;
        for (std::size_t target = 0; target < targets_; ++target) {
            double most = 0.;
            for (std::size_t i = target; i < sets_.size(); i += targets_) {
                most = std::max(most, std::abs(static_cast<double>(sets_[i])));
            }
            reach += most * bone.morphReach[target];
        }
        return drift.shift + drift.turn * reach + boundRounding * (drift.size + (drift.scale + drift.turn) * reach);
    }

    const std::vector<BoundBone>& bones_;
    const JointBounds& bounds_;
    const std::optional<DualBodies>& dual_;
    const BakedClip& clip_;
    std::span<const float> sets_;
    std::size_t targets_;
    std::vector<Drift> drifts_;
    std::vector<Affine> absolutes_;
    std::vector<Affine> palette_;
    std::vector<DualBodies::Drift> dualDrifts_;  // by palette entry; used for dual quaternions only, like the next two members
    std::vector<Affine> stretches_;
    std::vector<DualQuaternion> motions_;
    std::vector<Transform> poses_[3];  // at the beginning, in the middle and at the end of the interval
};

}  // namespace

ClipBounds::ClipBounds(const Mesh& mesh, const Skeleton& skeleton, Blend blend)
    : data_(std::make_unique<const Data>(mesh, skeleton,
                                         blend == Blend::Linear            ? SkinningKind::Linear
                                         : blend == Blend::DualQuaternions ? SkinningKind::DualQuaternions
                                                                           : askedSkinning(mesh)))
{}
ClipBounds::~ClipBounds() = default;
ClipBounds::ClipBounds(ClipBounds&&) noexcept = default;
ClipBounds& ClipBounds::operator=(ClipBounds&&) noexcept = default;

Aabb ClipBounds::enclose(const BakedClip& clip, double from, double to, std::span<const float> morphWeights) const
{
    const Data& data = stateOf(data_, boundsName);
    data.requireClip(clip);
    if (!std::isfinite(from) || !std::isfinite(to) || from > to) {
        throw std::invalid_argument(fmt::format("clip bounds: from {} to {} seconds is no stretch of time", from, to));
    }
    const std::size_t targets = data.targetCount;
    if (targets == 0 ? !morphWeights.empty() : morphWeights.size() % targets != 0) {
        throw std::invalid_argument(fmt::format("clip bounds: {} are no sets for {}", counted(morphWeights.size(), "morph weight"),
                                                counted(targets, "morph target")));
    }
    const double first = std::clamp(from, 0., clip.getDuration());
    const double last = std::clamp(to, 0., clip.getDuration());
    Stretches stretches(data, clip, morphWeights);
    Aabb box;
    const double rate = clip.getFramesPerSecond();
    double start = first;
    for (std::size_t frame = clip.locate(first).frame + 1; frame < clip.frameCount(); ++frame) {
        // This time may differ from the frame's by a rounding error. The error moves a vertex no farther than float rounding does, for
        // which the box has a margin.
        const double time = static_cast<double>(frame) / rate;
        if (time >= last) {
            break;
        }
        if (time > start) {
            stretches.add(start, time, 3, box);
            start = time;
        }
    }
    stretches.add(start, last, 3, box);
    return box;
}

Aabb ClipBounds::enclose(const BakedClip& clip, std::span<const float> morphWeights) const
{
    return enclose(clip, 0., clip.getDuration(), morphWeights);
}

std::size_t ClipBounds::boneCount() const
{
    return stateOf(data_, boundsName).bones.size();
}

}  // namespace armature
