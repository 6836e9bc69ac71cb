#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include <armature/support/picture.hpp>

#include "programs/armature/films.hpp"
#include "programs/armature/framing.hpp"
#include "programs/armature/playback.hpp"

namespace armature::tools {

struct OpenModel;

/// A film of the shown model that is being taken, one picture per frame of the window: of the whole playing clip, or of a turn about the
/// model in its current pose. If this object is destroyed before the film's end, no file appears.
class Filming final {
public:
    struct Options {
        std::filesystem::path file;
        std::size_t frames = 0;
        bool turns = false;
        bool swings = false;  ///< Whether springs swing; each picture advances them by the time between two pictures of the film.
    };

    /// Pauses the model's playback. Throws UsageError if the file's ending is that of a format that cannot be written, and Error if ffmpeg
    /// is needed but missing, or if the model was read from the file.
    /// Precondition: frames > 0, and a clip plays unless the film turns.
    Filming(OpenModel& model, const OrbitCamera& camera, Options options);
    /// Restores the camera that the film began with and, unless another clip plays now, the time and the pose, and whether the clip played.
    void end(OpenModel& model, OrbitCamera& camera);

    /// Poses model and camera for the next picture.
    void pose(OpenModel& model, OrbitCamera& camera);
    /// Adds the next picture. Throws Error if the picture does not have the size of the first one, or if the film cannot be written; the
    /// message names the file and the reason.
    void add(const support::Picture& picture);
    /// Returns whether all pictures were taken and the file is complete.
    [[nodiscard]] bool isOver() const noexcept { return taken_ == options_.frames; }

    /// The clip that the film shows; the film ends if another clip plays.
    [[nodiscard]] std::size_t getClip() const noexcept { return clip_; }
    [[nodiscard]] const Options& options() const noexcept { return options_; }
    /// Returns, for example, "12 of 60 pictures".
    [[nodiscard]] std::string describe() const;

private:
    Options options_;
    OrbitCamera camera_;  // as it was before the film, like pose_, clip_, time_ and wasPlaying_
    FilePose pose_;
    std::size_t clip_;
    double time_;
    double duration_;
    bool wasPlaying_;
    std::size_t taken_ = 0;
    std::size_t width_ = 0;
    std::size_t height_ = 0;
    std::unique_ptr<Film> film_;  // null until the first picture
};

}  // namespace armature::tools
