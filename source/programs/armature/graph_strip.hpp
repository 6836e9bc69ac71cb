#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <armature/fwd.hpp>

#include "command_line.hpp"
#include "graph_script.hpp"

namespace armature::tools {

/// The subject of a strip of pictures: a run of a graph from its beginning to its end.
struct GraphStrip {
    Scene& scene;
    Skeleton& skeleton;
    TransformNode& character;  ///< The node that travels.
    std::shared_ptr<const AnimationGraph> graph;
    const GraphScript& script;
    std::size_t pictures = 8;  ///< Number of pictures, at equal intervals from the beginning to the end; a single one is at the end.
};

/// Draws the strip into a PNG, with the time below each picture: the character, seen from in front, a little to its left and above, on a
/// chequered floor. The floor stays in place, while the camera travels with the character without turning. Adds the floor to the scene.
void writeGraphStrip(const GraphStrip& strip, const PictureSize& size, const std::string& file, const std::string& output);

}  // namespace armature::tools
