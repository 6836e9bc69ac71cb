#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

/// What a file says of the character in it, for those who carry motion from one rig to another. From drafts of Khronos' that are not
/// ratified: KHR_character_skeleton_mapping and KHR_character_reference_pose (pull request 2512 of github.com/KhronosGroup/glTF, as of its
/// commits 3eb2b6d, f3f2c90 and 531255e), and KHR_animation_reference_pose, its form for what is no character.
namespace armature {

/// What a node is in a vocabulary.
struct JointRole {
    std::string role = {};               ///< "leftHand".
    Handle<const TransformNode> node{};  ///< Null once it has gone.
};

/// Which nodes have the roles that a vocabulary names. Two roles may have one node.
struct JointMapping {
    std::string vocabulary = {};  ///< The URI of a public one, or a name such as "vrmHumanoid".
    std::vector<JointRole> roles = {};

    /// The node of a role, or null. O(roles).
    [[nodiscard]] const TransformNode* find(std::string_view role) const noexcept;
};

/// A clip of one key that is no motion but a pose to start from. AnimationGroup::goTo(0) shows it, and Skeleton::setCurrentPoseAsRest()
/// then makes it the rest; ImportOptions::restPose does both while a file is loaded.
struct ReferencePose {
    std::string type = {};  ///< "TPose", "APose", "IPose", "rest" or another word.
    Handle<AnimationGroup> group{};
};

}  // namespace armature
