#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <armature/fwd.hpp>

namespace armature {

/// A crowd's rig and the clips that its members play.
struct CookedCrowd {
    std::string name = {};                     ///< For CookedFile::find().
    std::size_t skeleton = 0;                  ///< Into the file's skeletons.
    std::vector<std::size_t> bakedClips = {};  ///< Into the file's baked clips: Crowd::addClip() numbers them in this order.

    /// Into the file's clips, one for each baked clip: whose curves and morph weights count (see Crowd::addClip()). Empty: none.
    std::vector<std::size_t> curves = {};

    friend bool operator==(const CookedCrowd&, const CookedCrowd&) = default;
};

/// The contents of a cooked file; must stay alive until it is written. Names may repeat and be empty. Indices are positions in these lists,
/// and stay the same in the file.
struct CookedDescription {
    /// Saves definitions, not poses: hierarchy, names, binds, inverse binds and further sets, rests, lengths and palette slots. Leaves out
    /// metadata, links to nodes, and what is attached to bones.
    std::vector<const Skeleton*> skeletons = {};
    /// Saves their channels' targets by name, path and index, without ChannelTarget::identity.
    std::vector<const AnimationClip*> clips = {};
    std::vector<const BakedClip*> bakedClips = {};  ///< Crowds refer to them by position.
    std::vector<CookedCrowd> crowds = {};           ///< Crowds that use the lists above.
};

/// Writes a cooked file, which CookedFile uses in place. The same content gives the same bytes. See docs/cooked_files.md for the format.
///
/// The file appears whole or not at all: it is written under another name and then renamed, so programs that have the old one mapped keep
/// it. Throws Error, "FILE: cannot be written: REASON". Throws std::invalid_argument, naming the crowd, if it refers to a missing entry or
/// to a clip not baked for its skeleton, or has curves but not for each clip, and if a pointer is null. O(size).
void saveCooked(const CookedDescription& description, const std::filesystem::path& file);

/// The same in memory.
[[nodiscard]] std::vector<std::byte> writeCooked(const CookedDescription& description);

}  // namespace armature
