#pragma once

#include <string>
#include <string_view>

#include <support/random.hpp>

#include "named_rig.hpp"

namespace armature::test {

/// How a rig's names, or its directions, are changed.
enum class Change {
    None,
    Prefix,
    Suffix,
    OwnPrefix,
    NumberBehind,
    LowerCase,
    UpperCase,
    OtherSides,
    RenameOne,
    RenameThree,
    RenameTenth,
    NoDirections,
    NoNames
};

inline constexpr Change allChanges[] = {Change::None,         Change::Prefix,      Change::Suffix,      Change::OwnPrefix,
                                        Change::NumberBehind, Change::LowerCase,   Change::UpperCase,   Change::OtherSides,
                                        Change::RenameOne,    Change::RenameThree, Change::RenameTenth, Change::NoDirections,
                                        Change::NoNames};

[[nodiscard]] std::string_view nameOf(Change change);

[[nodiscard]] NamedRig changed(const NamedRig& rig, Change change, Random& random);

}  // namespace armature::test
