#include "stage.hpp"

#include <string>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>

#include "console.hpp"
#include "text/words.hpp"

namespace armature::tools {

namespace {

constexpr glm::vec4 background{0.16f, 0.18f, 0.21f, 1.f};  // linear

}  // namespace

Stage::Stage() : renderer_(context_), bones_(context_) {}

void Stage::draw(const Scene& scene, const Camera& camera, bool showBones)
{
    DrawOptions options;
    options.background = background;
    renderer_.draw(scene, camera, options);
    if (showBones) {
        bones_.draw(scene, camera);
    }
}

void Stage::reportWarnings(std::string_view file, const Scene& scene) const
{
    for (const std::string& warning : renderer_.warnings()) {
        writeErrorLine(fmt::format("warning: {}: {}", file, warning));
    }
    if (const std::size_t count = scene.warnings().size(); count > 0) {
        writeErrorLine(fmt::format("note: {}: {} when reading it; armature inspect says which", file, counted(count, "warning")));
    }
}

}  // namespace armature::tools
