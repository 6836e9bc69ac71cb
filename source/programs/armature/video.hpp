#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <armature/support/picture.hpp>

namespace armature::tools {

/// Throws Error, "FILE: cannot be written: ...", if the program `ffmpeg` is missing.
void requireVideo(const std::string& output);

/// Writes an MP4 with the program `ffmpeg`, which encodes the pictures that it gets through a pipe. Only complete films appear under their
/// name.
class VideoWriter final {
public:
    using Options = support::AnimatedPngWriter::Options;

    /// Starts ffmpeg. Throws Error if it cannot be started, or if the file cannot be created; the message names the file and the reason.
    VideoWriter(const std::filesystem::path& file, const Options& options);
    /// Ends ffmpeg, and leaves no file, unless finish() has completed the film.
    ~VideoWriter();
    VideoWriter(const VideoWriter&) = delete;
    VideoWriter& operator=(const VideoWriter&) = delete;

    /// Passes the next picture to ffmpeg; waits while ffmpeg is busy. Throws Error with ffmpeg's message if ffmpeg fails.
    void add(const support::Picture& picture);
    /// Completes the film, and waits for ffmpeg to end. Throws Error with ffmpeg's message if ffmpeg fails.
    void finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace armature::tools
