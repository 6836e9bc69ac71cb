#pragma once

#include <span>
#include <string>

#include <armature/ik/spring_bones.hpp>

/// Checks of what a SpringBones is made from.
namespace armature {

/// Throws std::invalid_argument with that message after "spring bones: ".
[[noreturn]] void refuseSprings(const std::string& message);

/// "chain "hair"", or its number if it has no name.
[[nodiscard]] std::string chainLabel(const SpringChain& chain, std::size_t number);

/// All that can be said without knowing how bones depend on each other. Throws as SpringBones does.
void requireSprings(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                    std::span<const SpringColliderGroup> groups);

/// The numbers of one joint. `whose`: for the message.
void requireSpringNumbers(const std::string& whose, const SpringJoint& joint);

}  // namespace armature
