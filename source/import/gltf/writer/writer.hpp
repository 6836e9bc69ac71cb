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

/// The state shared by the writers of a file's parts.
struct WriterContext {
    importing::SceneDescription& scene;
    const GltfOptions& options;
    JsonWriter json = {};
    AccessorPool pool;
    KeptNumbers kept;
    std::vector<PositionGrid> grids = {};  ///< The grid of each mesh's positions; empty if positions are written as floats.
    std::set<std::tuple<ChannelTarget::Kind, std::size_t, std::string>, std::less<>> moved = {};  ///< The properties that clips animate.
    std::vector<std::optional<std::size_t>> imageNumbers =
        {};  ///< For each image, its number in the file; none if it is left out. Empty until materials are written.
    std::set<std::string, std::less<>> extensionsUsed = {};
    std::set<std::string, std::less<>> extensionsRequired = {};

    /// Whether a clip animates a property. If so, the file must state the property's value, even if that is the default.
    [[nodiscard]] bool isMoved(ChannelTarget::Kind kind, std::size_t index, std::string_view property) const
    {
        return !moved.empty() && moved.contains({kind, index, std::string(property)});
    }

    /// Adds an extension that readers must support to read the file correctly.
    void require(std::string_view extension)
    {
        extensionsUsed.emplace(extension);
        extensionsRequired.emplace(extension);
    }

    /// Writes the member `name` unless `text` is empty.
    void memberUnlessEmpty(std::string_view name, std::string_view text)
    {
        if (!text.empty()) {
            json.member(name, text);
        }
    }

    /// Writes the member `extras` unless it is empty: as it is if it is valid JSON, otherwise as a string.
    void writeExtras(std::string_view extras);
    /// Writes the extras of a mesh, including, by convention, the names of its morph targets. `place` names the mesh in notes.
    void writeMeshExtras(const Mesh& mesh, const std::string& place);
};

/// The extensions of an object that the library does not read, and what is needed to write them.
struct KeptText {
    const std::string& json;
    std::string place = {};                    ///< Names the object in notes.
    SharedFileNumbers numbers = {};            ///< The map of the numbers that the extensions use; null means the scene's own numbers.
    std::optional<NumberedThing> owner = {};   ///< See KeptNumbers::renumbered().
    const TextureNumbers* textures = nullptr;  ///< Renumbers the textures that a material's extensions refer to; null for other objects.
};

/// Writes the member `extensions` of an object if the object has any: first those that the writer makes itself, then the kept ones.
class ExtensionsWriter {
public:
    explicit ExtensionsWriter(WriterContext& context) noexcept : context_(context) {}
    ExtensionsWriter(const ExtensionsWriter&) = delete;
    ExtensionsWriter& operator=(const ExtensionsWriter&) = delete;

    /// Starts an extension. The caller writes its members and then calls endObject().
    JsonWriter& begin(std::string_view name);
    /// Writes an extension whose JSON text is given.
    void write(std::string_view name, std::string_view json);
    /// Writes the extensions in `text`, except those that are already written, with numbers changed to those of the written file. If its
    /// JSON is not an object, leaves it out and adds a note.
    void keep(const KeptText& text);
    [[nodiscard]] bool isWritten(std::string_view name) const { return written_.contains(name); }
    void end();

private:
    void writeKey(std::string_view name);

    WriterContext& context_;
    std::set<std::string, std::less<>> written_;
};

/// Writes the member `extensions` of an object whose extensions are all kept ones.
void writeKeptExtensions(WriterContext& context, const KeptText& text);

/// Writes the extensions at the file's root: lights, roles, VRM and the kept ones.
void writeRootExtensions(WriterContext& context);

/// Writes VRM 1.0 at the file's root. Call after materials are written.
void writeVrm(WriterContext& context, ExtensionsWriter& extensions);
/// Returns, for each node, the constraint that rotates it; null if there is none.
[[nodiscard]] std::vector<const VrmConstraint*> constraintsByNode(const importing::SceneDescription& scene);
void writeNodeConstraint(const WriterContext& context, const VrmConstraint& constraint, ExtensionsWriter& extensions);

/// Scales the emissive factors of materials down to at most 1, as glTF requires, and scales their strengths up accordingly; does the same
/// in clips that animate them.
void fitEmissive(importing::SceneDescription& scene);

/// Each of these functions writes members of the file's root.
void writeMaterials(WriterContext& context);
void writeMeshes(WriterContext& context);
void writeNodes(WriterContext& context);
void writeCameras(WriterContext& context);
void writeSkins(WriterContext& context);
void writeAnimations(WriterContext& context);

/// The parts of a written file. The binary part may be empty.
struct WrittenGltf {
    std::string json;
    std::vector<std::byte> binary;
    std::vector<std::string> warnings;
};

/// Writes a scene as glTF. `uri` is the URI of the binary part, relative to the file; empty for a GLB.
[[nodiscard]] WrittenGltf writeGltf(importing::SceneDescription scene, const GltfOptions& options, std::string_view uri);

}  // namespace armature::gltf
