#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <armature/import/save_gltf.hpp>

#include "import/gltf/kept_extensions.hpp"
#include "import/gltf/writer/accessor_pool.hpp"
#include "import/gltf/writer/kept_numbers.hpp"
#include "import/gltf/writer/position_grids.hpp"
#include "import/scene_description.hpp"
#include "text/json_writer.hpp"

namespace armature::gltf {

/// What the parts of a glTF file share while it is written.
struct WriterContext {
    importing::SceneDescription& scene;
    const GltfOptions& options;
    JsonWriter json = {};
    AccessorPool pool;
    KeptNumbers kept;
    std::vector<PositionGrid> grids = {};  ///< Of each mesh; empty: positions are floats.
    std::set<std::string, std::less<>> extensionsUsed = {};
    std::set<std::string, std::less<>> extensionsRequired = {};

    /// The file cannot be read rightly without it.
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

    /// The member `extras`, unless the text is empty: as it is where it is JSON, else as a string.
    void writeExtras(std::string_view extras);
    /// The extras of a mesh, with the names of its morph targets in them, as is the convention.
    void writeMeshExtras(const Mesh& mesh, const std::string& place);
};

/// What an object says by extensions that were not read.
struct KeptText {
    const std::string& json;
    std::string place = {};                    ///< For notes.
    SharedFileNumbers numbers = {};            ///< Which numbers it has; null: the scene's own.
    std::optional<NumberedThing> owner = {};   ///< See KeptNumbers.
    const TextureNumbers* textures = nullptr;  ///< Of a material.
};

/// Writes the member `extensions` of an object, if there are any: first those that the writer knows, then those that were kept.
class ExtensionsWriter {
public:
    explicit ExtensionsWriter(WriterContext& context) noexcept : context_(context) {}
    ExtensionsWriter(const ExtensionsWriter&) = delete;
    ExtensionsWriter& operator=(const ExtensionsWriter&) = delete;

    /// Begins an extension, whose members the caller writes, and ends it with endObject().
    JsonWriter& begin(std::string_view name);
    /// An extension whose JSON text is known.
    void write(std::string_view name, std::string_view json);
    /// The members of a JSON object, but for those that were written, with the numbers that things have in the file; what is no JSON object is
    /// left out with a note.
    void keep(const KeptText& text);
    [[nodiscard]] bool isWritten(std::string_view name) const { return written_.contains(name); }
    void end();

private:
    void writeKey(std::string_view name);

    WriterContext& context_;
    std::set<std::string, std::less<>> written_;
};

/// The member `extensions` of an object of which the writer itself knows none.
void writeKeptExtensions(WriterContext& context, const KeptText& text);

/// The extensions of the file's root: lights, roles and what was kept.
void writeRootExtensions(WriterContext& context);

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
