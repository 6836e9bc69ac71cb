#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/vrm/vrm_model.hpp>

namespace armature {

/// The words of VRM 1.0. Words for an enumeration are in the order of its enumerators; the first word of each list is the default.
namespace vrm_words {

inline constexpr std::array<std::string_view, 3> avatarPermissions{"onlyAuthor", "onlySeparatelyLicensedPerson", "everyone"};
inline constexpr std::array<std::string_view, 3> commercialUsages{"personalNonProfit", "personalProfit", "corporation"};
inline constexpr std::array<std::string_view, 2> creditNotations{"required", "unnecessary"};
inline constexpr std::array<std::string_view, 3> modifications{"prohibited", "allowModification", "allowModificationRedistribution"};
inline constexpr std::array<std::string_view, 4> firstPersonTypes{"auto", "both", "thirdPersonOnly", "firstPersonOnly"};
inline constexpr std::array<std::string_view, 2> lookAtTypes{"bone", "expression"};
inline constexpr std::array<std::string_view, 3> overrides{"none", "block", "blend"};
inline constexpr std::array<std::string_view, 6> materialColors{"color",       "emissionColor", "shadeColor",
                                                                "matcapColor", "rimColor",      "outlineColor"};
inline constexpr std::array<std::string_view, 3> colliderShapes{"sphere", "capsule", "plane"};
inline constexpr std::array<std::string_view, 3> constraintKinds{"roll", "aim", "rotation"};
inline constexpr std::array<std::string_view, 3> rollAxes{"X", "Y", "Z"};
inline constexpr std::array<std::string_view, 6> aimAxes{"PositiveX", "NegativeX", "PositiveY", "NegativeY", "PositiveZ", "NegativeZ"};

}  // namespace vrm_words

/// The names of the expressions in one model or animation.
class VrmExpressionNames {
public:
    /// Adds the name and returns an empty text, or returns the reason why an expression cannot have the name.
    [[nodiscard]] ARMATURE_PRIVATE_API std::string_view add(std::string_view name, bool isPreset);

private:
    std::set<std::string, std::less<>> names_;
};

/// Returns whether the model had nodes, all of which were removed: the character then no longer exists.
template <class Model>
[[nodiscard]] bool isGone(const Model& model)
{
    const auto isNull = [](const Handle<const TransformNode>& node) { return node.get() == nullptr; };
    return !model.nodes.empty() && std::ranges::all_of(model.nodes, isNull);
}

}  // namespace armature
