#pragma once

#include <random>
#include <string>

namespace armature::test {

/// Changes one place of a JSON text, chosen by `engine`: replaces a value by a hostile one or by another of the text, adds a member,
/// repeats an element, nudges a number, removes a value or changes a byte. The text need not be valid, before or after.
void mutateJson(std::string& json, std::mt19937& engine);

}  // namespace armature::test
