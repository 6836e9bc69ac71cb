#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <armature/import/import_options.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature {

/// A skeleton as a compact JSON text for tools: names, hierarchy, palette slots, lengths, pose, rest, binds and sets of inverse binds, each
/// number the shortest that reads back to the same float, the sign of zero included. Links, host and attached nodes stay behind: they belong to a scene.
///
/// {"format": "armature skeleton", "version": 1, "name", "bones": [{"name", "parent", "index", "length", "local", "rest", "bind",
/// "inverseBind"}], "paletteSize", "inverseBindSets"}, with bones in the order of Skeleton::bones(); `parent` is a position in it or null, `index` a
/// palette slot or null, `length` and `inverseBind` (present where it was given, not derived) may be missing. A pose is ten numbers,
/// translation, rotation x y z w and scale, or twelve, the three rows of a matrix, or these and the signs of its scale, where the bone was
/// given some (see Bone::getRotationQuaternion). `paletteSize` is there if the last palette slots are free.
///
/// What is saved is always read back. Throws std::invalid_argument that names the bone and the value if a pose or rest holds an infinity,
/// NaN or a rotation of zero length. Setters let none in; clips, layers, constraints and what restores a pose write past them.
[[nodiscard]] std::string saveSkeletonJson(const Skeleton& skeleton);

/// The skeleton that saveSkeletonJson() wrote; saving it again gives the same text. `name` stands for the file in messages. Throws
/// ImportError that names the place as a JSON pointer, the value and the limit. O(bytes); of the limits fileBytes, jsonDepth, nodes (for
/// bones) and unbackedBytes count.
[[nodiscard]] std::unique_ptr<Skeleton> loadSkeletonJson(std::string_view json, std::string_view name, const ImportLimits& limits = {});

}  // namespace armature
