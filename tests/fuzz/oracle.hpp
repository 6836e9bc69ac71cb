#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <armature/fwd.hpp>

namespace armature::test {

/// With more bones than this, programs skip operations that would take long.
inline constexpr std::size_t manyBones = 300;

/// A program with random input throws this if the library contradicts itself. No program catches it, so libFuzzer keeps the input; in a
/// replay, it fails the test case.
class Contradiction final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws Contradiction unless `holds`. `about` is the text that the claim is about.
void require(bool holds, std::string_view claim, std::string_view about = {});

/// Requires a message to be one line of readable text that says something, of no absurd length.
void requireMessage(std::string_view message);

/// Requires that a message has no gap where a name is missing. Names in the message must not look like such a gap.
void requireNames(std::string_view message);

/// Requires that the text of saveSkeletonJson() can be read back and saves as the same text. A pose may be refused, with a sound message.
void requireSameJson(const Skeleton& skeleton);

}  // namespace armature::test
