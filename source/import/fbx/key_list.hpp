#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "import/fbx/curve.hpp"

namespace armature::fbx {

/// Tension, continuity and bias (Kochanek and Bartels), which a key may have instead of slopes.
struct Tcb {
    double tension = 0.;
    double continuity = 0.;
    double bias = 0.;
};

/// A rule by which the authoring program computes slopes from neighbouring keys, which a key may have instead of slopes.
struct AutoTangent {
    bool isFlatNearNeighbors = false;  ///< The slope is 0 if a neighbouring key has nearly the same value.
    bool isTimeIndependent = false;    ///< The line through the neighbours gives the slope, wherever between them the key is.
    bool staysBetween = false;         ///< The curve must not leave the range of the neighbours' values.
    double bias = 0.;                  ///< In percent: towards the line to the next key or, if negative, from the previous one.
};

/// A file's rule for a key's tangents: none beyond the key's own slopes, or how to compute them.
using TangentRule = std::variant<std::monostate, Tcb, AutoTangent>;

/// Collects the keys of a curve, and computes the slopes that depend on their neighbours.
class KeyList {
public:
    void reserve(std::size_t count) { entries_.reserve(count); }
    void add(const CurveKey& key, const TangentRule& rule) { entries_.push_back({key, rule}); }

    /// The curve of the keys in time order; of several keys at one time, the last counts. Leaves out keys without a finite value; nullopt
    /// if no key is left.
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
