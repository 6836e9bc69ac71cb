#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <programs/viewer/commands.hpp>
#include <programs/viewer/interface.hpp>
#include <programs/viewer/viewer_state.hpp>

#include "models.hpp"

#include <support/shared_data.hpp>

namespace armature::test {

/// The viewer without a window or OpenGL, driven by commands and scripts.
struct DrivenViewer {
    tools::ViewerDocument document;

    virtual ~DrivenViewer() = default;

    virtual void run(std::string_view line) { tools::runCommand(document, line); }
    /// Pauses a clip at a time and selects a bone.
    void pauseAt(std::string_view clip, double seconds, std::string_view bone)
    {
        for (const std::string& line :
             {"clip " + std::string(clip), std::string("pause"), "time " + std::to_string(seconds), "select " + std::string(bone)}) {
            run(line);
        }
    }
    [[nodiscard]] std::string state(std::string_view name) const { return tools::describeState(document, name); }
    /// Runs a command and returns its error message, or "nothing is wrong".
    [[nodiscard]] std::string refusal(std::string_view line)
    {
        try {
            run(line);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "nothing is wrong";
    }

    /// Plays a script. Returns what went wrong; empty if all of the script's expectations were met.
    std::string play(std::string_view script, float scale = 1.f)
    {
        const glm::vec2 size = scale * glm::vec2(1280.f, 720.f);
        tools::ViewerInterface interface(document, size, {.scale = scale, .script = tools::ViewerScript(script)});
        double now = 0.;
        try {
            for (int frame = 0; frame < 4000 && !interface.isScriptOver(); ++frame) {
                interface.playFrame(size, glm::vec2(1.f), now += 0.01);
            }
        } catch (const tools::CommandError& error) {
            return error.what();
        }
        return interface.isScriptOver() ? "" : "the script does not end";
    }
};

/// A driven viewer in which the strip of models.hpp is open and paused.
struct WindowlessViewer : DrivenViewer {
    std::filesystem::path folder = emptyOutputDirectory("panels");
    std::string file = writeFile(folder / "strip.gltf", stripModel());

    WindowlessViewer()
    {
        document.open(file);
        run("pause");
    }
};

}  // namespace armature::test
