#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/texture_limits.hpp>

namespace armature {

/// The light on all surfaces: one key light, and ambient light, which metals reflect. The ambient light comes from a sky, the ground, and
/// three studio soft boxes that rotate with the camera about the world's +Y. Colours are linear.
struct ARMATURE_API Lighting {
    /// The direction towards the key light, in the camera's axes (+X right, +Y up, +Z to the viewer); any length except zero.
    glm::vec3 keyDirection{-0.4f, 0.6f, 0.7f};
    glm::vec3 keyColor{0.74f, 0.72f, 0.69f};     ///< Colour of the key light.
    glm::vec3 skyColor{0.42f, 0.45f, 0.5f};      ///< Light from the world's +Y.
    glm::vec3 groundColor{0.13f, 0.12f, 0.11f};  ///< Light from the world's -Y.
    float softBoxes = 1.f;                       ///< Brightness of the soft boxes, which have the sky's colour; 0: none.
};

/// Options of SkinRenderer::draw().
struct ARMATURE_API DrawOptions {
    /// How the bones of a vertex are blended.
    enum class Skinning {
        Linear,           ///< Linear blending of matrices.
        DualQuaternions,  ///< Keeps the volume of twisted and bent limbs: see DualQuaternionPalette.
        /// As each mesh specifies for each vertex: see SkinWeights::dualQuaternionShares. Most meshes specify linear blending.
        AsAsked,
    };
    /// Where the vertices of a primitive are transformed.
    enum class Path {
        Static,        ///< Not skinned: placed by the model matrix alone.
        UniformBlock,  ///< Skinned in the shader from a range of a uniform buffer. The first choice.
        /// Skinned in the shader from a shader storage buffer: for skeletons too large for a uniform block. Needs OpenGL 4.3 or an
        /// extension.
        StorageBuffer,
        BufferTexture,  ///< Skinned in the shader from a buffer texture: for large skeletons without storage buffers.
        Cpu,            ///< Skinned on the CPU: for skeletons beyond all limits, or vertices with more than eight influences.
    };
    /// Which aspect of each surface is drawn.
    enum class Shown {
        Lit,        ///< The material under the light.
        BaseColor,  ///< The material's base colour, without light.
        Normals,    ///< The normal in world axes, as colour: 0.5 + 0.5 * normal.
        Joints,     ///< A colour for each joint, mixed by the weights; surfaces without a skeleton are grey.
    };
    /// How colours brighter than white are shown.
    enum class ToneMapping {
        None,     ///< Each channel is clipped.
        Neutral,  ///< Khronos PBR Neutral, which keeps base colours under white light and compresses highlights.
    };
    /// Draws surfaces as translucent shells of one colour, lightest where they face the camera. At each pixel only the nearest ghost
    /// surface is blended with the picture, even if there are more behind it. Where a ghost coincides with another surface, the other
    /// surface counts as nearer. Depth is written: a ghost hides surfaces that are drawn behind it later.
    struct Ghost {
        glm::vec3 tint{0.3f, 0.6f, 1.f};  ///< Linear, at least 0.
        float opacity = 0.3f;             ///< From 0 (only depth is written) to 1.
        /// Distance in metres, at least 0, by which the ghost is moved away in the depth test: surfaces within this distance behind the
        /// ghost are not tinted.
        float setback = 0.f;
    };
    /// Ground on which the key light casts shadows: a level disc that fades out towards the rim, or flat patches.
    struct Ground {
        /// Four corners in world space, the first opposite the last. The patch may slope.
        using Patch = std::array<glm::vec3, 4>;

        float height = 0.f;                   ///< World y of the disc.
        glm::vec2 center{0.f};                ///< World x and z of the disc's centre.
        float radius = 5.f;                   ///< Radius of the disc's rim, in metres.
        std::optional<glm::vec3> color = {};  ///< Linear. None: only shadows are drawn, over the picture.
        /// If there are patches, they replace the disc, and do not fade out. Without a colour, patches show only the shadows that fall on
        /// them, over ground from an earlier draw(); place them a few millimetres above that ground. Not owned: must be valid during
        /// draw().
        std::span<const Patch> patches = {};
    };

    Lighting lighting = {};                    ///< The light on all surfaces. Unlit materials ignore it.
    std::optional<glm::vec4> background = {};  ///< Linear, with alpha. If set, clears the picture to this colour first, and depth too.
    /// Set true if the framebuffer's format is linear, so that the shader must encode sRGB. Leave false if the format is sRGB and OpenGL
    /// encodes, which blends and resolves multisampling correctly. In both cases the picture's bytes are sRGB.
    bool encodeSrgb = false;
    bool clearsDepth = false;               ///< If true, clears depth (not the colour) first, so that the scene is drawn over the picture.
    bool wireframe = false;                 ///< If true, draws only the edges of triangles.
    Skinning skinning = Skinning::AsAsked;  ///< How all skinned meshes are skinned.
    /// The path for skinned primitives. Primitives for which it is impossible take the first possible path of the enumeration instead, with
    /// a warning. None: each primitive takes the first possible path.
    std::optional<Path> path = {};
    /// If true, the CPU applies all morph targets. Even if false, the CPU morphs primitives with more than 64 active targets, primitives
    /// skinned on the CPU, and primitives whose morph targets are too large for a buffer texture.
    bool morphsOnCpu = false;
    /// If true, leaves out instances whose bounding box (JointBounds) is out of view: neither the instances nor their palettes are sent to
    /// the GPU. With shadows, a SkinRenderer leaves out nothing, and a CrowdRenderer keeps instances whose shadows may be in view.
    bool cullsOutOfView = true;
    Shown shown = Shown::Lit;                        ///< All values except Lit ignore lighting, exposure and tone mapping.
    ToneMapping toneMapping = ToneMapping::Neutral;  ///< How bright colours are shown. Unlit surfaces keep their colours.
    float exposure = 1.f;                            ///< Multiplies the light of lit surfaces before tone mapping.
    /// If true, the key light casts soft shadows on surfaces and on `ground`. Opaque and masked surfaces are then drawn twice, including
    /// surfaces out of view.
    bool shadows = false;
    std::optional<Ground> ground = {};  ///< Drawn after opaque surfaces, before blended ones.
    /// If set, all surfaces are drawn as ghosts, without ground and shadows: to show earlier and later poses over a scene drawn before.
    std::optional<Ghost> ghost = {};
};

/// Draws scenes with skinning and morphing on the GPU. One buffer holds the palettes of all skeletons, with one range bound per skeleton.
///
/// Skeletons with more bones than a uniform block holds use a shader storage buffer, or a buffer texture; vertices with more than eight
/// influences, and skeletons beyond every limit, are skinned on the CPU (see DrawOptions::Path). describe() says how each primitive was
/// drawn and why. Nothing is dropped silently: warnings() lists everything that cannot be drawn as requested. Meshes and textures are
/// uploaded when first drawn and freed once their mesh or scene is destroyed. Draws into the current viewport of the bound framebuffer,
/// which needs a depth buffer, and changes neither. Resets all other OpenGL state that it changes to OpenGL's defaults.
class ARMATURE_API SkinRenderer final {
public:
    /// Counts of the last draw().
    struct Statistics {
        std::uint64_t skeletons = 0;          ///< Palettes uploaded; two for a skeleton with linear and dual quaternion skinning.
        std::uint64_t rangesBound = 0;        ///< glBindBufferRange calls: one per skeleton read through a uniform block.
        std::uint64_t storageSkeletons = 0;   ///< Skeletons read through the shader storage buffer.
        std::uint64_t textureSkeletons = 0;   ///< Skeletons read through the buffer texture.
        std::uint64_t cpuPrimitives = 0;      ///< Primitives skinned on the CPU.
        std::uint64_t morphedPrimitives = 0;  ///< Primitives morphed on the CPU because their weights had changed.
        std::uint64_t shaderMorphs = 0;       ///< Primitives morphed in the shader.
        std::uint64_t drawCalls = 0;          ///< Draws issued to OpenGL.
        std::uint64_t culledInstances = 0;    ///< Enabled instances that were culled as out of view.
    };

    /// How a primitive was drawn, and why.
    struct Route {
        std::string instance = {};                           ///< The instance's name.
        std::size_t primitive = 0;                           ///< Index of the primitive in the mesh.
        DrawOptions::Path path = DrawOptions::Path::Static;  ///< Where the primitive was skinned.
        /// How the primitive was skinned, if at all. AsAsked: some vertices linearly, others by dual quaternions or a mix of both.
        DrawOptions::Skinning skinning = DrawOptions::Skinning::Linear;
        std::size_t joints = 0;        ///< Bones in the palette, if the primitive was skinned.
        std::size_t influences = 0;    ///< Influences per vertex in the shader: 4 or 8; 0 if not skinned there.
        std::size_t activeMorphs = 0;  ///< Number of morph targets with a weight that is not 0.
        bool isMorphedOnCpu = false;   ///< True if the morph targets were applied on the CPU.
        /// Why this path was taken: for example, "asked for", or why preferred or requested paths were not possible; may be empty.
        std::string reason = {};
    };

    /// Compiles the shaders. Throws RenderError with the driver's log if that fails. `context` must outlive the renderer.
    explicit SkinRenderer(const GlContext& context, const TextureLimits& textureLimits = {});
    ~SkinRenderer();
    SkinRenderer(const SkinRenderer&) = delete;
    SkinRenderer& operator=(const SkinRenderer&) = delete;

    /// Draws the enabled mesh instances of `scene` that are in view, in their current pose. Throws std::invalid_argument if
    /// DrawOptions::ghost is out of range. Throws RenderError, before anything is drawn, if the context is lost or not current
    /// (GlContext::requireCurrent()), if OpenGL runs out of memory, or if a shader that was not needed before does not compile.
    void draw(const Scene& scene, const Camera& camera, const DrawOptions& options = {});

    /// Returns how the last draw() drew each primitive of `scene`, in the scene's order, except primitives that were disabled, out of view
    /// or empty. Allocates: meant for tools and debugging.
    [[nodiscard]] std::vector<Route> describe(const Scene& scene) const;

    [[nodiscard]] const Statistics& getStatistics() const noexcept;        ///< Valid as long as the renderer.
    [[nodiscard]] const PaletteBuffer& getPaletteBuffer() const noexcept;  ///< Valid as long as the renderer.

    /// Texts that say which parts could not be drawn as requested so far, such as textures that cannot be decoded, and how they were drawn
    /// instead; each text once.
    [[nodiscard]] std::span<const std::string> warnings() const noexcept;

private:
    class ARMATURE_LOCAL Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
