#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <armature/import/save_gltf.hpp>

#include "base/json_writer.hpp"
#include "import/gltf/readers.hpp"
#include "import/gltf/writer/accessor_pool.hpp"
#include "import/gltf/writer/kept_numbers.hpp"
#include "import/gltf/writer/vertex_integers.hpp"
#include "import/scene_description.hpp"

namespace armature::gltf {

/// What the parts of a glTF file share while it is written.
struct WriterContext {
    importing::SceneDescription& scene;
    const GltfOptions& options;
    JsonWriter json = {};
    AccessorPool pool;
    KeptNumbers kept;
    std::vector<PositionGrid> grids = {};  ///< Grid of each mesh; empty if positions are floats.
    std::set<std::tuple<ChannelTarget::Kind, std::size_t, std::string>, std::less<>> moved = {};  ///< Properties that clips move.
    std::vector<std::optional<std::size_t>> imageNumbers =
        {};  ///< Number of each image, once materials are written; none if it is left out.
    std::set<std::string, std::less<>> extensionsUsed = {};
    std::set<std::string, std::less<>> extensionsRequired = {};

    /// Whether a clip animates a property: then the file must state its value.
    [[nodiscard]] bool isMoved(ChannelTarget::Kind kind, std::size_t index, std::string_view property) const
    {
        return !moved.empty() && moved.contains({kind, index, std::string(property)});
    }

    /// Adds an extension without which the file cannot be read correctly.
    void require(std::string_view extension)
    {
        extensionsUsed.emplace(extension);
        extensionsRequired.emplace(extension);
    }

    /// The member `name`, unless the text is empty.
    void memberUnlessEmpty(std::string_view name, std::string_view text)
    {
        if (!text.empty()) {
            json.member(name, text);
        }
    }

    /// The member `extras`, unless the text is empty: unchanged if it is JSON, otherwise as a string.
    void writeExtras(std::string_view extras);
    /// The extras of a mesh, with the names of its morph targets added, as is the convention.
    void writeMeshExtras(const Mesh& mesh, const std::string& place);
};

/// An object's extensions that were not read.
struct KeptText {
    const std::string& json;
    std::string place = {};                    ///< For notes.
    SharedFileNumbers numbers = {};            ///< The numbers that it uses; null: the scene's own.
    std::optional<NumberedThing> owner = {};   ///< See KeptNumbers.
    const TextureNumbers* textures = nullptr;  ///< Textures of a material.
};

/// Writes the member `extensions` of an object, if there are any: first those that the writer knows, then the kept ones.
class ExtensionsWriter {
public:
    explicit ExtensionsWriter(WriterContext& context) noexcept : context_(context) {}
    ExtensionsWriter(const ExtensionsWriter&) = delete;
    ExtensionsWriter& operator=(const ExtensionsWriter&) = delete;

    /// Begins an extension, whose members the caller writes, and ends it with endObject().
    JsonWriter& begin(std::string_view name);
    /// An extension whose JSON text is known.
    void write(std::string_view name, std::string_view json);
    /// The members of a JSON object except those already written, with numbers translated to the file's; anything but a JSON object is left
    /// out with a note.
    void keep(const KeptText& text);
    [[nodiscard]] bool isWritten(std::string_view name) const { return written_.contains(name); }
    void end();

private:
    void writeKey(std::string_view name);

    WriterContext& context_;
    std::set<std::string, std::less<>> written_;
};

/// The member `extensions` of an object for which the writer itself writes none.
void writeKeptExtensions(WriterContext& context, const KeptText& text);

/// The extensions of the file's root: lights, roles and what was kept.
void writeRootExtensions(WriterContext& context);

/// VRM 1.0 at the file's root. Needs materials.
void writeVrm(WriterContext& context, ExtensionsWriter& extensions);
/// The constraint that turns each node; null: none.
[[nodiscard]] std::vector<const VrmConstraint*> constraintsByNode(const importing::SceneDescription& scene);
void writeNodeConstraint(const WriterContext& context, const VrmConstraint& constraint, ExtensionsWriter& extensions);

/// Scales the emissive factors of materials to at most 1, as glTF requires, and their strengths accordingly; those of curves, too.
void fitEmissive(importing::SceneDescription& scene);

/// Each writes members of the file's root.
void writeMaterials(WriterContext& context);
void writeMeshes(WriterContext& context);
void writeNodes(WriterContext& context);
void writeCameras(WriterContext& context);
void writeSkins(WriterContext& context);
void writeAnimations(WriterContext& context);

/// A file in its parts. The binary part may be empty.
struct WrittenGltf {
    std::string json;
    std::vector<std::byte> binary;
    std::vector<std::string> warnings;
};

/// `uri`: where the binary part will be, relative to the file; empty for a GLB.
[[nodiscard]] WrittenGltf writeGltf(importing::SceneDescription scene, const GltfOptions& options, std::string_view uri);

}  // namespace armature::gltf
