#include "video.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <armature/error.hpp>

#include "base/descriptor.hpp"
#include "base/output_file.hpp"
#include "base/spawn_plan.hpp"
#include "base/words.hpp"

namespace armature::tools {

namespace {

constexpr int outputOfChild = 3;
constexpr std::size_t longestComplaint = 300;

/// Returns the path of ffmpeg, found by PATH; empty if there is none.
std::string findProgram()
{
    const char* const variable = std::getenv("PATH");
    std::string_view folders = variable != nullptr ? variable : "/usr/bin:/bin";
    while (!folders.empty()) {
        const std::size_t colon = std::min(folders.find(':'), folders.size());
        const std::filesystem::path program = std::filesystem::path(folders.substr(0, colon)) / "ffmpeg";
        std::error_code ignored;
        if (colon > 0 && std::filesystem::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0) {
            return program.string();
        }
        folders.remove_prefix(std::min(colon + 1, folders.size()));
    }
    return {};
}

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view reason)
{
    throw Error(fmt::format("{}: cannot be written: {}", printable(file.string()), reason));
}

/// Returns a copy of a descriptor, with a number above those of the child's own descriptors.
Descriptor copyOf(int descriptor) noexcept
{
    return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, outputOfChild + 1));
}

std::vector<std::string> argumentsFor(const VideoWriter::Options& options)
{
    // Pads the picture to even sides, which yuv420p needs, and uses the colours of HD video, which players assume.
    return {"ffmpeg",
            "-hide_banner",
            "-loglevel",
            "error",
            "-y",
            "-f",
            "rawvideo",
            "-pixel_format",
            "rgba",
            "-video_size",
            fmt::format("{}x{}", options.width, options.height),
            "-framerate",
            fmt::format("{:.6f}", options.framesPerSecond),
            "-i",
            "pipe:0",
            "-an",
            "-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
            "-colorspace",
            "bt709",
            "-color_primaries",
            "bt709",
            "-color_trc",
            "bt709",
            "-color_range",
            "tv",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
            fmt::format("/proc/self/fd/{}", outputOfChild)};
}

}  // namespace

void requireVideo(const std::string& output)
{
    if (findProgram().empty()) {
        fail(output, "MP4 needs the program ffmpeg, which is not on the PATH; .png and .webp need nothing");
    }
}

struct VideoWriter::State {
    State(const std::filesystem::path& path, const Options& wanted) : file(path), options(wanted), output(path)
    {
        std::array<int, 2> ends{};
        complaints.reset(std::tmpfile());
        if (!complaints || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
            fail(file, std::generic_category().message(errno));
        }
        const Descriptor reading = copyOf(ends[0]);
        pipe = copyOf(ends[1]);
        ::close(ends[0]);
        ::close(ends[1]);
        const Descriptor words = copyOf(::fileno(complaints.get()));
        const Descriptor film = copyOf(output.getDescriptor());
        SpawnPlan plan;
        plan.give(reading.get(), 0);
        plan.giveNothing(1);
        plan.give(words.get(), 2);
        plan.give(film.get(), outputOfChild);
        if (const int error = plan.spawn(findProgram(), argumentsFor(options), process); error != 0) {
            fail(file, fmt::format("ffmpeg cannot be started: {}", std::generic_category().message(error)));
        }
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State()
    {
        if (process > 0) {
            ::kill(process, SIGKILL);  // its film is no longer wanted
            (void)wait();
        }
    }

    /// Waits until ffmpeg has ended, and returns its status.
    int wait() noexcept
    {
        pipe.close();
        int status = 0;
        while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {}
        process = -1;
        return status;
    }

    /// Waits, and throws if ffmpeg failed or the film is not whole.
    void end(bool isWhole)
    {
        const int status = wait();
        if (isWhole && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
            return;
        }
        std::array<char, longestComplaint> text{};
        std::rewind(complaints.get());
        const std::size_t length = std::fread(text.data(), 1, text.size(), complaints.get());
        const std::string_view words(text.data(), length);
        const std::string_view first = words.substr(0, words.find('\n'));
        fail(file, first.empty() ? std::string("ffmpeg failed without a word") : fmt::format("ffmpeg: {}", printable(first)));
    }

    struct Close {
        void operator()(std::FILE* stream) const noexcept { std::fclose(stream); }
    };

    std::filesystem::path file;
    Options options;
    OutputFile output;
    std::unique_ptr<std::FILE, Close> complaints;
    Descriptor pipe;
    pid_t process = -1;
};

VideoWriter::VideoWriter(const std::filesystem::path& file, const Options& options) : state_(std::make_unique<State>(file, options)) {}
VideoWriter::~VideoWriter() = default;

void VideoWriter::add(const support::Picture& picture)
{
    std::span<const std::uint8_t> rest(picture.pixels);
    while (!rest.empty()) {
        const ssize_t written = ::write(state_->pipe.get(), rest.data(), rest.size());
        if (written < 0 && errno != EINTR) {
            state_->end(false);
        }
        rest = rest.subspan(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
}

void VideoWriter::finish()
{
    state_->end(true);
    state_->output.finish();
}

}  // namespace armature::tools
