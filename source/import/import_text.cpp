#include <armature/import/import_text.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

std::string_view toString(FbxReader reader) noexcept
{
    return reader == FbxReader::Own ? "Own" : reader == FbxReader::Assimp ? "Assimp" : "?";
}

std::string_view toString(BodySkeleton when) noexcept
{
    switch (when) {
    case BodySkeleton::Never: return "Never";
    case BodySkeleton::WithoutSkins: return "WithoutSkins";
    case BodySkeleton::Always: return "Always";
    }
    return "?";
}

std::string_view toString(DecodePlace place) noexcept
{
    return place == DecodePlace::InProcess ? "InProcess" : place == DecodePlace::Worker ? "Worker" : "?";
}

std::string toString(const ForeignModel& model)
{
    std::string text(model.stem);
    text += '.';
    text += model.extension;
    return text + ", " + counted(model.bytes.size(), "byte");
}

std::string toString(const ImportLimits& limits)
{
    return fieldsText("fileBytes", limits.fileBytes, "jsonDepth", limits.jsonDepth, "nodes", limits.nodes, "hierarchyDepth",
                      limits.hierarchyDepth, "jointsPerSkin", limits.jointsPerSkin, "keys", limits.keys, "unbackedBytes",
                      limits.unbackedBytes, "workerSeconds", limits.workerSeconds, "workerClockSeconds", limits.workerClockSeconds,
                      "workerBytes", limits.workerBytes);
}

std::string toString(const ImportOptions& options)
{
    return fieldsText("limits", options.limits, "scene", options.scene, "linkMode", options.linkMode, "restPose", options.restPose,
                      "bodySkeleton", options.bodySkeleton, "allowExternalFiles", options.allowExternalFiles, "allowWorker",
                      options.allowWorker, "worker", options.worker.string(), "foreignReader", options.foreignReader, "fbxReader",
                      options.fbxReader, "decodeIn", options.decodeIn);
}

std::string toString(const GltfOptions& options)
{
    return fieldsText("quantize", options.quantize, "quantizePositions", options.quantizePositions, "compress", options.compress,
                      "copyright", options.copyright, "generator", options.generator);
}

std::string toString(const GltfFile& file)
{
    std::string text = counted(file.bytes.size(), "byte");
    for (const std::string& warning : file.warnings) {
        text += "\n  " + warning;
    }
    return text;
}

std::string toString(const GraphDifference& difference)
{
    return fieldsText("reference", difference.reference, "seconds", difference.seconds);
}

std::string toString(const GraphMotion& motion)
{
    std::string text = fieldsText("root", motion.root, "options", motion.options, "facing", motion.facing);
    for (const std::string& foot : motion.feet) {
        text += ", foot " + fieldText(foot);
    }
    return text;
}

std::string toString(const GraphClipSource& source)
{
    return fieldsText("clip", source.clip, "difference", source.difference, "motion", source.motion, "bake", source.bake);
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

}  // namespace armature
