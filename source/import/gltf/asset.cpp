#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "import/gltf/readers.hpp"

// The asset's version and the extensions it requires (glTF 2.0, sections 3.2 and 3.12).
namespace armature::gltf {

namespace {

/// An extension that a file may list as required.
struct Extension {
    std::string_view name;
    std::string_view loss;  ///< What this reader leaves out; vertex positions must not depend on it. Empty if everything is read.
};

constexpr std::string_view lookIsSimpler = "surfaces look simpler than meant";
constexpr std::string_view imagesUndecoded = "images keep their bytes, but may not be drawn";

constexpr std::array<Extension, 46> extensions{{
    {"KHR_draco_mesh_compression", ""},
    {"EXT_meshopt_compression", ""},
    {"KHR_mesh_quantization", ""},
    {"KHR_texture_transform", ""},
    {"EXT_texture_webp", ""},
    {"KHR_materials_unlit", ""},
    {"KHR_materials_emissive_strength", ""},
    {"KHR_node_visibility", ""},
    {"KHR_skeleton_bone", ""},
    {"KHR_animation_pointer", "nodes, morph weights, materials, cameras and lights are moved, and the rest is kept"},
    {"KHR_character", "what it marks as a character is kept, but not used"},
    {"KHR_character_skeleton_mapping", ""},
    {"KHR_character_reference_pose", ""},
    {"KHR_animation_reference_pose", ""},
    {"KHR_character_expression", "its expressions are kept, but not used"},
    {"VRM", ""},
    {"VRMC_vrm", ""},
    {"VRMC_vrm_animation", ""},
    {"VRMC_springBone", ""},
    {"VRMC_springBone_extended_collider", ""},
    {"VRMC_node_constraint", ""},
    {"VRMC_materials_mtoon", lookIsSimpler},
    {"VRMC_materials_hdr_emissiveMultiplier", ""},
    // Shading of surfaces; geometry and motion do not depend on it.
    {"KHR_materials_anisotropy", lookIsSimpler},
    {"KHR_materials_clearcoat", lookIsSimpler},
    {"KHR_materials_diffuse_transmission", lookIsSimpler},
    {"KHR_materials_dispersion", lookIsSimpler},
    {"KHR_materials_ior", lookIsSimpler},
    {"KHR_materials_iridescence", lookIsSimpler},
    {"KHR_materials_pbrSpecularGlossiness", lookIsSimpler},
    {"KHR_materials_sheen", lookIsSimpler},
    {"KHR_materials_specular", lookIsSimpler},
    {"KHR_materials_transmission", lookIsSimpler},
    {"KHR_materials_volume", lookIsSimpler},
    // Alternative materials for the same geometry; the file's default materials are drawn.
    {"KHR_materials_variants", "the file's own choice is drawn, the others are kept"},
    // Other image encodings; whether an image can be decoded is up to the renderer.
    {"KHR_texture_basisu", imagesUndecoded},
    {"EXT_texture_avif", imagesUndecoded},
    {"MSFT_texture_dds", imagesUndecoded},
    // Lights and environments.
    {"KHR_lights_punctual", "its lights are kept, but not drawn"},
    {"EXT_lights_ies", "its lights are kept, but not drawn"},
    {"EXT_lights_image_based", "its lights are kept, but not drawn"},
    // Coarser alternatives for nodes; the full version is read.
    {"MSFT_lod", "only the finest level is read"},
    // Metadata, and hints for picking nodes.
    {"KHR_xmp", "its metadata are kept, but not used"},
    {"KHR_xmp_json_ld", "its metadata are kept, but not used"},
    {"KHR_node_selectability", "what may be picked is kept, but not used"},
    {"KHR_node_hoverability", "what may be hovered is kept, but not used"},
}};

struct Version {
    unsigned major = 0;
    unsigned minor = 0;
};

/// Parses a version such as "2.0". Refuses anything but two numbers.
Version parseVersion(const Json& value)
{
    const std::string_view text = value.asString();
    Version version;
    const char* end = text.data() + text.size();
    const auto [dot, majorError] = std::from_chars(text.data(), end, version.major);
    if (majorError == std::errc() && dot != end && *dot == '.') {
        const auto [rest, minorError] = std::from_chars(dot + 1, end, version.minor);
        if (minorError == std::errc() && rest == end) {
            return version;
        }
    }
    value.refuse(fmt::format("is {}, but must be like \"2.0\"", quoted(text)));
}

void readVersion(Document& document)
{
    const auto asset = document.root.findObject("asset");
    const auto version = asset ? asset->find("version") : std::nullopt;
    if (!version) {
        document.notes.add("/asset/version", "is missing: read as glTF 2.0; export the file again");
        return;
    }
    if (const auto minimum = asset->find("minVersion")) {
        const Version needed = parseVersion(*minimum);
        if (needed.major != 2 || needed.minor > 0) {
            minimum->refuse(fmt::format("is {}, but this reader knows 2.0", quoted(minimum->asString())));
        }
    }
    if (parseVersion(*version).major != 2) {
        version->refuse(fmt::format("is {}, but must be 2.x; convert the file to glTF 2.0", quoted(version->asString())));
    }
}

void checkExtension(Document& document, const Json& required)
{
    const std::string_view name = required.asString();
    const auto known =
        std::find_if(extensions.begin(), extensions.end(), [&](const Extension& extension) { return extension.name == name; });
    if (known == extensions.end()) {
        required.refuse(fmt::format("is {}, an extension that this reader does not know; export the file without it", quoted(name)));
    }
    if (!known->loss.empty()) {
        document.notes.add(required.pointer(), fmt::format("is {}, which this reader leaves out: {}", known->name, known->loss));
    }
}

}  // namespace

void readAsset(Document& document)
{
    readVersion(document);
    if (const auto required = document.root.findArray("extensionsRequired")) {
        required->forEach([&](std::size_t, const Json& name) { checkExtension(document, name); });
    }
}

}  // namespace armature::gltf
