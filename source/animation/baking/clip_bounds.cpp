#include <armature/animation/clip_bounds.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/ext/matrix_double4x4.hpp>
#include <glm/geometric.hpp>

#include <armature/animation/baked_clip.hpp>
#include <armature/math/affine.hpp>
#include <armature/math/transform.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/joint_bounds.hpp>

#include "base/moved_from.hpp"
#include "base/words.hpp"
#include "skinning/kernels/planned_kernels.hpp"

namespace armature {

namespace {

constexpr const char* boundsName = "a ClipBounds";  // for messages
constexpr double rounding = 1e-5;                   // far more than that of floats adds up to on the way from a clip to a vertex

/// A bone, what it is below, and what it moves.
struct BoundBone {
    std::size_t number = 0;  // in bones()
    std::size_t parent = 0;  // place of the parent among these; its own without one
    std::size_t slot = noJoint;
    Affine inverseBind{0.f};
    double reach = -1.;              // of its vertices from the bone's origin at bind, at most; negative: it moves none
    std::vector<double> morphReach;  // by how much a weight of 1 extends that, by target
};

/// How far a bone may be from where it is in the middle of a stretch of time.
///
/// With A = P L, where P may be off by an E of norm `turn` and L by an F, A is off by E (L + F) + P F: products of norms bound these.
struct Drift {
    double scale = 1.;  // no less than the norm of its linear part in the middle
    double turn = 0.;   // of the linear part, in norm
    double shift = 0.;  // of the origin
    double size = 0.;   // of the way from the skeleton's origin, for rounding
};

/// The largest factor by which it scales.
double normOf(const Transform& transform) noexcept
{
    const glm::dvec3 scale = glm::abs(glm::dvec3(transform.scale));
    return std::max({scale.x, scale.y, scale.z});
}

double distance(const glm::vec3& a, const glm::vec3& b) noexcept
{
    return glm::length(glm::dvec3(a) - glm::dvec3(b));
}

/// |R(a) - R(b)| of two rotations: a chord, of twice the angle between the quaternions.
double chordBetween(const glm::quat& a, const glm::quat& b) noexcept
{
    const glm::dquat x(a);
    const glm::dquat y(b);
    const double cosine = std::abs(glm::dot(x, y)) / std::sqrt(glm::dot(x, x) * glm::dot(y, y));
    return 2. * std::sqrt(std::max(0., 1. - cosine * cosine));
}

/// Between two frames translations and scales go straight, and rotations turn about one axis, so that they are nowhere farther from the
/// middle than at the ends.
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
    const double turn = scale + chord * normOf(middle);
    const double step = glm::length(glm::dvec3(middle.translation));
    Drift drift;
    drift.scale = parent.scale * normOf(middle);
    drift.turn = parent.turn * (normOf(middle) + turn) + parent.scale * turn;
    drift.shift = parent.shift + parent.turn * (step + shift) + parent.scale * shift;
    drift.size = parent.size + (parent.scale + parent.turn) * (step + shift);
    return drift;
}

}  // namespace

struct ClipBounds::Data {
    Data(const Mesh& mesh, const Skeleton& skeleton);

    void addBone(const Bone& bone, std::size_t number, std::vector<std::size_t>& placeByNumber, const Skeleton& skeleton);
    void findReaches(const Mesh& mesh);
    void requireClip(const BakedClip& clip) const;

    std::vector<std::string> names;
    std::vector<BoundBone> bones;  // parents first
    std::size_t paletteSize = 0;
    std::size_t targetCount = 0;
    JointBounds bounds;
};

ClipBounds::Data::Data(const Mesh& mesh, const Skeleton& skeleton)
    : paletteSize(skeleton.getFinalMatrices().size()), targetCount(mesh.getMorphWeights().size()), bounds(mesh)
{
    const std::size_t none = skeleton.bones().size();
    std::vector<std::size_t> places(skeleton.bones().size(), none);
    for (std::size_t number = 0; number < skeleton.bones().size(); ++number) {
        names.push_back(skeleton.bones()[number]->getName());
        addBone(*skeleton.bones()[number], number, places, skeleton);
    }
    findReaches(mesh);
}

/// After its parents.
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

/// Boxes of stretches that lie between two frames.
class Stretches {
public:
    template <class Data>
    Stretches(const Data& data, const BakedClip& clip, std::span<const float> morphWeights)
        : bones_(data.bones)
        , bounds_(data.bounds)
        , clip_(clip)
        , sets_(morphWeights)
        , targets_(data.targetCount)
        , drifts_(data.bones.size())
        , absolutes_(data.bones.size())
        , palette_(data.paletteSize, identityAffine())
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
            box.extend(bounds_.enclose(palette_, sets_.subspan(first, std::min(targets_, sets_.size() - first))));
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
        const auto grown = static_cast<float>(room * (1. + rounding));
        inOutBox.extend(Aabb{box.minimum - grown, box.maximum + grown});
    }

private:
    /// The palette in the middle. Returns how far a vertex may get from where that moves it.
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
                room = std::max(room, roomOf(bone, drifts_[place]));
            }
        }
        return 1.02 * room;  // weights may sum to a little more than 1
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
        return drift.shift + drift.turn * reach + rounding * (drift.size + (drift.scale + drift.turn) * reach);
    }

    const std::vector<BoundBone>& bones_;
    const JointBounds& bounds_;
    const BakedClip& clip_;
    std::span<const float> sets_;
    std::size_t targets_;
    std::vector<Drift> drifts_;
    std::vector<Affine> absolutes_;
    std::vector<Affine> palette_;
    std::vector<Transform> poses_[3];  // at the beginning, in the middle, at the end
};

}  // namespace

ClipBounds::ClipBounds(const Mesh& mesh, const Skeleton& skeleton) : data_(std::make_unique<const Data>(mesh, skeleton)) {}
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
        // A frame's time as rounded here may be beside the frame: stretches overlap by a little, and take it in on either side.
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
