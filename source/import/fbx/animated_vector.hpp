#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include "import/fbx/curve.hpp"

namespace armature::fbx {

enum class AnimatedProperty { Translation, Rotation, Scaling, ShapeWeight };

/// How a layer goes with those below it.
enum class LayerBlend {
    Additive,
    Override,     ///< Takes their place, whatever its weight.
    PassThrough,  ///< Takes their place as far as its weight says.
};

/// What one layer says of one number.
struct LayerValue {
    const Curve* curve = nullptr;  ///< None: `constant`.
    double constant = 0.;

    [[nodiscard]] double at(double seconds, Side side) const { return curve != nullptr ? curve->at(seconds, side) : constant; }
};

/// What one layer says of a property.
struct AnimatedLayer {
    std::array<LayerValue, 3> axes = {};
    LayerValue percent = {.constant = 100.};  ///< The layer's weight.
    LayerBlend blend = LayerBlend::Override;
    bool turnsAsWhole = false;  ///< Rotations of layers follow each other, rather than their angles being added up.
    bool isFactor = false;      ///< Scales of layers multiply, rather than being added up.
};

/// A property of up to three numbers in one take: layers, the lowest first.
struct AnimatedVector {
    AnimatedProperty property = AnimatedProperty::Translation;
    std::int64_t order = 0;  ///< Of the model's rotation: see eulerTurn().
    std::vector<AnimatedLayer> layers = {};

    [[nodiscard]] glm::dvec3 at(double seconds, Side side) const;
    /// How many times appendTimes() appends.
    [[nodiscard]] double countTimes(const TimeSpan& span) const;
    /// Appends the times of all keys, and where curves go on beyond them, when they do something within the span.
    void appendTimes(const TimeSpan& span, std::vector<double>& times) const;
};

}  // namespace armature::fbx
