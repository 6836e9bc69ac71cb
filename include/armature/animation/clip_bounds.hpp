#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>

namespace armature {

/// Computes boxes that enclose a skinned mesh over a span of a clip's time, not only at single moments: for culling tests, shadows and
/// sounds that are not updated every frame. One object serves any number of threads and does not refer to the mesh or skeleton from which
/// it was made.
///
/// Every vertex is inside the box at every time in the span, the rounding of sampling and skinning included. The box is for the baked clip;
/// for the exact clip, bake with BakeOptions::radius set to the mesh's largest distance from its bones, and grow the box by
/// BakedClip::getError().point. See docs/lifetimes.md for moved-from objects.
class ARMATURE_API ClipBounds final {
public:
    /// How vertices are blended.
    enum class Blend {
        AsAsked,          ///< As SkinWeights::dualQuaternionShares specify, and as renderers draw by default.
        Linear,           ///< All vertices linearly.
        DualQuaternions,  ///< All vertices with dual quaternions.
    };

    /// Prepares a mesh that `skeleton` moves. Bones that a clip lacks stay at rest. O(influences + numbers in morph targets + bones), once.
    ClipBounds(const Mesh& mesh, const Skeleton& skeleton, Blend blend = Blend::AsAsked);
    ~ClipBounds();
    ClipBounds(ClipBounds&&) noexcept;
    ClipBounds& operator=(ClipBounds&&) noexcept;

    /// Returns a box around every vertex at each time from `from` to `to` seconds, both clamped to the clip; in skeleton space.
    ///
    /// `morphWeights` is one set of weights or several, one after another; each set has a weight for each of the mesh's morph targets. The
    /// box encloses the mesh for all sets and all weights between them, so for linearly animated weights, pass the weights of the keys. If
    /// `morphWeights` is empty, all weights are 0. If the mesh has no vertices, the box is empty. Throws std::invalid_argument if the clip
    /// was baked for other bones, a time is not finite, `from` is after `to`, or a set is not complete. Allocates. O(frames from `from` to
    /// `to` * (bones + joints + pairs of joints that share vertices)).
    [[nodiscard]] Aabb enclose(const BakedClip& clip, double from, double to, std::span<const float> morphWeights = {}) const;
    /// Returns a box around every vertex over the whole clip.
    [[nodiscard]] Aabb enclose(const BakedClip& clip, std::span<const float> morphWeights = {}) const;

    [[nodiscard]] std::size_t boneCount() const;  ///< Number of bones of the skeleton.

private:
    struct ARMATURE_LOCAL Data;

    std::unique_ptr<const Data> data_;
};

}  // namespace armature
