#include <armature/import/import_text.hpp>

#include "text/fields.hpp"
#include "text/words.hpp"

namespace armature {

std::string toString(const ImportLimits& limits)
{
    return fieldsText("fileBytes", limits.fileBytes, "jsonDepth", limits.jsonDepth, "nodes", limits.nodes, "hierarchyDepth",
                      limits.hierarchyDepth, "jointsPerSkin", limits.jointsPerSkin, "keys", limits.keys, "unbackedBytes",
                      limits.unbackedBytes, "workerSeconds", limits.workerSeconds, "workerBytes", limits.workerBytes);
}

std::string toString(const ImportOptions& options)
{
    return fieldsText("limits", options.limits, "scene", options.scene, "linkMode", options.linkMode, "allowExternalFiles",
                      options.allowExternalFiles, "allowWorker", options.allowWorker, "worker", options.worker.string());
}

std::string toString(const GltfOptions& options)
{
    return fieldsText("quantize", options.quantize, "compress", options.compress, "copyright", options.copyright, "generator",
                      options.generator);
}

std::string toString(const GltfFile& file)
{
    std::string text = counted(file.bytes.size(), "byte");
    for (const std::string& warning : file.warnings) {
        text += "\n  " + warning;
    }
    return text;
}

}  // namespace armature
