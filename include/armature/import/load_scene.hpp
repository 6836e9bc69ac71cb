#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <armature/import/import_options.hpp>
#include <armature/scene/scene.hpp>

namespace armature {

/// Loads a rigged model, glTF 2.0 as .gltf or .glb, FBX 6.1 to 7.7, text or binary, or the skeleton and motion of a BVH file. Collada,
/// MD5 and other formats that Assimp knows are read by a worker process where armature-import-worker is installed. Recognised by content,
/// not by the file's name.
///
/// Scene::nodes() are the file's nodes in the file's order, Scene::skeletons() its skins, Scene::animationGroups() its animations. Nodes
/// outside the shown scene are there, disabled. A skin becomes a Skeleton whose bones are linked to the joint nodes, palette slot j being
/// joint j; its host is the node below which all its joints lie, so that host world * final = joint world * inverse bind.
/// What is usable but imperfect is mended and said in Scene::warnings(). Throws ImportError that names the file, the place in it, the value
/// and the limit; nothing in a file can crash it, hang it or make it take more memory than `options.limits` allow.
/// Of an FBX file nodes() begin with a root that converts to metres and +Y up, on which its models stand; docs/importing.md says more.
/// External buffers and images are read from the file's own folder only; a picture that cannot be had is a warning.
[[nodiscard]] std::unique_ptr<Scene> loadScene(const std::filesystem::path& file, const ImportOptions& options = {});

/// The same from memory; `name` stands for the file in messages. Buffers in other files are refused, pictures in them left out.
[[nodiscard]] std::unique_ptr<Scene> loadScene(std::span<const std::byte> bytes, std::string_view name, const ImportOptions& options = {});

/// The clips of a model file alone, in the file's order: motion for a model that is another file. Their channels find what they move by
/// name, or by path where names repeat (see ChannelTarget), so `scene.createAnimationGroup(clip)` plays them on any rig of those names.
/// Reads, checks and refuses as loadScene() does.
///
///     const auto character = loadScene("character.glb");
///     for (const auto& clip : loadClips("walk.glb")) {
///         character->createAnimationGroup(clip).play();
///     }
[[nodiscard]] std::vector<std::shared_ptr<const AnimationClip>> loadClips(const std::filesystem::path& file,
                                                                          const ImportOptions& options = {});

/// The same from memory; `name` stands for the file in messages.
[[nodiscard]] std::vector<std::shared_ptr<const AnimationClip>> loadClips(std::span<const std::byte> bytes, std::string_view name,
                                                                          const ImportOptions& options = {});

/// The poses that an FBX file keeps apart from its animations, in the file's order: where models stood when they were bound, or rest. Each is a
/// clip of one key, which plays like those of loadClips() and is shown by goTo(0). Other formats have none. Errors as with loadScene().
///
///     character->createAnimationGroup(loadPoses("character.fbx").front()).goTo(0.);
[[nodiscard]] std::vector<std::shared_ptr<const AnimationClip>> loadPoses(const std::filesystem::path& file,
                                                                          const ImportOptions& options = {});

/// The same from memory; `name` stands for the file in messages.
[[nodiscard]] std::vector<std::shared_ptr<const AnimationClip>> loadPoses(std::span<const std::byte> bytes, std::string_view name,
                                                                          const ImportOptions& options = {});

}  // namespace armature
