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

/// How a layer goes with those below it.
enum class LayerMix {
    Replace,
    Add,    ///< As far as its weight says.
    Blend,  ///< From what is below to itself, as far as its weight says.
};

/// One layer's data for a property of up to three numbers.
struct AnimatedLayer {
    std::array<const Curve*, 3> curves{};  ///< None: `constant`.
    glm::dvec3 constant{0.};
    LayerMix mix = LayerMix::Replace;
    bool composes = false;  ///< Rotations are mixed as turns and scales as factors; otherwise their numbers are.
    double constantWeight = 1.;
    const Curve* weight = nullptr;  ///< Percent; none: `constantWeight`.

    [[nodiscard]] glm::dvec3 at(double seconds, Side side) const;
    [[nodiscard]] double weightAt(double seconds, Side side) const;
};

/// A property in one take: layers, the lowest first.
struct AnimatedVector {
    AnimatedProperty property = AnimatedProperty::Translation;
    std::vector<AnimatedLayer> layers;

    [[nodiscard]] glm::dvec3 at(double seconds, Side side) const;
    /// The turn that a rotation's angles about the axes in that order are.
    [[nodiscard]] glm::dquat turn(double seconds, Side side, std::int64_t order) const;
    /// How many times appendTimes() appends at most; may be infinite.
    [[nodiscard]] double timeCount(const TimeRange& range) const;
    /// Appends the times of all keys, and in `range` of their repetitions.
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
    /// The object, and the shape's name if shapes are no objects but part of a geometry.
    using Key = std::tuple<ObjectIndex, AnimatedProperty, std::string_view>;

    std::string name;
    TimeRange range;  ///< As the file gives it.
    std::map<Key, AnimatedVector> properties;

    [[nodiscard]] const AnimatedVector* find(ObjectIndex object, AnimatedProperty property, std::string_view shape = {}) const;
    /// The file's range, extended to the last key of all.
    [[nodiscard]] TimeRange rangeOfKeys() const;
};

/// All animations of a file.
struct Takes {
    std::vector<Take> takes;
    std::deque<Curve> curves;  ///< What they refer to.
    Take standing;             ///< Before version 6: the places of models without animation. Empty in later versions.
};

[[nodiscard]] Takes readTakes(const Objects& objects, importing::Notes& notes);

}  // namespace armature::fbx
