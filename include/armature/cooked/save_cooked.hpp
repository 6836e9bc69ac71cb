#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// A crowd's rig and the clips that its members play.
struct ARMATURE_API CookedCrowd {
    std::string name = {};                     ///< The crowd's name, for CookedFile::find().
    std::size_t skeleton = 0;                  ///< Index into the file's skeletons.
    std::vector<std::size_t> bakedClips = {};  ///< Indices into the file's baked clips. Crowd::addClip() numbers them in this order.

    /// Indices into the file's clips, one for each baked clip: the clips that supply curves and morph weights (see Crowd::addClip()).
    /// Empty: there are no curves and morph weights.
    std::vector<std::size_t> curves = {};

    friend bool operator==(const CookedCrowd&, const CookedCrowd&) = default;
};

/// The contents of a cooked file. The objects to which it points must stay alive until the file is written. Names may repeat or be empty.
/// Indices are positions in these lists, and are the same in the file.
struct ARMATURE_API CookedDescription {
    /// Skeletons. Their definitions are saved: hierarchy, names, bind poses, inverse binds, sets of inverse binds, rest poses, lengths and
    /// palette slots. Current poses, metadata, links to nodes and attachments of bones are left out.
    std::vector<const Skeleton*> skeletons = {};
    /// Clips. Channel targets are saved by name, path and index, without ChannelTarget::identity.
    std::vector<const AnimationClip*> clips = {};
    std::vector<const BakedClip*> bakedClips = {};  ///< Baked clips. Crowds refer to them by position.
    std::vector<CookedCrowd> crowds = {};           ///< Crowds, which refer to entries of the other lists.
};

/// Writes a cooked file, which CookedFile uses in place. The same content gives the same bytes. See docs/cooked_files.md for the format.
///
/// The file appears whole or not at all: it is written under another name and then renamed, so programs that have an old file of that name
/// mapped keep the old contents. Throws Error, "FILE: cannot be written: REASON", if writing fails. Throws std::invalid_argument, naming
/// the crowd, if a crowd refers to a missing entry, to a skeleton without bones or to a clip not baked for its skeleton, or if its list of
/// curves is neither empty nor as long as its list of clips; also if a pointer is null, or a number does not fit the format. O(size).
ARMATURE_API void saveCooked(const CookedDescription& description, const std::filesystem::path& file);

/// Returns the bytes that saveCooked() writes. Throws std::invalid_argument as saveCooked() does. Both throw Error on machines that are not
/// little-endian.
[[nodiscard]] ARMATURE_API std::vector<std::byte> writeCooked(const CookedDescription& description);

}  // namespace armature
