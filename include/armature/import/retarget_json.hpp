#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>
#include <armature/retarget/retarget_map.hpp>

namespace armature {

/// Reads the correspondence of two skeletons' bones from JSON. `name` stands for the file in messages. All members are optional:
///
/// - "source", "target": the humanoid map of that skeleton, as saveHumanoidMapJson() writes it. Default: HumanoidMap::create(). If the file
///   itself has a member "roles", the whole file is the map of the source.
/// - "names": {SOURCE: TARGET}. If present, even if empty, bones correspond by equal names and by these pairs of names, not by humanoid
///   roles.
/// - "pairs": [{"source": BONE, "target": BONE, "translation": "keep", "travel" or "stretch", "role": ROLE}]: exactly these bones
///   correspond, given by name or by index into bones(). Not allowed with "names" or humanoid maps. "translation" and "role" are optional.
/// - "twists": [{"target": BONE, "of": BONE, "share": NUMBER}]: RetargetMap::twists, in place of those that RetargetMap::addTwists() finds.
/// - "chains": [{"source": [TOP, END], "target": [TOP, END]}]: chains of bones from top to end, given by name or by index into bones().
///
/// Both skeletons must have parents before their children (Skeleton::sortBones()). Throws ImportError that names the place as a JSON
/// pointer, the value and the limit; also for unknown members, members that contradict each other, names that several bones share, and
/// everything that RetargetMap and HumanoidMap refuse. Applies the limits fileBytes, jsonDepth and unbackedBytes. O(bytes + bones + length
/// of the chains).
[[nodiscard]] ARMATURE_API RetargetMap loadRetargetMapJson(std::string_view json, std::string_view name, const Skeleton& source,
                                                           const Skeleton& target, const ImportLimits& limits = {});
/// Reads the map from a file.
[[nodiscard]] ARMATURE_API RetargetMap loadRetargetMapJson(const std::filesystem::path& file, const Skeleton& source,
                                                           const Skeleton& target, const ImportLimits& limits = {});

/// Writes a map as "pairs", "twists" and "chains", which read back as the same map. Bones are written by name, or by index if several bones
/// have the name. Throws std::invalid_argument that names the bone if a Retargeter would refuse the map, or if a chain leaves out bones
/// between its top and its end. O(bones + parts of the map).
[[nodiscard]] ARMATURE_API std::string saveRetargetMapJson(const RetargetMap& map, const Skeleton& source, const Skeleton& target);

}  // namespace armature
