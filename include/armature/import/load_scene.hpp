#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/import/import_options.hpp>
#include <armature/scene/scene.hpp>

namespace armature {

/// Loads a rigged model from glTF 2.0 (.gltf or .glb) or FBX 2.0 to 7.7 (text or binary), or the skeleton and motion of a BVH file.
/// Collada, MD5 and other formats that Assimp knows are read by a worker process, if armature-import-worker is installed. The format is
/// recognised by content; the file's extension matters only if the content does not identify the format.
///
/// Scene::nodes() are the file's nodes in the file's order, Scene::skeletons() its skins, Scene::animationGroups() its animations. Nodes
/// outside the shown scene are present but disabled. A skin becomes a Skeleton whose bones are linked to the joint nodes; palette slot j is
/// joint j. The skeleton's host is a node with all joints below it, so that host world * final = joint world * inverse bind. For an FBX
/// file, nodes() start with a root above the models that converts to metres and +Y up; see docs/importing.md.
///
/// Flawed but usable content is repaired and reported in Scene::warnings(). For other errors throws ImportError that names the file, the
/// place in it, the value and the limit. Throws std::invalid_argument if options contradict each other or a time limit is out of range. No
/// file can crash the loader, hang it or make it use more memory than options.limits allow. External buffers and images are read only from
/// the file's own folder; an image that cannot be read is a warning.
[[nodiscard]] ARMATURE_API std::unique_ptr<Scene> loadScene(const std::filesystem::path& file, const ImportOptions& options = {});

/// Loads a model from memory; `name` stands for the file in messages. External buffers are refused, external images left out.
[[nodiscard]] ARMATURE_API std::unique_ptr<Scene> loadScene(std::span<const std::byte> bytes, std::string_view name,
                                                            const ImportOptions& options = {});

/// Loads only the clips of a model file, in the file's order, as motion for a model in another file. Channels find their targets by name,
/// or by path if names repeat (see ChannelTarget), so `scene.createAnimationGroup(clip)` plays a clip on any rig with the same names.
/// Reads, checks and refuses files as loadScene() does.
///
///     const auto character = loadScene("character.glb");
///     for (const auto& clip : loadClips("walk.glb")) {
///         character->createAnimationGroup(clip).play();
///     }
[[nodiscard]] ARMATURE_API std::vector<std::shared_ptr<const AnimationClip>> loadClips(const std::filesystem::path& file,
                                                                                       const ImportOptions& options = {});

/// Loads clips from memory; `name` stands for the file in messages.
[[nodiscard]] ARMATURE_API std::vector<std::shared_ptr<const AnimationClip>>
loadClips(std::span<const std::byte> bytes, std::string_view name, const ImportOptions& options = {});

/// Loads the poses that an FBX file stores in addition to its animations, in the file's order: bind poses and rest poses of models. Each
/// pose is a clip with one key per channel, played like the clips of loadClips() and shown by goTo(0). Other formats have no such poses.
/// Throws as loadScene() does.
///
///     character->createAnimationGroup(loadPoses("character.fbx").front()).goTo(0.);
[[nodiscard]] ARMATURE_API std::vector<std::shared_ptr<const AnimationClip>> loadPoses(const std::filesystem::path& file,
                                                                                       const ImportOptions& options = {});

/// Loads poses from memory; `name` stands for the file in messages.
[[nodiscard]] ARMATURE_API std::vector<std::shared_ptr<const AnimationClip>>
loadPoses(std::span<const std::byte> bytes, std::string_view name, const ImportOptions& options = {});

}  // namespace armature
