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

/// A film of the shown model that is being taken, a picture in each frame of the window: all of the clip that plays, or a turn about the
/// model as it stands. If it is destroyed before its end, no file appears.
class Filming final {
public:
    struct Options {
        std::filesystem::path file;
        std::size_t frames = 0;
        bool turns = false;
        bool swings = false;  ///< Springs do, by the time of the film.
    };

    /// Throws Error that names the file if it cannot hold a film, or is one that the model was read from. Precondition: frames > 0, and a
    /// clip plays unless it turns.
    Filming(OpenModel& model, const OrbitCamera& camera, Options options);
    /// Restores the time and the camera from before the film.
    void end(OpenModel& model, OrbitCamera& camera);

    /// Puts model and camera where they are in the next picture.
    void pose(OpenModel& model, OrbitCamera& camera);
    /// Takes the next picture. All must be as large as the first. Throws Error that names the file and the reason.
    void add(const support::Picture& picture);
    /// Whether all pictures were taken and the file is complete.
    [[nodiscard]] bool isOver() const noexcept { return taken_ == options_.frames; }

    /// The clip that it shows; if that changes, it is another clip's film.
    [[nodiscard]] std::size_t getClip() const noexcept { return clip_; }
    [[nodiscard]] const Options& options() const noexcept { return options_; }
    /// "12 of 60 pictures"
    [[nodiscard]] std::string describe() const;

private:
    Options options_;
    OrbitCamera camera_;  // as it was, as is what follows
    FilePose pose_;
    std::size_t clip_;
    double time_;
    double duration_;
    bool wasPlaying_;
    std::size_t taken_ = 0;
    std::size_t width_ = 0;
    std::size_t height_ = 0;
    std::unique_ptr<Film> film_;  // from the first picture on
};

}  // namespace armature::tools
