#include "pose_file.hpp"

#include <algorithm>
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

std::size_t SavedPose::countIn(const Skeleton& skeleton) const noexcept
{
    return static_cast<std::size_t>(
        std::ranges::count_if(skeleton.bones(), [this](const Bone* bone) { return saved_->findBone(bone->getName()) != nullptr; }));
}

void SavedPose::apply(Skeleton& skeleton) const
{
    for (Bone* bone : skeleton.bones()) {
        if (const Bone* saved = saved_->findBone(bone->getName())) {
            Node& written = posedBy(*bone);
            if (saved->getDecomposition(Space::Local).isExact()) {
                written.setTransform(saved->getTransform());
            } else {
                written.setLocalMatrix(saved->getLocalMatrix());
            }
        }
    }
}

}  // namespace armature::tools
