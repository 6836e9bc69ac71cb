#include "import/assimp/read_foreign.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "import/file_access.hpp"

namespace armature::foreign {

namespace {

/// A format and what identifies its files: bytes at offset `at`, the name of the XML root element, or the first word.
struct Magic {
    std::string_view bytes;
    Format format;
    std::size_t at = 0;
};

constexpr std::string_view markOfLightWave = "FORM";

constexpr std::array magics{
    Magic{"xof ", {"DirectX .x", "x"}},
    Magic{"IDST", {"Half-Life MDL", "mdl"}},
    Magic{"IDSQ", {"Half-Life MDL", "mdl"}},
    Magic{"IDPO", {"Quake MDL", "mdl"}},
    Magic{"MDL2", {"3D GameStudio MDL", "mdl"}},
    Magic{"MDL3", {"3D GameStudio MDL", "mdl"}},
    Magic{"MDL4", {"3D GameStudio MDL", "mdl"}},
    Magic{"MDL5", {"3D GameStudio MDL", "mdl"}},
    Magic{"MDL7", {"3D GameStudio MDL", "mdl"}},
    Magic{"IDP2", {"Quake II MD2", "md2"}},
    Magic{"IDP3", {"Quake III MD3", "md3"}},
    Magic{"IDPC", {"Wolfenstein MDC", "mdc"}},
    Magic{"HMP", {"3D GameStudio HMP", "hmp"}},
    Magic{"MS3D000000", {"MilkShape 3D", "ms3d"}},
    Magic{"BB3D", {"Blitz 3D", "b3d"}},
    Magic{"LWO2", {"LightWave object", "lwo"}, 8},
    Magic{"LWOB", {"LightWave object", "lwo"}, 8},
    Magic{"LXOB", {"Modo object", "lxo"}, 8},
    Magic{"LWSC", {"LightWave scene", "lws"}},
    Magic{"LWMO", {"LightWave motion", "mot"}},
    Magic{"Caligari ", {"TrueSpace", "cob"}},
    Magic{"AC3D", {"AC3D", "ac"}},
    Magic{"*3DSMAX_ASCIIEXPORT", {"3ds Max ASE", "ase"}},
    Magic{"quick3Do", {"Quick3D", "q3o"}},
    Magic{"quick3Ds", {"Quick3D", "q3s"}},
    Magic{"nendo ", {"Nendo", "ndo"}},
    Magic{"TERRAGEN", {"Terragen terrain", "ter"}},
    Magic{"BLENDER", {"Blender", "blend"}},
    Magic{"INTERQUAKEMODEL",
          {"Inter-Quake Model", "iqm", "joints and motion of an Inter-Quake Model are not read: it stands still; convert it to glTF"}},
    Magic{"PMX ", {"MikuMikuDance PMX", "pmx"}},
    Magic{"ISO-10303-21;", {"IFC", "ifc"}},
    Magic{"ply\n", {"PLY", "ply"}},
    Magic{"ply\r", {"PLY", "ply"}},
    Magic{"AutoCAD Binary DXF", {"DXF", "dxf"}},
};

/// The root elements of XML formats.
constexpr std::array roots{
    Magic{"COLLADA", {"Collada", "dae"}},
    Magic{"X3D", {"X3D", "x3d"}},
    Magic{"amf", {"AMF", "amf"}},
    Magic{"mesh", {"Ogre", "mesh.xml"}},
    Magic{"irr_scene", {"Irrlicht", "irr"}},
    Magic{"WORLD", {"XGL", "xgl"}},
    Magic{"world", {"XGL", "xgl"}},
};

/// The first words of text formats.
constexpr std::array words{
    Magic{"OFF", {"OFF", "off"}},       Magic{"COFF", {"OFF", "off"}},        Magic{"NOFF", {"OFF", "off"}},
    Magic{"STOFF", {"OFF", "off"}},     Magic{"Metric", {"OpenGEX", "ogex"}}, Magic{"LightObject", {"OpenGEX", "ogex"}},
    Magic{"solid", {"STL", "stl"}},     Magic{"nff", {"Sense8 NFF", "nff"}},  Magic{"$comments", {"CSM", "csm"}},
    Magic{"$filename", {"CSM", "csm"}}, Magic{"$firstframe", {"CSM", "csm"}},
};

/// Formats that are identified by the file name's extension if the content does not identify them. Formats that are always recognisable by
/// content are not listed: a file that has Collada's extension but other content is not Collada.
constexpr std::array byName{
    Format{"OBJ", "obj"},        Format{"STL", "stl"},
    Format{"NFF", "nff"},        Format{"raw triangles", "raw"},
    Format{"DXF", "dxf"},        Format{"Silo", "sib"},
    Format{"Unreal", "3d"},      Format{"Unreal", "uc"},
    Format{"3MF", "3mf"},        Format{"zipped Collada", "zae"},
    Format{"zipped XGL", "zgl"}, Format{"binary X3D", "x3db"},
    Format{"Valve SMD", "smd"},  Format{"Irrlicht mesh", "irrmesh"},
    Format{"Irrlicht", "irr"},   Format{"X3D", "x3d"},
};

std::string lowered(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char character) {
        return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
    });
    return out;
}

bool isSpace(char character)
{
    return character == ' ' || (character >= '\t' && character <= '\r');
}

/// Returns the text without leading white space and comment lines.
std::string_view withoutBlanks(std::string_view text)
{
    while (!text.empty()) {
        if (isSpace(text.front())) {
            text.remove_prefix(1);
        } else if (text.front() == '#' || text.front() == ';' || text.starts_with("//")) {
            text.remove_prefix(std::min(text.find('\n'), text.size()));
        } else {
            break;
        }
    }
    return text;
}

std::string_view wordAt(std::string_view text)
{
    return text.substr(0, static_cast<std::size_t>(std::ranges::find_if(text, isSpace) - text.begin()));
}

/// Returns the name of the first element after declarations and comments; empty if there is none.
std::string_view rootOf(std::string_view text)
{
    while (text.starts_with('<')) {
        if (text.starts_with("<!--")) {
            text.remove_prefix(std::min(text.find("-->"), text.size()));
            text.remove_prefix(std::min<std::size_t>(3, text.size()));
        } else if (text.starts_with("<?") || text.starts_with("<!")) {
            text.remove_prefix(std::min(text.find('>'), text.size()));
            text.remove_prefix(std::min<std::size_t>(1, text.size()));
        } else {
            const std::string_view name = text.substr(1);
            return name.substr(0, std::min(name.find_first_of(" \t\r\n/>"), name.size()));
        }
        text = withoutBlanks(text);
    }
    return {};
}

std::optional<Format> formatOfMd5(std::string_view text)
{
    if (text.find("numMeshes") != std::string_view::npos) {
        return Format{"MD5", "md5mesh"};
    }
    if (text.find("numCuts") != std::string_view::npos) {
        return Format{"MD5 camera", "md5camera"};
    }
    return Format{"MD5 animation", "md5anim"};
}

/// Whether the text begins with a statement of OBJ that begins no other format's files. Files of NFF also begin with "v", a viewpoint, but
/// its numbers are on separate lines.
bool isObj(std::string_view text)
{
    constexpr std::array<std::string_view, 4> statements{"o", "g", "mtllib", "usemtl"};
    constexpr std::array<std::string_view, 3> vertices{"v", "vn", "vt"};
    const std::string_view word = wordAt(text);
    if (std::ranges::find(vertices, word) != vertices.end()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        return line.find_first_of("0123456789", word.size()) != std::string_view::npos;
    }
    return std::ranges::find(statements, word) != statements.end();
}

std::uint32_t numberAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t number = 0;
    for (std::size_t byte = 4; byte-- > 0;) {
        number = number << 8u | static_cast<unsigned char>(bytes[at + byte]);
    }
    return number;
}

/// Recognises 3DS files and binary STL files: both state a size or a number of triangles, which must fit the size of the file.
std::optional<Format> formatOfSizes(std::string_view bytes)
{
    constexpr std::size_t headerOfStl = 84;
    constexpr std::size_t triangleOfStl = 50;
    if (bytes.size() >= 6 && (bytes.starts_with("\x4D\x4D") || bytes.starts_with("\x3D\xC2")) && numberAt(bytes, 2) >= 6
        && numberAt(bytes, 2) <= bytes.size()) {
        return bytes.front() == '\x4D' ? Format{"3DS", "3ds"} : Format{"3DS project", "prj"};
    }
    if (bytes.size() >= headerOfStl && (bytes.size() - headerOfStl) % triangleOfStl == 0
        && (bytes.size() - headerOfStl) / triangleOfStl == numberAt(bytes, 80)) {
        return Format{"STL", "stl"};
    }
    return std::nullopt;
}

std::optional<Format> formatOfText(std::string_view text)
{
    constexpr std::size_t lookedAt = 64u << 10u;  // comments may come first; limits the search for the format
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    text = text.substr(0, lookedAt);
    if (text.starts_with(byteOrderMark)) {
        text.remove_prefix(byteOrderMark.size());
    }
    text = withoutBlanks(text);
    const std::string_view root = rootOf(text);
    for (const Magic& each : roots) {
        if (root == each.bytes) {
            return each.format;
        }
    }
    const std::string_view word = wordAt(text);
    for (const Magic& each : words) {
        if (word == each.bytes || (each.bytes.starts_with('$') && lowered(word) == each.bytes)) {
            return each.format;
        }
    }
    if (word == "MD5Version") {
        return formatOfMd5(text);
    }
    if (word == "version" && text.find("vertexanimation") != std::string_view::npos) {
        return Format{"Valve VTA", "vta"};
    }
    if (word == "version" && (text.find("nodes") != std::string_view::npos || text.find("skeleton") != std::string_view::npos)) {
        return Format{"Valve SMD", "smd"};
    }
    if (word == "0" && wordAt(withoutBlanks(text.substr(1))) == "SECTION") {
        return Format{"DXF", "dxf"};
    }
    return isObj(text) ? std::optional(Format{"OBJ", "obj"}) : std::nullopt;
}

}  // namespace

std::optional<Format> formatOf(std::span<const std::byte> file, std::string_view fileName)
{
    const std::string_view bytes = importing::textOf(file);
    for (const Magic& each : magics) {
        if (bytes.size() >= each.at && bytes.substr(each.at).starts_with(each.bytes)
            && (each.at == 0 || bytes.starts_with(markOfLightWave))) {
            return each.format;
        }
    }
    if (const auto format = formatOfText(bytes)) {
        return format;
    }
    if (const auto format = formatOfSizes(bytes)) {
        return format;
    }
    // Content that looks like JSON is read as glTF, whatever the file's extension.
    const bool mayBeGltf = bytes.empty() || bytes.starts_with("glTF") || withoutBlanks(bytes.substr(0, 256)).starts_with('{');
    const std::string extension = lowered(fileName.substr(std::min(fileName.rfind('.'), fileName.size() - 1) + 1));
    for (const Format& each : byName) {
        if (!mayBeGltf && extension == each.extension) {
            return each;
        }
    }
    return std::nullopt;
}

}  // namespace armature::foreign
