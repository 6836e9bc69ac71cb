#pragma once

#include <cstddef>
#include <filesystem>

#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

/// Writes a skeleton with its pose, in the form of saveSkeletonJson(). Throws Error if the file cannot be written, and
/// std::invalid_argument if the pose of a bone is not finite.
void savePose(const std::filesystem::path& file, const Skeleton& skeleton);

/// A pose read from a file that savePose() wrote. The file's skeleton may have other bones.
class SavedPose final {
public:
    /// Reads the file. Throws Error if it cannot be read, and ImportError if it does not hold a skeleton.
    explicit SavedPose(const std::filesystem::path& file);

    /// Returns the number of bones of `skeleton` whose names are in the file.
    [[nodiscard]] std::size_t countIn(const Skeleton& skeleton) const noexcept;
    /// Poses the bones whose names are in the file.
    void apply(Skeleton& skeleton) const;
    [[nodiscard]] std::size_t boneCount() const noexcept { return saved_->bones().size(); }

private:
    std::unique_ptr<Skeleton> saved_;
};

}  // namespace armature::tools
