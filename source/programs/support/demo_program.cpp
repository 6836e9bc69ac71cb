#include <armature/support/demo_program.hpp>

#include <cstdio>
#include <exception>

#include <armature/support/arguments.hpp>
#include <armature/support/window.hpp>

#include "base/output_file.hpp"

namespace armature::support {

namespace {

constexpr std::size_t mostFrames = 10'000;

/// Draws to a file. Checks first that the file can be written, because drawing takes seconds.
void draw(const DemoProgram& program, const std::filesystem::path& file, std::optional<std::size_t> frames)
{
    static_cast<void>(OutputFile(file));
    program.draw(file, frames);
}

void run(const DemoProgram& program, const char* file, std::optional<std::size_t> frames)
{
    if (file != nullptr) {
        draw(program, file, frames);
    } else if (hasDisplay()) {
        program.showWindow();
    } else {
        std::filesystem::create_directories(program.defaultFile.parent_path());
        draw(program, program.defaultFile, std::nullopt);
    }
}

}  // namespace

int runDemo(int argumentCount, char** arguments, const DemoProgram& program)
{
    const char* const file = argumentCount > 1 ? arguments[1] : nullptr;
    const std::optional<std::size_t> frames = argumentCount > 2 ? parseCount(arguments[2], mostFrames) : std::nullopt;
    if (argumentCount > 3 || (argumentCount > 2 && !frames) || (file != nullptr && *file == '-')) {
        std::fputs(program.usage, stderr);
        return 2;
    }
    try {
        run(program, file, frames);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
    return 0;
}

}  // namespace armature::support
