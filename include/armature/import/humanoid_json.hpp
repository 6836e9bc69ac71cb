#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/import/import_options.hpp>
#include <armature/retarget/humanoid_map.hpp>

/// Humanoid maps, and the rigs for which they are made, as JSON files.
namespace armature {

/// Writes a map: {"roles": {"hips": {"index", "name", "confidence", "why"}, ...}, "refused": null or the reason}. Roles without a bone are
/// left out. In names that are not UTF-8, each invalid byte is written as U+FFFD.
[[nodiscard]] ARMATURE_API std::string saveHumanoidMapJson(const HumanoidMap& map);

/// Reads a map for a rig, whether written by saveHumanoidMapJson() or by hand. `name` stands for the file in messages. A bone is given by
/// its `index`, its `name`, or both, which must agree; a name that several bones share needs the index. `confidence` is 1 if left out. If
/// `refused` is a text, the objection to the rig stays; null overrules it. Throws ImportError that names the place as a JSON pointer, the
/// value and the limit; also for unknown members and everything that HumanoidMap::set() refuses. Applies the limits fileBytes, jsonDepth
/// and unbackedBytes. O(bytes + bones).
[[nodiscard]] ARMATURE_API HumanoidMap loadHumanoidMapJson(std::string_view json, std::string_view name, const HumanoidRig& rig,
                                                           const ImportLimits& limits = {});
/// Reads a map from a file.
[[nodiscard]] ARMATURE_API HumanoidMap loadHumanoidMapJson(const std::filesystem::path& file, const HumanoidRig& rig,
                                                           const ImportLimits& limits = {});

/// Reads a rig: {"bones": [{"name", "parent"}, ...], "restDirections": [[x, y, z], ...]}. `parent` is the index of an earlier bone, or -1
/// for a root; `restDirections` may be missing, or contain null for a bone. Other members are ignored. Throws ImportError as
/// loadHumanoidMapJson() does; also applies the limit `nodes` to the number of bones. O(bytes).
[[nodiscard]] ARMATURE_API HumanoidRig loadHumanoidRigJson(std::string_view json, std::string_view name, const ImportLimits& limits = {});
/// Reads a rig from a file.
[[nodiscard]] ARMATURE_API HumanoidRig loadHumanoidRigJson(const std::filesystem::path& file, const ImportLimits& limits = {});

}  // namespace armature
