#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/texture_limits.hpp>

namespace armature {

/// The light on all surfaces: one key light, and light from everywhere, which metals mirror: a sky, the ground, and three soft boxes of a
/// studio that turn with the camera about the world's +Y. Colours are linear.
struct Lighting {
    /// Towards the light, in the camera's axes (+X right, +Y up, +Z to the viewer); any length except zero.
    glm::vec3 keyDirection{-0.4f, 0.6f, 0.7f};
    glm::vec3 keyColor{0.74f, 0.72f, 0.69f};     ///< Of the light from there.
    glm::vec3 skyColor{0.42f, 0.45f, 0.5f};      ///< Comes from the world's +Y.
    glm::vec3 groundColor{0.13f, 0.12f, 0.11f};  ///< Comes from the world's -Y.
    float softBoxes = 1.f;                       ///< Brightness of the soft boxes, which have the sky's colour. 0: none.
};

/// How SkinRenderer::draw() draws.
struct DrawOptions {
    /// How the bones of a vertex are blended.
    enum class Skinning {
        Linear,           ///< As matrices.
        DualQuaternions,  ///< Keeps the volume of twisted and bent limbs: see DualQuaternionPalette.
        /// As each mesh asks, vertex by vertex: see SkinWeights::dualQuaternionShares. Most meshes are linear.
        AsAsked,
    };
    /// How the vertices of a primitive get to where they are drawn.
    enum class Path {
        Static,         ///< Not skinned: by the model matrix alone.
        UniformBlock,   ///< Skinned in the shader, which reads a range of a uniform buffer: the first choice.
        StorageBuffer,  ///< From a shader storage buffer: for skeletons that fit no block. Needs OpenGL 4.3 or an extension.
        BufferTexture,  ///< From a buffer texture: for these skeletons where there are no storage buffers.
        Cpu,            ///< Skinned on the CPU: beyond all limits, or with more than eight influences on a vertex.
    };
    /// What is drawn of each surface.
    enum class Shown {
        Lit,        ///< The material under the light.
        BaseColor,  ///< Its base colour, as it is.
        Normals,    ///< The normal in world axes, 0.5 + 0.5 * normal as red, green and blue.
        Joints,     ///< A colour for each joint, mixed by the weights; grey where nothing is skinned.
    };
    /// How light brighter than white is shown.
    enum class ToneMapping {
        None,     ///< Each channel is clipped.
        Neutral,  ///< Khronos PBR Neutral, which keeps base colours under white light and compresses highlights.
    };
    /// Shells of one colour, lightest where they face the camera: of each pixel the nearest surface is blended with what is there, however
    /// many are behind it. What touches other surfaces is behind them. Depths are written: a ghost hides what is drawn behind it later.
    struct Ghost {
        glm::vec3 tint{0.3f, 0.6f, 1.f};  ///< Linear, at least 0.
        float opacity = 0.3f;             ///< From 0, which draws no colour, only depth, to 1.
        /// Metres, at least 0, by which it counts as farther away than it is: where it is no nearer than that, what is there stays clear.
        float setback = 0.f;
    };
    /// A disc of level ground on which the key light casts shadows. It fades out towards the rim.
    struct Ground {
        float height = 0.f;                   ///< World y.
        glm::vec2 center{0.f};                ///< World x and z.
        float radius = 5.f;                   ///< Of the rim, in metres.
        std::optional<glm::vec3> color = {};  ///< Linear. None: only the shadow is drawn, over what is there.
    };

    Lighting lighting = {};                    ///< The same for all surfaces; unlit materials ignore it.
    std::optional<glm::vec4> background = {};  ///< Linear, with alpha. If given, colour and depth are cleared to it first.
    /// True if the framebuffer's format is linear, so that the shader must encode sRGB. False (the default) if it is sRGB and OpenGL
    /// encodes, which blends and resolves correctly. Either way the picture's bytes are sRGB.
    bool encodeSrgb = false;
    bool clearsDepth = false;               ///< Depth alone is cleared first: what is drawn lies over all that is there.
    bool wireframe = false;                 ///< Draws edges of triangles only.
    Skinning skinning = Skinning::AsAsked;  ///< Of all skinned meshes.
    /// The path of all skinned primitives that can take it; the others take the first that they can, with a warning. None: all choose.
    std::optional<Path> path = {};
    /// Applies morph targets on the CPU, as is done for primitives with more than 64 active ones, or skinned there, or whose targets fit no
    /// buffer texture.
    bool morphsOnCpu = false;
    /// Leaves out instances that are out of view, by the boxes of their joints (JointBounds): neither they nor their palettes are sent.
    bool cullsOutOfView = true;
    Shown shown = Shown::Lit;                        ///< The other ways ignore lighting, exposure and tone mapping.
    ToneMapping toneMapping = ToneMapping::Neutral;  ///< Unlit surfaces keep their colours.
    float exposure = 1.f;                            ///< Multiplies the light from lit surfaces, before tone mapping.
    /// The key light casts soft shadows, on surfaces and on `ground`. Opaque and masked surfaces are drawn twice, those out of view too.
    bool shadows = false;
    std::optional<Ground> ground = {};  ///< Drawn after opaque surfaces, before blended ones.
    /// All surfaces are drawn as ghosts instead, without ground and shadows. For earlier and later poses, over a scene drawn before.
    std::optional<Ghost> ghost = {};
};

/// Draws scenes, skinned and morphed on the GPU: one buffer for the palettes of all skeletons, with one range bound per skeleton.
///
/// Skeletons with more bones than a uniform block holds use a shader storage buffer, or a buffer texture; vertices with more than eight
/// influences, and skeletons beyond every limit, are skinned on the CPU (see DrawOptions::Path). describe() says what was done for which
/// reason. Nothing is dropped silently: what cannot be drawn as asked is listed in warnings(). Meshes and textures are uploaded when first
/// drawn and freed once their mesh or scene is destroyed. Draws into the bound framebuffer and the current viewport, which it leaves alone;
/// needs a depth buffer. Resets all other OpenGL state that it changes to OpenGL's defaults.
class SkinRenderer final {
public:
    /// What the last draw() did.
    struct Statistics {
        std::uint64_t skeletons = 0;          ///< Palettes uploaded; two of a skeleton that skins in both ways.
        std::uint64_t rangesBound = 0;        ///< glBindBufferRange calls: one per skeleton read through the uniform block.
        std::uint64_t storageSkeletons = 0;   ///< Skeletons read through the shader storage buffer.
        std::uint64_t textureSkeletons = 0;   ///< Skeletons read through the buffer texture.
        std::uint64_t cpuPrimitives = 0;      ///< Primitives skinned on the CPU.
        std::uint64_t morphedPrimitives = 0;  ///< Primitives morphed on the CPU because their weights had changed.
        std::uint64_t shaderMorphs = 0;       ///< Primitives morphed in the shader.
        std::uint64_t drawCalls = 0;          ///< Draws issued to OpenGL.
        std::uint64_t culledInstances = 0;    ///< Enabled, but out of view.
    };

    /// How a primitive was drawn, and why.
    struct Route {
        std::string instance = {};                           ///< The instance's name.
        std::size_t primitive = 0;                           ///< Its place in the mesh.
        DrawOptions::Path path = DrawOptions::Path::Static;  ///< Where it was skinned.
        /// How, if it was. AsAsked: some vertices linearly, some by dual quaternions or between the two.
        DrawOptions::Skinning skinning = DrawOptions::Skinning::Linear;
        std::size_t joints = 0;        ///< Bones in the palette, if it was skinned.
        std::size_t influences = 0;    ///< On a vertex in the shader: 4 or 8; 0 otherwise.
        std::size_t activeMorphs = 0;  ///< Targets that had a weight.
        bool isMorphedOnCpu = false;   ///< Those were applied on the CPU.
        std::string reason = {};       ///< Why not an earlier path, or the one asked for; may be empty.
    };

    /// Compiles the shaders. Throws RenderError with the driver's log if that fails. `context` must outlive the renderer.
    explicit SkinRenderer(const GlContext& context, const TextureLimits& textureLimits = {});
    ~SkinRenderer();
    SkinRenderer(const SkinRenderer&) = delete;
    SkinRenderer& operator=(const SkinRenderer&) = delete;

    /// Draws the enabled mesh instances of `scene` that are in view, in their current pose.
    /// Throws std::invalid_argument if DrawOptions::ghost is out of range, and RenderError, before anything is drawn, if the context is not
    /// current or lost (GlContext::requireCurrent()), if OpenGL runs out of memory, or if a shader that was not needed before does not
    /// compile.
    void draw(const Scene& scene, const Camera& camera, const DrawOptions& options = {});

    /// How the last draw() drew each primitive of `scene`, in the scene's order, except those that were disabled, out of view or empty. For
    /// people and tools: it allocates.
    [[nodiscard]] std::vector<Route> describe(const Scene& scene) const;

    [[nodiscard]] const Statistics& getStatistics() const noexcept;        ///< Valid as long as the renderer.
    [[nodiscard]] const PaletteBuffer& getPaletteBuffer() const noexcept;  ///< Valid as long as the renderer.

    /// What could not be drawn as asked so far and how it was drawn instead, each once: textures that cannot be decoded, for instance.
    [[nodiscard]] std::span<const std::string> warnings() const noexcept;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace armature
