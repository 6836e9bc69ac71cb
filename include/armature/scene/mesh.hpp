#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>

/// Geometry and looks as plain data: importers write it, renderers, CPU skinning and exporters read it. Lengths are metres, right-handed,
/// +Y up; colours are linear; texture coordinates have their origin at the top left of the image, as in glTF.
namespace armature {

enum class PrimitiveTopology { Points, Lines, LineLoop, LineStrip, Triangles, TriangleStrip, TriangleFan };

/// Joints and weights of every vertex of a primitive: vertex v has influences [v * influencesPerVertex, (v + 1) * influencesPerVertex).
struct SkinWeights {
    std::size_t influencesPerVertex = 0;     ///< 0: not skinned. Any number is allowed; a multiple of 4 when it comes from glTF.
    std::vector<std::uint16_t> joints = {};  ///< Palette slots of the skeleton.
    std::vector<float> weights = {};         ///< Non-negative; the weights of one vertex sum to 1, or are all 0 for an unskinned vertex.
    /// How far dual quaternions place each vertex instead of linear blending, from 0 to 1, as FBX files may ask for. Empty: linear. Only
    /// skinVerticesAsAsked() goes by it: drawing, picking and bounds are linear.
    std::vector<float> dualQuaternionShares = {};
};

/// Displacements added to a primitive's vertices, scaled by the target's weight. Each array is empty or as long as `positions`.
struct MorphTarget {
    std::vector<glm::vec3> positions = {};
    std::vector<glm::vec3> normals = {};
    std::vector<glm::vec3> tangents = {};
};

/// One draw call's worth of geometry. Every array is empty or as long as `positions`.
struct Primitive {
    PrimitiveTopology topology = PrimitiveTopology::Triangles;
    std::vector<glm::vec3> positions = {};
    std::vector<glm::vec3> normals = {};   ///< Unit length. Empty: drawn flat, from the triangles.
    std::vector<glm::vec4> tangents = {};  ///< xyz unit length, w = +-1 the handedness of the bitangent.
    std::array<std::vector<glm::vec2>, 2> textureCoordinates = {};
    std::vector<glm::vec4> colors = {};
    std::vector<std::uint32_t> indices = {};  ///< Into `positions`. Empty: the vertices in their order.
    SkinWeights skin = {};
    std::vector<MorphTarget> morphTargets = {};
    std::optional<std::size_t> material = {};  ///< Into Scene::materials(). None: white, lit.
    std::string extensions = {};               ///< What glTF extensions say of it: see MeshDescription::extensions.
};

/// What a mesh is made from: a named set of primitives with common morph targets.
struct MeshDescription {
    std::string name = {};
    std::vector<Primitive> primitives = {};
    std::vector<float> morphWeights = {};            ///< Default weights, one for each morph target; every primitive has as many targets.
    std::vector<std::string> morphTargetNames = {};  ///< Empty, or one for each morph target.
    std::string extras = {};                         ///< Application data, a JSON text; empty if none.
    /// What glTF extensions that the library does not read say of it, to be saved again: a JSON object with a member for each; empty if none.
    std::string extensions = {};
};

/// A mesh that has been checked. Immutable, so that any number of instances, scenes and threads may share it, and all that reads it may
/// rely on what its description promises.
class Mesh final {
public:
    /// Checks and takes over `description`. Throws std::invalid_argument that names the mesh, the place in it, the value and the limit: an
    /// array of the wrong length, a number that is not finite, an index without vertex, a weight that is negative, weights of a vertex that
    /// sum neither to 1 (within 0.01) nor to 0. O(size), once for a mesh: placing it again costs nothing.
    [[nodiscard]] static std::shared_ptr<const Mesh> create(MeshDescription description);

    [[nodiscard]] const std::string& getName() const noexcept { return description_.name; }
    [[nodiscard]] const std::vector<Primitive>& primitives() const noexcept { return description_.primitives; }
    [[nodiscard]] const std::vector<float>& getMorphWeights() const noexcept { return description_.morphWeights; }
    [[nodiscard]] const std::vector<std::string>& getMorphTargetNames() const noexcept { return description_.morphTargetNames; }
    [[nodiscard]] const std::string& getExtras() const noexcept { return description_.extras; }
    [[nodiscard]] const std::string& getExtensions() const noexcept { return description_.extensions; }
    /// All of it: copy this to make a mesh that differs.
    [[nodiscard]] const MeshDescription& getDescription() const noexcept { return description_; }

    /// How many palette slots its skeleton must have: one more than its largest joint; 0 without joints.
    [[nodiscard]] std::size_t getJointCount() const noexcept { return jointCount_; }
    /// How many materials its scene must have: one more than its largest material; 0 without materials.
    [[nodiscard]] std::size_t getMaterialCount() const noexcept { return materialCount_; }

private:
    friend class MeshAccess;

    explicit Mesh(MeshDescription description) noexcept;

    MeshDescription description_;
    std::size_t jointCount_ = 0;
    std::size_t materialCount_ = 0;
};

/// The bytes of an image file as they were found (PNG, JPEG, ...).
struct Image {
    std::string name = {};
    std::string mimeType = {};  ///< "image/png", "image/jpeg", ...; empty if unknown.
    std::vector<std::byte> bytes = {};
};

enum class TextureWrap { Repeat, ClampToEdge, MirroredRepeat };
enum class TextureFilter { Nearest, Linear, NearestMipmapNearest, LinearMipmapNearest, NearestMipmapLinear, LinearMipmapLinear };

/// An image and how to sample it.
struct TextureReference {
    std::size_t image = 0;               ///< Into Scene::images().
    std::size_t textureCoordinates = 0;  ///< Which set of Primitive::textureCoordinates.
    TextureWrap wrapS = TextureWrap::Repeat;
    TextureWrap wrapT = TextureWrap::Repeat;
    TextureFilter magnification = TextureFilter::Linear;
    TextureFilter minification = TextureFilter::LinearMipmapLinear;
    glm::vec2 offset{0.f, 0.f};  ///< KHR_texture_transform.
    float rotation = 0.f;        ///< Radians, KHR_texture_transform.
    glm::vec2 scale{1.f, 1.f};   ///< KHR_texture_transform.
};

enum class AlphaMode { Opaque, Mask, Blend };

/// How a surface looks: glTF's metallic-roughness model. What a lit, textured picture here does not show is kept for those who draw it
/// otherwise, and for saving.
struct Material {
    std::string name = {};
    glm::vec4 baseColor{1.f, 1.f, 1.f, 1.f};                ///< Linear; multiplies the texture and the vertex colours.
    std::optional<TextureReference> baseColorTexture = {};  ///< Its image is sRGB.
    glm::vec3 emissive{0.f, 0.f, 0.f};
    std::optional<TextureReference> emissiveTexture = {};  ///< Its image is sRGB.
    float metallic = 1.f;
    float roughness = 1.f;
    std::optional<TextureReference> metallicRoughnessTexture = {};  ///< Green: roughness, blue: metallic. Not drawn.
    std::optional<TextureReference> normalTexture = {};             ///< Not drawn.
    float normalScale = 1.f;                                        ///< Of the normal texture's x and y.
    std::optional<TextureReference> occlusionTexture = {};          ///< Red: how much light comes in. Not drawn.
    float occlusionStrength = 1.f;
    AlphaMode alphaMode = AlphaMode::Opaque;
    float alphaCutoff = 0.5f;
    bool doubleSided = false;
    bool unlit = false;       ///< KHR_materials_unlit.
    std::string extras = {};  ///< Application data, a JSON text; empty if none.
    /// What glTF extensions that the library does not read say of it (clearcoat, sheen, ...), to be drawn by others and saved again: a JSON
    /// object with a member for each; empty if none. Where it names a texture, an object `...Texture` with a member `index`, that is its
    /// place in `extensionTextures`, of which image, wrap and filter count.
    std::string extensions = {};
    std::vector<TextureReference> extensionTextures = {};

    /// Its own textures, drawn or not; without those of extensions.
    [[nodiscard]] std::array<std::optional<TextureReference>*, 5> textures() noexcept
    {
        return {&baseColorTexture, &emissiveTexture, &metallicRoughnessTexture, &normalTexture, &occlusionTexture};
    }
    [[nodiscard]] std::array<const std::optional<TextureReference>*, 5> textures() const noexcept
    {
        return {&baseColorTexture, &emissiveTexture, &metallicRoughnessTexture, &normalTexture, &occlusionTexture};
    }
};

}  // namespace armature
