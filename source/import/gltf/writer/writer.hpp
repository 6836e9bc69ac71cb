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

/// State that the writers of a glTF file's parts share.
struct WriterContext {
    importing::SceneDescription& scene;
    const GltfOptions& options;
    JsonWriter json = {};
    AccessorPool pool;
    KeptNumbers kept;
    std::vector<PositionGrid> grids = {};  ///< The grid of each mesh; empty if positions are floats.
    std::set<std::tuple<ChannelTarget::Kind, std::size_t, std::string>, std::less<>> moved = {};  ///< Properties that clips animate.
    std::vector<std::optional<std::size_t>> imageNumbers =
        {};  ///< Number of each image in the file, once materials are written; none if it is left out.
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

    /// Writes the member `name`, unless the text is empty.
    void memberUnlessEmpty(std::string_view name, std::string_view text)
    {
        if (!text.empty()) {
            json.member(name, text);
        }
    }

    /// Writes the member `extras`, unless the text is empty: unchanged if it is JSON, otherwise as a string.
    void writeExtras(std::string_view extras);
    /// Writes the extras of a mesh and adds the names of its morph targets, as is the convention.
    void writeMeshExtras(const Mesh& mesh, const std::string& place);
};

/// An object's extensions that were not read.
struct KeptText {
    const std::string& json;
    std::string place = {};                    ///< For notes.
    SharedFileNumbers numbers = {};            ///< The map of the numbers that they use; null: the scene's own.
    std::optional<NumberedThing> owner = {};   ///< See KeptNumbers.
    const TextureNumbers* textures = nullptr;  ///< Renumbers the textures of a material.
};

/// Writes the member `extensions` of an object, if there are any: first those that the writer knows, then the kept ones.
class ExtensionsWriter {
public:
    explicit ExtensionsWriter(WriterContext& context) noexcept : context_(context) {}
    ExtensionsWriter(const ExtensionsWriter&) = delete;
    ExtensionsWriter& operator=(const ExtensionsWriter&) = delete;

    /// Begins an extension. The caller writes its members and ends it with endObject().
    JsonWriter& begin(std::string_view name);
    /// Writes an extension whose JSON text is known.
    void write(std::string_view name, std::string_view json);
    /// Writes the members of a JSON object except those already written, with numbers translated to the file's. Anything but a JSON object
    /// is left out with a note.
    void keep(const KeptText& text);
    [[nodiscard]] bool isWritten(std::string_view name) const { return written_.contains(name); }
    void end();

private:
    void writeKey(std::string_view name);

    WriterContext& context_;
    std::set<std::string, std::less<>> written_;
};

/// Writes the member `extensions` of an object that only has kept ones.
void writeKeptExtensions(WriterContext& context, const KeptText& text);

/// Writes the extensions of the file's root: lights, roles, VRM and the kept ones.
void writeRootExtensions(WriterContext& context);

/// Writes VRM 1.0 at the file's root. Needs materials.
void writeVrm(WriterContext& context, ExtensionsWriter& extensions);
/// The constraint that turns each node; null if there is none.
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

/// The parts of a file. The binary part may be empty.
struct WrittenGltf {
    std::string json;
    std::vector<std::byte> binary;
    std::vector<std::string> warnings;
};

/// Writes a scene as glTF. `uri`: where the binary part will be, relative to the file; empty for a GLB.
[[nodiscard]] WrittenGltf writeGltf(importing::SceneDescription scene, const GltfOptions& options, std::string_view uri);

}  // namespace armature::gltf
