#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <glm/ext/matrix_float3x4.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/render/texture_limits.hpp>

namespace armature {

/// The world transform, tint, palette and morph weights of one instance of a crowd.
struct ARMATURE_API CrowdPlacement {
    glm::mat4 world{1.f};     ///< Maps skeleton space to world space; affine, may mirror.
    glm::vec4 tint{1.f};      ///< Linear colour that multiplies the surface's colour.
    std::size_t palette = 0;  ///< Index of the palette in CrowdPalettes: CrowdInstance::index.
    /// Morph weights of all mesh instances of the model, one after another; must be finite and stay valid until draw() returns. Empty: the
    /// mesh instances' own weights are used.
    std::span<const float> morphWeights = {};
};

/// The palettes of a crowd, one after another: Crowd::getPalettes() and Crowd::getPaletteSize().
struct ARMATURE_API CrowdPalettes {
    std::span<const glm::mat3x4> matrices = {};  ///< The matrices of all palettes.
    std::size_t size = 0;                        ///< Matrices per palette.
};

/// Draws many instances of a rigged model, each in its own pose, with one draw call per surface; if some instances are mirrored, with one
/// for these and one for the others.
///
/// Palettes, placements and morph weights go to the GPU in one buffer texture per frame or, if one is too small, in several, each with draw
/// calls of its own. OpenGL state, uploads and limits are as for SkinRenderer.
class ARMATURE_API CrowdRenderer final {
public:
    class Levels;

    /// Counts of the last draw().
    struct Statistics {
        std::uint64_t drawCalls = 0;        ///< Draws issued to OpenGL.
        std::uint64_t uploads = 0;          ///< Buffers uploaded: 1; more if one buffer texture is too small, 0 if nothing is drawn.
        std::uint64_t instances = 0;        ///< Instances that were drawn.
        std::uint64_t culledInstances = 0;  ///< Instances out of view.
        std::uint64_t shadowInstances = 0;  ///< Instances out of view that were drawn because their shadows may be in view.
    };

    /// Compiles the shaders. Throws RenderError with the driver's log if that fails. `context` must outlive the renderer.
    explicit CrowdRenderer(const GlContext& context, const TextureLimits& textureLimits = {});
    ~CrowdRenderer();
    CrowdRenderer(const CrowdRenderer&) = delete;
    CrowdRenderer& operator=(const CrowdRenderer&) = delete;

    /// Draws the skinned surfaces of all enabled mesh instances of `model` at each placement that is in view (DrawOptions::cullsOutOfView).
    /// With shadows, each surface has a second draw call, which includes placements out of view whose shadows may be in view. Blended
    /// surfaces are drawn last, with instances in the given order. Surfaces with more than eight influences on a vertex, and enabled mesh
    /// instances without a skeleton, are left out and named in warnings(). Morph targets that fit no buffer texture are not applied and are
    /// named there too. DrawOptions::path and DrawOptions::morphsOnCpu are ignored. Throws std::invalid_argument if a palette is missing or
    /// too small for the model's joints, a placement has another number of morph weights than the model has morph targets, or
    /// DrawOptions::ghost is out of range. Throws RenderError if not even one instance fits the buffer texture. Does not allocate once the
    /// largest crowd has been drawn.
    void draw(const Scene& model, const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements, const Camera& camera,
              const DrawOptions& options = {});

    [[nodiscard]] const Statistics& getStatistics() const noexcept;  ///< Valid as long as the renderer.
    /// Texts that say which parts could not be drawn as requested, and how they were drawn instead; each text once.
    [[nodiscard]] std::span<const std::string> warnings() const noexcept;

private:
    class ARMATURE_LOCAL Implementation;
    std::unique_ptr<Implementation> implementation_;
};

/// Chooses a level of detail for each crowd member, depending on the member's size in the view. Members out of view are culled. The smaller
/// a member is in the view, the less often its pose is computed (matrices are interpolated in between), and the fewer of its bones are
/// computed.
///
/// Pass the results to Crowd::setCulled(), setUpdateInterval() and setBoneLevel(). Time passes for all members alike: their clips, graphs,
/// events and root motion do not depend on the camera, and members with interval 1 and bone level 0 have the same bits as without levels of
/// detail.
class CrowdRenderer::Levels final {
public:
    /// A member's placement, and a box that encloses the member until the next call of choose().
    struct Member {
        glm::mat4 world{1.f};  ///< Maps skeleton space to world space.
        Aabb bounds = {};      ///< In skeleton space: from ClipBounds::enclose() for the clips that the member plays.
    };

    /// The level of detail chosen for a member.
    struct Level {
        bool isDrawn = true;        ///< If false, cull the member, and leave it out of the placements because its palette is out of date.
        std::size_t interval = 1;   ///< For Crowd::setUpdateInterval().
        std::size_t boneLevel = 0;  ///< For Crowd::setBoneLevel().
    };

    /// Sets the thresholds. Sizes are heights in the view, as fractions of the view's height. Members of at least `fullSize` are computed
    /// at every update, smaller members at every second update, members smaller than half of `fullSize` at every fourth, and so on up to an
    /// interval of `longestInterval`. Members smaller than half of `fullSize` have bone level 1, members smaller than a quarter of it bone
    /// level 2, and so on up to `coarsestBones`. With the defaults and the levels of rankBones(), bones are left out once their reach (see
    /// rankBones()) is about 0.5 % of the view's height. Throws std::invalid_argument if `fullSize` is negative or not a number,
    /// `longestInterval` is not from 1 to 1024, or `coarsestBones` is above 255.
    explicit Levels(float fullSize = 0.2f, std::size_t longestInterval = 8, std::size_t coarsestBones = 3);
    ~Levels();
    Levels(const Levels&) = delete;
    Levels& operator=(const Levels&) = delete;

    /// Returns a level for each member, in the members' order; valid until the next call. Call this function before each update, for the
    /// same members in the same order, with the options of draw(): with shadows, members out of view that may cast a shadow into the view
    /// are drawn. To avoid flicker, intervals and bone levels change only once a member's size is a tenth beyond the threshold; a member
    /// that is not drawn keeps its interval and bone level. O(members); allocates only if there are more members than ever before.
    std::span<const Level> choose(std::span<const Member> members, const Camera& camera, const DrawOptions& options = {});

private:
    class ARMATURE_LOCAL Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
