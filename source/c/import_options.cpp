#include "import_options.hpp"

#include "arguments.hpp"

namespace armature::capi {

namespace {

armature_load_options defaultLoadOptions()
{
    const ImportOptions defaults;
    armature_load_options options{};
    options.size = sizeof(options);
    options.allows_external_files = defaults.allowExternalFiles;
    options.allows_worker = defaults.allowWorker;
    options.link_mode = static_cast<armature_link_mode>(defaults.linkMode);
    options.body_skeleton = static_cast<armature_body_skeleton>(defaults.bodySkeleton);
    options.file_bytes = defaults.limits.fileBytes;
    options.unbacked_bytes = defaults.limits.unbackedBytes;
    return options;
}

}  // namespace

ImportOptions importOptionsAt(const armature_load_options* given)
{
    const armature_load_options options = optionsAt(given, defaultLoadOptions(), "armature_load_options");
    ImportOptions result;
    result.allowExternalFiles = options.allows_external_files;
    result.allowWorker = options.allows_worker;
    if (options.has_scene) {
        result.scene = options.scene;
    }
    result.linkMode = enumeratorAt(options.link_mode, LinkMode::ForwardWrites, "the link mode");
    result.bodySkeleton = enumeratorAt(options.body_skeleton, BodySkeleton::Always, "the body skeleton");
    if (options.rest_pose != nullptr) {
        result.restPose = textAt(options.rest_pose, "the rest pose");
    }
    if (options.worker != nullptr) {
        result.worker = pathAt(options.worker);
    }
    result.limits.fileBytes = options.file_bytes;
    result.limits.unbackedBytes = options.unbacked_bytes;
    return result;
}

}  // namespace armature::capi

armature_result armature_load_options_default(armature_load_options* options, uint32_t size)
{
    return armature::capi::guarded([&] {
        using namespace armature::capi;
        writeSized(&at(options, "options"), size, defaultLoadOptions(), "armature_load_options");
    });
}
