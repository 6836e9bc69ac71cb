#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <armature/fwd.hpp>

namespace armature::test {

/// What a program with random input found: the library contradicts itself. Nothing catches it, so that libFuzzer keeps the input; a replay
/// fails its case with it.
class Contradiction final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws Contradiction unless `holds`. `about` is what it concerns.
void require(bool holds, std::string_view claim, std::string_view about = {});

/// A message is one line of readable text that says something, of no absurd length.
void requireMessage(std::string_view message);

/// A message has no gap where the name of something without a name would stand. For names of which none has a gap itself.
void requireNames(std::string_view message);

/// What saveSkeletonJson() writes is read back, and saved again it is the same text; a pose that it refuses is refused with a message.
void requireSameJson(const Skeleton& skeleton);

}  // namespace armature::test
