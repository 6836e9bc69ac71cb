#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "import/fbx/curve.hpp"

namespace armature::fbx {

/// Tension, continuity and bias (Kochanek and Bartels), from which a key's slopes are computed if the file gives none.
struct Tcb {
    double tension = 0.;
    double continuity = 0.;
    double bias = 0.;
};

/// The authoring program's rule for computing a key's slopes from neighbouring keys if the file gives none.
struct AutoTangent {
    bool isFlatNearNeighbors = false;  ///< The slope becomes 0 if a neighbouring key has nearly the same value.
    bool isTimeIndependent = false;    ///< The slope is the average slope between the neighbouring keys, whatever the time of this key.
    bool staysBetween = false;         ///< The curve stays within the range of the neighbouring keys' values.
    /// In percent: turns the slope towards the line to the next key or, if negative, towards the line from the previous key.
    double bias = 0.;
};

/// How to compute a key's tangents; std::monostate: the key's own slopes are used.
using TangentRule = std::variant<std::monostate, Tcb, AutoTangent>;

/// Collects the keys of a curve, and computes slopes that depend on neighbouring keys.
class KeyList {
public:
    void reserve(std::size_t count) { entries_.reserve(count); }
    void add(const CurveKey& key, const TangentRule& rule) { entries_.push_back({key, rule}); }

    /// Returns the curve through the keys in time order. If several keys have the same time, the last of them counts. Leaves out keys whose
    /// value or time is not finite. Returns nullopt if no key remains.
    [[nodiscard]] std::optional<Curve> finish();

private:
    struct Entry {
        CurveKey key;
        TangentRule rule;
    };

    void sortAndThin();
    void resolve(std::size_t index);
    void resolve(std::size_t index, const Tcb& tcb);
    void resolve(std::size_t index, const AutoTangent& tangent);
    [[nodiscard]] double autoSlope(std::size_t index, const AutoTangent& tangent, double bias) const;

    std::vector<Entry> entries_;
};

}  // namespace armature::fbx
