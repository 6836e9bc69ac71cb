#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <armature/render/camera.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "scene_cache.hpp"
#include "skin_path.hpp"

namespace armature {

/// A skeleton that skins primitives in the frame, with one kind of palette: plain or split.
struct SkeletonUse {
    const Skeleton* skeleton = nullptr;
    std::size_t inverseBindSet = 0;
    bool isDual = false;         ///< Whether the palette is split into dual quaternions, for all kinds of skinning other than linear.
    std::size_t jointCount = 0;  ///< The highest joint index of the primitives that use the palette, plus 1.
    std::size_t range = 0;       ///< Index of the palette's range in the PaletteBuffer.
    std::size_t bones = 0;       ///< Number of bones in that range.
    Obstacles obstacles = {};
    bool isMirrored = false;  ///< Whether most of the palette's matrices mirror.
};

/// One draw call.
struct DrawItem {
    const MeshInstance* instance = nullptr;
    std::size_t primitiveIndex = 0;
    GpuPrimitive* gpu = nullptr;
    const Material* material = nullptr;
    Affine model{0.f};  ///< From mesh or skeleton space to the world's axes with the camera as origin.
    SkinPath path = SkinPath::Static;
    SkinningKind skinning = SkinningKind::Linear;  ///< Used only if the path is not Static.
    std::size_t skeletonUse = 0;                   ///< Index in skeletons(); used only if the path is not Static.
    bool isMirrored = false;
    std::size_t activeMorphs = 0;  ///< Number of targets that have a weight and move something of the primitive.
    bool morphsInShader = false;   ///< Whether the shader applies the active targets; otherwise the CPU does.
    float depth = 0.f;             ///< Depth of the centre of the primitive's bind positions, along the view.
    std::size_t order = 0;         ///< Rank in the order of the scene, which breaks ties.
    GLuint array = 0;              ///< Vertex array; the renderer sets it.
};

/// The draw items of a frame, in draw order: opaque surfaces ordered for few state changes, blended ones from back to front. Does not
/// allocate once it has reached its largest size.
class DrawList final {
public:
    explicit DrawList(const GlCapabilities& capabilities) : capabilities_(capabilities) {}

    /// Lists the enabled instances (only those in view, if the options say so), uploads the palettes that they need, and chooses the path
    /// of each primitive. `fallback` is for primitives without a material.
    void build(const Scene& scene, const Camera& camera, const DrawOptions& options, const Material& fallback, SceneCache& cache,
               PaletteBuffer& palettes);

    [[nodiscard]] std::span<const DrawItem> opaque() const noexcept { return opaque_; }
    [[nodiscard]] std::span<DrawItem> opaque() noexcept { return opaque_; }
    [[nodiscard]] std::span<const DrawItem> blended() const noexcept { return blended_; }
    [[nodiscard]] std::span<DrawItem> blended() noexcept { return blended_; }
    [[nodiscard]] std::span<const SkeletonUse> skeletons() const noexcept { return skeletons_; }
    /// A box around all listed instances, in world space.
    [[nodiscard]] Aabb enclose(SceneCache& cache, DrawOptions::Skinning skinning) const;
    [[nodiscard]] std::size_t culledCount() const noexcept { return culledCount_; }

private:
    struct View {
        glm::vec3 eye;
        glm::vec3 forward;
    };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    /// An instance to draw.
    struct ListedInstance {
        const MeshInstance* instance = nullptr;
        glm::mat4 world{1.f};  ///< World matrix of the instance's skeleton or node.
        GpuMesh* mesh = nullptr;
        std::array<std::size_t, 2> skeletonUses = {none, none};  ///< In skeletons_, linear and dual; `none` if not needed.
    };

    void collectInstances(const Scene& scene, const Camera& camera, const DrawOptions& options, SceneCache& cache);
    void collectSkeletons(DrawOptions::Skinning skinning, SceneCache& cache);
    void uploadPalettes(PaletteBuffer& palettes);
    void addInstance(const ListedInstance& listed, const Scene& scene, const View& view, const DrawOptions& options,
                     const Material& fallback);
    /// Counts the targets that currently move the item's primitive, and chooses whether the shader or the CPU applies them.
    void chooseMorphs(DrawItem& item, bool isOnCpu) const noexcept;
    /// Returns the index of a skeleton's entry in this frame, created on first use.
    std::size_t findSkeleton(const MeshInstance& instance, bool isDual);

    /// A skeleton's index in skeletons_. It is valid only if `frame` is the current frame, so entries of earlier frames, perhaps for
    /// another skeleton at the same address, are ignored.
    struct Place {
        std::uint64_t frame = 0;
        std::size_t index = 0;
    };

    GlCapabilities capabilities_;
    std::uint64_t frame_ = 0;
    /// A skeleton, and a number: twice the index of the inverse bind set, plus 1 if the palette is split into dual quaternions.
    using Key = std::pair<const Skeleton*, std::size_t>;
    struct HashOfKey {
        [[nodiscard]] std::size_t operator()(const Key& key) const noexcept { return std::hash<const Skeleton*>()(key.first) + key.second; }
    };
    std::unordered_map<Key, Place, HashOfKey> places_;
    std::vector<ListedInstance> instances_;
    std::size_t culledCount_ = 0;
    std::vector<SkeletonUse> skeletons_;
    std::vector<DrawItem> opaque_;
    std::vector<DrawItem> blended_;
};

/// Returns `world` with its translation relative to `eye`. Subtracts in double, so that the result is precise far from the world's origin.
[[nodiscard]] Affine relativeTo(const glm::mat4& world, const glm::vec3& eye) noexcept;

/// Returns projection * view for positions relative to the camera.
[[nodiscard]] glm::mat4 relativeViewProjection(const Camera& camera) noexcept;

/// Returns whether surfaces cast shadows with these options: shadows are on, and surfaces are shown lit and not as a ghost. Surfaces out of
/// view may then cast shadows into the view.
[[nodiscard]] bool castsShadows(const DrawOptions& options) noexcept;

}  // namespace armature
