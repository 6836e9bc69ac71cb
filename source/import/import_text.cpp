#include <armature/import/import_text.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

std::string toString(const ForeignModel& model)
{
    std::string text(model.stem);
    text += '.';
    text += model.extension;
    return text + ", " + counted(model.bytes.size(), "byte");
}

std::string toString(const GltfFile& file)
{
    std::string text = counted(file.bytes.size(), "byte");
    for (const std::string& warning : file.warnings) {
        text += "\n  " + warning;
    }
    return text;
}

std::string toString(const GraphMotion& motion)
{
    std::string text = fieldsText("root", motion.root, "options", motion.options, "facing", motion.facing);
    for (const std::string& foot : motion.feet) {
        text += ", foot " + fieldText(foot);
    }
    return text;
}

std::string toString(const GraphFile& file)
{
    if (file.graph == nullptr) {
        return "no graph";
    }
    const GraphDescription& description = file.graph->getDescription();
    return counted(description.nodes.size(), "node") + ", " + counted(description.clips.size(), "clip") + ", "
           + counted(description.parameters.size(), "parameter");
}

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const GltfOptions&);
template ARMATURE_API std::string membersText(const GraphClipSource&);
template ARMATURE_API std::string membersText(const GraphDifference&);
template ARMATURE_API std::string membersText(const ImportLimits&);
template ARMATURE_API std::string membersText(const ImportOptions&);

template ARMATURE_API std::string_view enumeratorName(BodySkeleton) noexcept;
template ARMATURE_API std::string_view enumeratorName(DecodePlace) noexcept;
template ARMATURE_API std::string_view enumeratorName(FbxReader) noexcept;

}  // namespace armature
