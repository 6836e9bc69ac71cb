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
#include <armature/handle.hpp>

/// Geometry and looks as plain data: importers write it, renderers, CPU skinning and exporters read it. Lengths are metres, right-handed,
/// +Y up; colours are linear; texture coordinates have their origin at the top left of the image, as in glTF.
namespace armature {

enum class PrimitiveTopology { Points, Lines, LineLoop, LineStrip, Triangles, TriangleStrip, TriangleFan };

/// Joints and weights of every vertex of a primitive: vertex v has influences [v * influencesPerVertex, (v + 1) * influencesPerVertex).
struct SkinWeights {
    std::size_t influencesPerVertex = 0;  ///< 0: not skinned. Any number is allowed; a multiple of 4 when it comes from glTF.
    std::vector<std::uint16_t> joints;    ///< Palette slots of the skeleton.
    std::vector<float> weights;           ///< Non-negative; the weights of one vertex sum to 1, or are all 0 for an unskinned vertex.
};

/// Displacements added to a primitive's vertices, scaled by the target's weight. Each array is empty or as long as `positions`.
struct MorphTarget {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec3> tangents;
};

/// One draw call's worth of geometry. Every array is empty or as long as `positions`.
struct Primitive {
    PrimitiveTopology topology = PrimitiveTopology::Triangles;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;   ///< Unit length. Empty: draw flat, from the triangles.
    std::vector<glm::vec4> tangents;  ///< xyz unit length, w = +-1 the handedness of the bitangent.
    std::array<std::vector<glm::vec2>, 2> textureCoordinates;
    std::vector<glm::vec4> colors;
    std::vector<std::uint32_t> indices;  ///< Empty: the vertices in their order. Never out of range.
    SkinWeights skin;
    std::vector<MorphTarget> morphTargets;
    std::optional<std::size_t> material;  ///< Into Scene::materials(). None: white, lit.
};

/// A named set of primitives with common morph targets. Immutable once it is in a scene, and shared by its instances.
struct Mesh {
    std::string name;
    std::vector<Primitive> primitives;
    std::vector<float> morphWeights;            ///< Default weights, one for each morph target of the primitives.
    std::vector<std::string> morphTargetNames;  ///< Empty, or one for each morph target.
    std::string extras;                         ///< Application data, a JSON text; empty if none.
};

/// A mesh placed in a scene. With a skeleton its vertices are placed by host world * final matrices and the node's own transform is not
/// used (as glTF demands); without one, by the node's world matrix.
struct MeshInstance {
    std::string name;
    TransformNode* node = nullptr;  ///< Never null in a scene.
    std::shared_ptr<const Mesh> mesh;
    Skeleton* skeleton = nullptr;  ///< Null: a static mesh.
    std::size_t inverseBindSet =
        0;  ///< Which of the skeleton's sets of inverse binds the mesh was bound with (Skeleton::addInverseBindSet).
    std::vector<float> morphWeights;  ///< As many as mesh->morphWeights; what animation changes.
    Lifetime lifetime{};              ///< Ends when the instance is removed: see Handle.

    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime; }
};

/// The bytes of an image file as they were found (PNG, JPEG, ...).
struct Image {
    std::string name;
    std::string mimeType;  ///< "image/png", "image/jpeg", ...; empty if unknown.
    std::vector<std::byte> bytes;
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

/// How a surface looks: glTF's metallic-roughness model, as far as a lit, textured picture needs it.
struct Material {
    std::string name;
    glm::vec4 baseColor{1.f, 1.f, 1.f, 1.f};           ///< Linear; multiplies the texture and the vertex colours.
    std::optional<TextureReference> baseColorTexture;  ///< Its image is sRGB.
    glm::vec3 emissive{0.f, 0.f, 0.f};
    std::optional<TextureReference> emissiveTexture;  ///< Its image is sRGB.
    float metallic = 1.f;
    float roughness = 1.f;
    AlphaMode alphaMode = AlphaMode::Opaque;
    float alphaCutoff = 0.5f;
    bool doubleSided = false;
    bool unlit = false;  ///< KHR_materials_unlit.
};

}  // namespace armature
