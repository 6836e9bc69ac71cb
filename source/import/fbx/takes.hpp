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

#include "import/fbx/objects.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

/// On which side of a time: curves may jump at keys.
enum class Side { Before, After };

/// How a curve goes from one key to the next.
enum class CurveSpan { Hold, HoldNext, Line, Cubic };

struct CurveKey {
    double seconds = 0.;
    double value = 0.;
    CurveSpan span = CurveSpan::Cubic;
    double slope = 0.;        ///< Per second, leaving this key.
    double nextSlope = 0.;    ///< Arriving at the next key.
    double weight = 1. / 3.;  ///< How far the tangents reach, as a fraction of the span; a third means unweighted.
    double nextWeight = 1. / 3.;
};

/// An animated number, constant before its first and after its last key.
class Curve {
public:
    /// Keys in order of time.
    explicit Curve(std::vector<CurveKey> keys) noexcept : keys_(std::move(keys)) {}

    [[nodiscard]] const std::vector<CurveKey>& keys() const noexcept { return keys_; }
    /// O(log keys). Precondition: there is a key.
    [[nodiscard]] double at(double seconds, Side side) const;

private:
    std::vector<CurveKey> keys_;
};

/// FBX counts time in these.
constexpr double ticksPerSecond = 46'186'158'000.;

/// The curve of an AnimationCurve element of version 7; nullopt if it has no keys. Refuses arrays that do not fit together.
[[nodiscard]] std::optional<Curve> readCurve(Document& document, ElementIndex element);

/// The curve of a Channel element of version 6 ("X" below "T").
[[nodiscard]] std::optional<Curve> readChannelCurve(Document& document, ElementIndex element);

enum class AnimatedProperty { Translation, Rotation, Scaling, ShapeWeight };

/// One layer's data for one number.
struct LayerValue {
    const Curve* curve = nullptr;  ///< None: `constant`.
    double constant = 0.;
    double weight = 1.;       ///< Of the layer.
    bool isAdditive = false;  ///< Otherwise it replaces the layers before it.

    [[nodiscard]] double at(double seconds, Side side) const { return curve != nullptr ? curve->at(seconds, side) : constant; }
};

/// A property of up to three numbers in one take: layers, the lowest first.
struct AnimatedVector {
    std::array<std::vector<LayerValue>, 3> layers;
    bool isFactor = false;  ///< Added layers multiply: scales.

    [[nodiscard]] double at(std::size_t axis, double seconds, Side side) const;
    [[nodiscard]] glm::dvec3 at(double seconds, Side side) const;
    /// The number of keys, and of layers.
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
