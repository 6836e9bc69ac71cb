#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>

/// A file's information about its character, for transferring motion from one rig to another. The types follow unratified Khronos drafts:
/// KHR_character_skeleton_mapping and KHR_character_reference_pose (pull request 2512 of github.com/KhronosGroup/glTF, as of its commits
/// 3eb2b6d, f3f2c90 and 531255e), and KHR_animation_reference_pose, the counterpart for models that are not characters.
namespace armature {

/// A role of a vocabulary, and the node that has it.
struct ARMATURE_API JointRole {
    std::string role = {};               ///< The role's name, such as "leftHand".
    Handle<const TransformNode> node{};  ///< The node with this role; null once the node is removed.
};

/// Assigns nodes to the roles of a vocabulary. Two roles may share a node.
struct ARMATURE_API JointMapping {
    std::string vocabulary = {};        ///< The URI of a public vocabulary, or a name such as "vrmHumanoid".
    std::vector<JointRole> roles = {};  ///< At most one node for each role.

    /// Returns the node of a role, or null. O(roles).
    [[nodiscard]] const TransformNode* find(std::string_view role) const noexcept;
};

/// A clip of one keyframe: a pose to start from, not a motion. AnimationGroup::goTo(0) shows the pose, and Skeleton::setCurrentPoseAsRest()
/// then makes it the rest pose; ImportOptions::restPose does both while a file is loaded.
struct ARMATURE_API ReferencePose {
    std::string type = {};           ///< "TPose", "APose", "IPose", "rest" or another word.
    Handle<AnimationGroup> group{};  ///< The group whose clip is the pose.
};

/// Adds a mapping of nodes to roles, from the file or the application. Throws std::invalid_argument that names the role if its node is not
/// in the scene; also if the vocabulary or a role has no name or exists already.
ARMATURE_API void addJointMapping(Scene& scene, JointMapping mapping);
/// All mappings of a scene, in the order they were added. Adding a mapping invalidates the view.
[[nodiscard]] ARMATURE_API std::span<const JointMapping> jointMappings(const Scene& scene) noexcept;
/// The first mapping for that vocabulary, or null.
[[nodiscard]] ARMATURE_API const JointMapping* findJointMapping(const Scene& scene, std::string_view vocabulary) noexcept;

/// Declares that a group's clip is a reference pose, not a motion. Throws std::invalid_argument if the scene does not own the group.
ARMATURE_API void addReferencePose(Scene& scene, std::string_view type, AnimationGroup& group);
/// The reference poses whose groups still exist, in the order they were added.
[[nodiscard]] ARMATURE_API std::vector<ReferencePose> referencePoses(const Scene& scene);
/// The group of the first reference pose of that type, or null.
[[nodiscard]] ARMATURE_API AnimationGroup* findReferencePose(const Scene& scene, std::string_view type) noexcept;

}  // namespace armature
