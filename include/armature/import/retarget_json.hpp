#pragma once

#include <filesystem>
#include <string_view>

#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>
#include <armature/retarget/retarget_map.hpp>

namespace armature {

/// Reads from JSON which bones of two skeletons go together. `name` stands for the file in messages. The members, all of which may be left
/// out:
///
/// - "source", "target": the humanoid map of that skeleton, as saveHumanoidMapJson() writes it; without one it is found from the bones.
///   A file that has "roles" itself is the source's.
/// - "names": {SOURCE: TARGET}. With it, bones go together by their names, and these by others; not by humanoid roles. May be empty.
/// - "chains": [{"source": [TOP, END], "target": [TOP, END]}]: chains of bones from top to end, by name or by number in bones().
///
/// Both skeletons must have their parents first (Skeleton::sortBones()). Throws ImportError that names the place as a JSON pointer, the
/// value and the limit; also for other members, members that contradict each other, names that several bones have, and whatever
/// RetargetMap and the humanoid maps refuse. Applies the limits fileBytes, jsonDepth and unbackedBytes. O(bytes + bones + length of the
/// chains).
[[nodiscard]] RetargetMap loadRetargetMapJson(std::string_view json, std::string_view name, const Skeleton& source, const Skeleton& target,
                                              const ImportLimits& limits = {});
/// The same from a file.
[[nodiscard]] RetargetMap loadRetargetMapJson(const std::filesystem::path& file, const Skeleton& source, const Skeleton& target,
                                              const ImportLimits& limits = {});

}  // namespace armature
