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

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>

/// Geometry and materials as plain data: importers write them; renderers, CPU skinning and exporters read them. Lengths are in metres; axes
/// are right-handed with +Y up; colours are linear; texture coordinates have their origin at the top left of the image, as in glTF.
namespace armature {

/// How the vertices of a primitive form points, lines or triangles, as in OpenGL.
enum class PrimitiveTopology { Points, Lines, LineLoop, LineStrip, Triangles, TriangleStrip, TriangleFan };

/// Joints and weights of every vertex of a primitive: vertex v has influences [v * influencesPerVertex, (v + 1) * influencesPerVertex).
struct ARMATURE_API SkinWeights {
    std::size_t influencesPerVertex = 0;     ///< 0: not skinned. May be any number; a multiple of 4 for meshes from glTF.
    std::vector<std::uint16_t> joints = {};  ///< Palette slots of the skeleton.
    std::vector<float> weights = {};         ///< Not negative; the weights of one vertex sum to 1, or are all 0 if it is not skinned.
    /// The share of dual quaternion skinning at each vertex, from 0 (linear blending) to 1; FBX files may specify it. Empty: all linear. By
    /// default, drawing uses these shares; picking, computeBounds() and skinVerticesAsAsked() always use them. For JointBounds and
    /// ClipBounds, the caller chooses the kind of blending.
    std::vector<float> dualQuaternionShares = {};
};

/// Displacements added to a primitive's vertices, scaled by the target's weight. Each array is empty or as long as the primitive's
/// positions.
struct ARMATURE_API MorphTarget {
    std::vector<glm::vec3> positions = {};  ///< In mesh space.
    std::vector<glm::vec3> normals = {};    ///< Added to the normals before these are normalised.
    std::vector<glm::vec3> tangents = {};   ///< Added to the tangents before these are normalised; the handedness stays.
};

/// The geometry of one draw call. Every vertex array is empty or as long as `positions`.
struct ARMATURE_API Primitive {
    PrimitiveTopology topology = PrimitiveTopology::Triangles;      ///< The shapes that the vertices form.
    std::vector<glm::vec3> positions = {};                          ///< In mesh space, metres; for a skinned mesh, that is bind space.
    std::vector<glm::vec3> normals = {};                            ///< Unit length. Empty: drawn flat, with the triangles' normals.
    std::vector<glm::vec4> tangents = {};                           ///< xyz: of unit length; w: +-1, the handedness of the bitangent.
    std::array<std::vector<glm::vec2>, 2> textureCoordinates = {};  ///< TEXCOORD_0 and TEXCOORD_1 of glTF.
    std::vector<glm::vec4> colors = {};                             ///< Linear, with alpha.
    std::vector<std::uint32_t> indices = {};                        ///< Into `positions`. Empty: the vertices in order.
    SkinWeights skin = {};                                          ///< The joints that move each vertex.
    std::vector<MorphTarget> morphTargets = {};                     ///< The same number in every primitive of a mesh.
    std::optional<std::size_t> material = {};                       ///< Index into Scene::materials(). None: white, lit.
    std::string extensions = {};                                    ///< glTF extensions: see MeshDescription::extensions.
};

/// The number of triangles that a primitive draws; 0 for points and lines.
[[nodiscard]] ARMATURE_API std::size_t triangleCount(const Primitive& primitive) noexcept;

/// The description from which a mesh is made: a named set of primitives with common morph targets.
struct ARMATURE_API MeshDescription {
    std::string name = {};                           ///< Need not be unique.
    std::vector<Primitive> primitives = {};          ///< The primitives, usually one for each material.
    std::vector<float> morphWeights = {};            ///< Default weights, one for each morph target of every primitive.
    std::vector<std::string> morphTargetNames = {};  ///< Empty, or one for each morph target.
    std::string extras = {};                         ///< Application data, a JSON text; empty if none.
    /// glTF extensions that the library does not read, kept for saving: a JSON object with a member for each extension; empty if there are
    /// none.
    std::string extensions = {};
    /// The joints' names, indexed by the values in SkinWeights::joints; if some names are unknown, the list is null or ends before them.
    /// Meshes of one rig share the list. A skeleton that skins the mesh must have bones of these names in its palette slots; wearMesh()
    /// puts the mesh on any other skeleton.
    std::shared_ptr<const std::vector<std::string>> jointNames = {};
};

/// A mesh whose description has been checked. Immutable: any number of instances, scenes and threads may share it, and readers may rely on
/// what create() has checked.
class ARMATURE_API Mesh final {
public:
    /// Checks `description` and takes ownership of it. Throws std::invalid_argument, naming the mesh, the place in it, the value and the
    /// limit, if an array has the wrong length, a number is not finite, an index refers to no vertex, a weight is negative, the weights of
    /// a vertex sum neither to 1 (within 0.01) nor to 0, a share of dual quaternion skinning is outside [0, 1], or the topology is not an
    /// enumerator. O(size), once per mesh: placing the mesh does not check it again.
    [[nodiscard]] static std::shared_ptr<const Mesh> create(MeshDescription description);

    /// Each returns the member of that name in the description: see MeshDescription.
    [[nodiscard]] const std::string& getName() const noexcept { return description_.name; }
    [[nodiscard]] const std::vector<Primitive>& primitives() const noexcept { return description_.primitives; }
    [[nodiscard]] const std::vector<float>& getMorphWeights() const noexcept { return description_.morphWeights; }
    [[nodiscard]] const std::vector<std::string>& morphTargetNames() const noexcept { return description_.morphTargetNames; }
    [[nodiscard]] const std::string& getExtras() const noexcept { return description_.extras; }
    [[nodiscard]] const std::string& getExtensions() const noexcept { return description_.extensions; }
    [[nodiscard]] const std::shared_ptr<const std::vector<std::string>>& jointNames() const noexcept { return description_.jointNames; }
    /// The whole description. To make another mesh, copy and change it.
    [[nodiscard]] const MeshDescription& getDescription() const noexcept { return description_; }

    /// The number of palette slots that a skeleton needs for this mesh: one more than the largest joint number in the mesh; 0 without
    /// joints.
    [[nodiscard]] std::size_t jointCount() const noexcept { return jointCount_; }
    /// The number of materials that a scene needs for this mesh: one more than the largest material index in the mesh; 0 without materials.
    [[nodiscard]] std::size_t materialCount() const noexcept { return materialCount_; }

private:
    friend class MeshAccess;

    explicit Mesh(MeshDescription description) noexcept;

    MeshDescription description_;
    std::size_t jointCount_ = 0;
    std::size_t materialCount_ = 0;
};

/// The unchanged bytes of an image file (PNG, JPEG, ...).
struct ARMATURE_API Image {
    std::string name = {};              ///< From the file; may be empty.
    std::string mimeType = {};          ///< "image/png", "image/jpeg", ...; empty if unknown.
    std::vector<std::byte> bytes = {};  ///< The whole file, encoded.
};

/// How a texture continues outside its image.
enum class TextureWrap { Repeat, ClampToEdge, MirroredRepeat };
/// How a texture is filtered, as in OpenGL.
enum class TextureFilter { Nearest, Linear, NearestMipmapNearest, LinearMipmapNearest, NearestMipmapLinear, LinearMipmapLinear };

/// An image and how to sample it.
struct ARMATURE_API TextureReference {
    std::size_t image = 0;                                           ///< Index into Scene::images().
    std::size_t textureCoordinates = 0;                              ///< Index into Primitive::textureCoordinates.
    TextureWrap wrapS = TextureWrap::Repeat;                         ///< Wrapping beyond the left and right edges.
    TextureWrap wrapT = TextureWrap::Repeat;                         ///< Wrapping beyond the top and bottom edges.
    TextureFilter magnification = TextureFilter::Linear;             ///< Used where texels are larger than pixels: Nearest or Linear.
    TextureFilter minification = TextureFilter::LinearMipmapLinear;  ///< Used where texels are smaller than pixels.
    glm::vec2 offset{0.f, 0.f};                                      ///< The offset of KHR_texture_transform.
    float rotation = 0.f;                                            ///< The rotation of KHR_texture_transform, in radians.
    glm::vec2 scale{1.f, 1.f};                                       ///< The scale of KHR_texture_transform.
};

/// How alpha is used: ignored, compared with a cutoff, or used to blend the surface with the picture behind it.
enum class AlphaMode { Opaque, Mask, Blend };

/// The appearance of a surface: glTF's metallic-roughness model. `extensions` has no effect on drawing; it is kept for other renderers and
/// for saving.
struct ARMATURE_API Material {
    std::string name = {};                                          ///< Need not be unique.
    glm::vec4 baseColor{1.f, 1.f, 1.f, 1.f};                        ///< Linear; multiplies the texture and the vertex colours.
    std::optional<TextureReference> baseColorTexture = {};          ///< Its image is sRGB.
    glm::vec3 emissive{0.f, 0.f, 0.f};                              ///< Emitted light; linear; multiplies the texture.
    float emissiveStrength = 1.f;                                   ///< Multiplies `emissive`; not negative.
    std::optional<TextureReference> emissiveTexture = {};           ///< Its image is sRGB.
    float metallic = 1.f;                                           ///< From 0 (dielectric) to 1 (metal); multiplies the texture's blue.
    float roughness = 1.f;                                          ///< From 0 (smooth) to 1 (rough); multiplies the texture's green.
    std::optional<TextureReference> metallicRoughnessTexture = {};  ///< Green: roughness, blue: metallic.
    std::optional<TextureReference> normalTexture = {};             ///< In tangent space; linear.
    float normalScale = 1.f;                                        ///< Scales the normal texture's x and y.
    std::optional<TextureReference> occlusionTexture = {};          ///< Red: the fraction of ambient light that arrives.
    float occlusionStrength = 1.f;                                  ///< From 0 (ignored) to 1.
    AlphaMode alphaMode = AlphaMode::Opaque;                        ///< How alpha is used.
    float alphaCutoff = 0.5f;                                       ///< With AlphaMode::Mask: surfaces with less alpha are not drawn.
    bool doubleSided = false;                                       ///< If false, triangles seen from behind are not drawn.
    bool unlit = false;                                             ///< If true, light has no effect on the surface (KHR_materials_unlit).
    std::string extras = {};                                        ///< Application data, a JSON text; empty if none.
    /// glTF extensions that the library does not read (clearcoat, sheen, ...), kept for other renderers and for saving: a JSON object with
    /// a member for each extension; empty if there are none. An extension refers to a texture by a member named `...Texture`: an object
    /// whose `index` is an index into `extensionTextures`. Of the entries of `extensionTextures`, only image, wrap and filter are used.
    std::string extensions = {};
    std::vector<TextureReference> extensionTextures = {};  ///< The textures to which `extensions` refers.

    /// Returns the material's own textures, without those of extensions.
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
