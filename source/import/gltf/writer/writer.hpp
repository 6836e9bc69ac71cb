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
#include "import/scene_description.hpp"
#include "text/json_writer.hpp"

namespace armature::gltf {

/// What the parts of a glTF file share while it is written.
struct WriterContext {
    importing::SceneDescription& scene;
    const GltfOptions& options;
    JsonWriter json = {};
    AccessorPool pool;
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

/// Writes the member `extensions` of an object, if there are any: first those that the writer knows, then those that were kept.
class ExtensionsWriter {
public:
    explicit ExtensionsWriter(WriterContext& context) noexcept : context_(context) {}
    ExtensionsWriter(const ExtensionsWriter&) = delete;
    ExtensionsWriter& operator=(const ExtensionsWriter&) = delete;

    /// Begins an extension, whose members the caller writes, and ends it with endObject().
    JsonWriter& begin(std::string_view name);
    /// The members of a JSON object as they are, but for those that were written and for numbers of textures; what is no JSON object is left out
    /// with a note.
    void keep(const std::string& json, std::string_view place, const TextureNumbers& numberOf = {});
    void end();

private:
    void writeKey(std::string_view name);

    WriterContext& context_;
    std::set<std::string, std::less<>> written_;
};

/// The member `extensions` of an object of which the writer itself knows none.
void writeKeptExtensions(WriterContext& context, const std::string& json, std::string_view place);

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
