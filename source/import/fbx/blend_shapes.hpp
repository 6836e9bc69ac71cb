#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include "import/fbx/objects.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

/// Displacements of some points.
struct ShapeTarget {
    std::string name;
    std::vector<std::uint32_t> points;
    std::vector<glm::dvec3> positions;
    std::vector<glm::dvec3> normals;  ///< Empty, or as many.
};

/// A slider with a percentage, which fades through its shapes: each is there in full at its own percentage.
struct ShapeChannel {
    ObjectIndex object = rootObject;
    double percent = 0.;          ///< Without animation.
    std::size_t firstTarget = 0;  ///< Into BlendShapes::targets.
    std::vector<double> full;     ///< Percentages of the targets, growing, not 0.

    /// Writes the weights of the channel's targets. On straight lines between the shapes, and on beyond the first and last.
    void weigh(double percentNow, std::span<double> outWeights) const;
};

struct BlendShapes {
    std::vector<ShapeChannel> channels;
    std::vector<ShapeTarget> targets;

    /// Weights of all targets without animation.
    [[nodiscard]] std::vector<float> standingWeights() const;
};

/// Reads the blend shape deformers of `owner`, a geometry with `pointCount` points.
[[nodiscard]] BlendShapes readBlendShapes(const Objects& objects, ObjectIndex owner, std::size_t pointCount, importing::Notes& notes);

}  // namespace armature::fbx
