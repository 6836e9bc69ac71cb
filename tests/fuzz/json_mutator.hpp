#pragma once

#include <random>
#include <string>

namespace armature::test {

/// Changes one place of a JSON text that `engine` chooses: a value becomes a hostile one or another of the text, a member is added, an
/// element repeated, a number nudged, a value taken out, a byte changed. The text need not be valid, before or after.
void mutateJson(std::string& json, std::mt19937& engine);

}  // namespace armature::test
