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

/// How a layer combines with the layers below it.
enum class LayerMix {
    Replace,
    Add,    ///< Adds the layer's value, in proportion to the layer's weight, to the result of the layers below.
    Blend,  ///< Interpolates, by the layer's weight, from the result of the layers below to the layer's value.
};

/// One layer's data for a property with up to three components.
struct AnimatedLayer {
    std::array<const Curve*, 3> curves{};  ///< The curve of each component; if null, the component has its value in `constant`.
    glm::dvec3 constant{0.};
    LayerMix mix = LayerMix::Replace;
    bool composes = false;          ///< Whether rotations combine as quaternions and scales as factors, instead of as plain numbers.
    double constantWeight = 1.;     ///< From 0 to 1.
    const Curve* weight = nullptr;  ///< In percent; if null, `constantWeight` is used.

    [[nodiscard]] glm::dvec3 at(double seconds, Side side) const;
    [[nodiscard]] double weightAt(double seconds, Side side) const;
};

/// A property animated by a take: its layers, the lowest first.
struct AnimatedVector {
    AnimatedProperty property = AnimatedProperty::Translation;
    std::vector<AnimatedLayer> layers;

    [[nodiscard]] glm::dvec3 at(double seconds, Side side) const;
    /// Returns the value of a rotation property. `order` is the order of the Euler angles.
    [[nodiscard]] glm::dquat turn(double seconds, Side side, std::int64_t order) const;
    /// Returns an upper limit for the number of times that appendTimes() appends; may be infinite.
    [[nodiscard]] double timeCount(const TimeRange& range) const;
    /// Appends the times that Curve::appendTimes() appends for each curve.
    void appendTimes(const TimeRange& range, std::vector<double>& outTimes) const;
    /// Calls `visit(curve)` for all curves of components and weights.
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

/// An animation of the file; version 7 calls it a stack.
struct Take {
    /// The object, its property and, if shapes are records of a geometry instead of objects, the shape's name.
    using Key = std::tuple<ObjectIndex, AnimatedProperty, std::string_view>;

    std::string name;
    TimeRange range;  ///< As given in the file.
    std::map<Key, AnimatedVector> properties;

    [[nodiscard]] const AnimatedVector* find(ObjectIndex object, AnimatedProperty property, std::string_view shape = {}) const;
    /// Returns the take's range, with the end extended to the last key.
    [[nodiscard]] TimeRange rangeOfKeys() const;
};

/// All animations of a file.
struct Takes {
    std::vector<Take> takes;
    std::deque<Curve> curves;  ///< Owns the curves that the takes refer to.
    Take standing;             ///< For versions before 6: the models' transforms without animation. Empty for later versions.
};

[[nodiscard]] Takes readTakes(const Objects& objects, importing::Notes& notes);

}  // namespace armature::fbx
