#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/import/import_options.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature {

/// Writes a skeleton as compact JSON for tools: names, hierarchy, palette slots, lengths, pose, rest, binds and sets of inverse binds. Each
/// number is written in the shortest form that reads back to the same float, the sign of zero included. Links, host and attached nodes are
/// left out, because they belong to a scene.
///
/// The format is {"format": "armature skeleton", "version": 1, "name", "bones": [{"name", "parent", "index", "length", "local", "rest",
/// "bind", "inverseBind"}], "paletteSize", "inverseBindSets"}, with bones in the order of Skeleton::bones(). `parent` is a position in this
/// list or null, `index` a palette slot or null. `length` may be missing; `inverseBind` is present only if it was set, not derived. A pose
/// has ten numbers (translation, rotation x y z w, scale), twelve (the three rows of a matrix) or fifteen (the three rows, and the signs of
/// the scale, if the bone was given signs: see Bone::getRotationQuaternion). `paletteSize` is present if the last palette slots are free.
///
/// Every saved text can be read back. Throws std::invalid_argument, naming the bone and the value, if a pose or rest holds an infinity, a
/// NaN or a rotation of zero length. Setters refuse such numbers, but clips, layers, constraints and restored poses bypass the setters.
[[nodiscard]] ARMATURE_API std::string saveSkeletonJson(const Skeleton& skeleton);

/// Reads a skeleton written by saveSkeletonJson(); saving it again gives the same text. `name` stands for the file in messages. Throws
/// ImportError that names the place as a JSON pointer, the value and the limit. Applies the limits fileBytes, jsonDepth, nodes (to the
/// number of bones) and unbackedBytes. O(bytes).
[[nodiscard]] ARMATURE_API std::unique_ptr<Skeleton> loadSkeletonJson(std::string_view json, std::string_view name,
                                                                      const ImportLimits& limits = {});

}  // namespace armature
