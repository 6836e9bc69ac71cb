#include "pose_file.hpp"

#include <string>

#include <armature/import/skeleton_json.hpp>

#include "base/output_file.hpp"
#include "edit_history.hpp"
#include "programs/armature/text_file.hpp"

namespace armature::tools {

void savePose(const std::filesystem::path& file, const Skeleton& skeleton)
{
    const std::string json = saveSkeletonJson(skeleton);
    OutputFile output(file);
    output.write(json);
    output.finish();
}

SavedPose::SavedPose(const std::filesystem::path& file)
{
    const ImportLimits limits;
    saved_ = loadSkeletonJson(readTextFile(file, limits.fileBytes, "the limit for files"), file.string(), limits);
}

std::size_t SavedPose::apply(Skeleton& skeleton) const
{
    std::size_t posed = 0;
    for (Bone* bone : skeleton.bones()) {
        if (const Bone* saved = saved_->findBone(bone->getName())) {
            Node& written = posedBy(*bone);
            if (saved->getDecomposition(Space::Local).isExact()) {
                written.setTransform(saved->getTransform());
            } else {
                written.setLocalMatrix(saved->getLocalMatrix());
            }
            ++posed;
        }
    }
    return posed;
}

}  // namespace armature::tools
