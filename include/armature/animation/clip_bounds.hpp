#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature {

/// Boxes around a skinned mesh over stretches of time of a clip, not only at moments: for what moves on before it is looked at again, such
/// as members of a crowd that are culled, or shadows and sounds that are kept for some frames. One serves any number of threads and refers
/// to nothing that it was made from.
///
/// No vertex is outside at any time of the stretch, nor by the rounding of sampling and skinning. The clip is a baked one; for the exact
/// clip, grow the box by BakedClip::getError().point, the radius of BakeOptions being that of the mesh around its bones. A moved-from
/// ClipBounds may be assigned to or destroyed; anything else throws std::invalid_argument.
class ClipBounds final {
public:
    /// For a mesh as `skeleton` moves it, bones not in a clip at rest. O(influences + numbers of morph targets + bones), once.
    ClipBounds(const Mesh& mesh, const Skeleton& skeleton);
    ~ClipBounds();
    ClipBounds(ClipBounds&&) noexcept;
    ClipBounds& operator=(ClipBounds&&) noexcept;

    /// A box around every vertex, blended linearly, at each time from `from` to `to` seconds, both clamped to the clip; in skeleton space.
    ///
    /// `morphWeights` are one set of weights or several, one after another, each as long as the mesh has morph targets: the box encloses
    /// all sets and whatever lies between them, so the keys of weights that are animated linearly will do. Empty: all 0. Empty without
    /// vertices. Throws std::invalid_argument if the clip was baked for other bones, a time is not finite, `from` is after `to`, or a set
    /// is not complete. Allocates. O(frames of the clip in between * (bones + joints)).
    [[nodiscard]] Aabb enclose(const BakedClip& clip, double from, double to, std::span<const float> morphWeights = {}) const;
    /// The same for the whole clip.
    [[nodiscard]] Aabb enclose(const BakedClip& clip, std::span<const float> morphWeights = {}) const;

    [[nodiscard]] std::size_t boneCount() const;  ///< Of the skeleton.

private:
    struct Data;

    std::unique_ptr<const Data> data_;
};

}  // namespace armature
