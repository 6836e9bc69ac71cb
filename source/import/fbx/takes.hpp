#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include "import/fbx/curve.hpp"
#include "import/fbx/objects.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

enum class AnimatedProperty { Translation, Rotation, Scaling, ShapeWeight };

/// What one layer says of one number.
struct LayerValue {
    const Curve* curve = nullptr;  ///< None: `constant`.
    double constant = 0.;
    double weight = 1.;       ///< Of the layer.
    bool isAdditive = false;  ///< Else it replaces what the layers before it say.

    [[nodiscard]] double at(double seconds, Side side) const { return curve != nullptr ? curve->at(seconds, side) : constant; }
};

/// A property of up to three numbers in one take: layers, the lowest first.
struct AnimatedVector {
    std::array<std::vector<LayerValue>, 3> layers;
    bool isFactor = false;  ///< Added layers multiply: scales.

    [[nodiscard]] double at(std::size_t axis, double seconds, Side side) const;
    [[nodiscard]] glm::dvec3 at(double seconds, Side side) const;
    /// How many keys there are, and how many layers.
    [[nodiscard]] std::size_t keyCount() const;
    [[nodiscard]] std::size_t layerCount() const { return layers[0].size() + layers[1].size() + layers[2].size(); }
    /// Appends the times of all keys.
    void appendTimes(std::vector<double>& times) const;
};

/// An animation of the file, its "stack".
struct Take {
    std::string name;
    double start = 0.;  ///< Seconds, as the file gives it.
    std::map<std::pair<ObjectIndex, AnimatedProperty>, AnimatedVector> properties;

    [[nodiscard]] const AnimatedVector* find(ObjectIndex object, AnimatedProperty property) const;
};

/// All animations of a file.
struct Takes {
    std::vector<Take> takes;
    std::deque<Curve> curves;  ///< What they refer to.
};

[[nodiscard]] Takes readTakes(const Objects& objects, importing::Notes& notes);

}  // namespace armature::fbx
