#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "import/fbx/curve.hpp"

namespace armature::fbx {

/// Slopes from tension, continuity and bias (Kochanek and Bartels), which a key may have instead of slopes.
struct Tcb {
    double tension = 0.;
    double continuity = 0.;
    double bias = 0.;
};

/// Slopes that the authoring program computes from the keys around, which a key may have instead of slopes.
struct AutoTangent {
    bool isFlatNearNeighbors = false;  ///< If a neighbouring key has nearly the same value.
    bool isTimeIndependent = false;    ///< The line through the neighbours gives the slope, wherever the key is between them.
    bool staysBetween = false;         ///< The curve must not leave the range of the neighbours' values.
    double bias = 0.;                  ///< Percent: towards the line to the next key, if negative from the previous one.
};

/// What a file says of a key's tangents: nothing more than the key's slopes, or how to compute them.
using TangentRule = std::variant<std::monostate, Tcb, AutoTangent>;

/// Collects the keys of a curve, and computes the slopes that depend on their neighbours.
class KeyList {
public:
    void reserve(std::size_t count) { entries_.reserve(count); }
    void add(const CurveKey& key, const TangentRule& rule) { entries_.push_back({key, rule}); }

    /// Keys in order of time, the last of those at one time. Keys without a finite value are left out; nullopt if no key is left.
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
