#include <armature/import/import_text.hpp>

#include "text/fields.hpp"

namespace armature {

std::string toString(const ImportLimits& limits)
{
    return fieldsText("fileBytes", limits.fileBytes, "jsonDepth", limits.jsonDepth, "nodes", limits.nodes, "hierarchyDepth",
                      limits.hierarchyDepth, "jointsPerSkin", limits.jointsPerSkin, "keys", limits.keys, "unbackedBytes",
                      limits.unbackedBytes);
}

std::string toString(const ImportOptions& options)
{
    return fieldsText("limits", options.limits, "scene", options.scene, "linkMode", options.linkMode, "allowExternalFiles",
                      options.allowExternalFiles);
}

}  // namespace armature
