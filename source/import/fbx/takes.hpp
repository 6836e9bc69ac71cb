#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "import/fbx/curve.hpp"
#include "import/fbx/objects.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

enum class AnimatedProperty { Translation, Rotation, Scaling, ShapeWeight };

/// How a layer combines with those below it.
enum class LayerMix {
    Replace,
    Add,    ///< Adds itself, in proportion to its weight.
    Blend,  ///< Fades from the layers below to itself, in proportion to its weight.
};

/// One layer's data for a property of up to three numbers.
struct AnimatedLayer {
    std::array<const Curve*, 3> curves{};  ///< Null: `constant`.
    glm::dvec3 constant{0.};
    LayerMix mix = LayerMix::Replace;
    bool composes = false;  ///< Rotations are mixed as turns and scales as factors, instead of as plain numbers.
    double constantWeight = 1.;
    const Curve* weight = nullptr;  ///< In percent; null: `constantWeight`.

    [[nodiscard]] glm::dvec3 at(double seconds, Side side) const;
    [[nodiscard]] double weightAt(double seconds, Side side) const;
};

/// A property in one take: its layers, the lowest first.
struct AnimatedVector {
    AnimatedProperty property = AnimatedProperty::Translation;
    std::vector<AnimatedLayer> layers;

    [[nodiscard]] glm::dvec3 at(double seconds, Side side) const;
    /// The value of a rotation, whose angles turn about the axes in that order.
    [[nodiscard]] glm::dquat turn(double seconds, Side side, std::int64_t order) const;
    /// The most times that appendTimes() appends; may be infinite.
    [[nodiscard]] double timeCount(const TimeRange& range) const;
    /// Appends the times of all keys, and of their repetitions in `range`.
    void appendTimes(const TimeRange& range, std::vector<double>& outTimes) const;
    /// Calls `visit(curve)` for all curves.
    template <class Visit>
    void forEachCurve(Visit visit) const
    {
        for (const AnimatedLayer& layer : layers) {
            for (const Curve* curve : {layer.curves[0], layer.curves[1], layer.curves[2], layer.weight}) {
                if (curve != nullptr) {
                    visit(*curve);
                }
            }
        }
    }
};

/// An animation of the file, its "stack".
struct Take {
    /// The object, and the name of the shape if shapes are not objects but part of a geometry.
    using Key = std::tuple<ObjectIndex, AnimatedProperty, std::string_view>;

    std::string name;
    TimeRange range;  ///< As given in the file.
    std::map<Key, AnimatedVector> properties;

    [[nodiscard]] const AnimatedVector* find(ObjectIndex object, AnimatedProperty property, std::string_view shape = {}) const;
    /// The file's range, extended to the last of all keys.
    [[nodiscard]] TimeRange rangeOfKeys() const;
};

/// All animations of a file.
struct Takes {
    std::vector<Take> takes;
    std::deque<Curve> curves;  ///< The curves that the takes refer to.
    Take standing;             ///< Before version 6: the places of models without animation. Empty in later versions.
};

[[nodiscard]] Takes readTakes(const Objects& objects, importing::Notes& notes);

}  // namespace armature::fbx
