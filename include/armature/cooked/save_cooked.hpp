#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <armature/fwd.hpp>

namespace armature {

/// A crowd's rig and the clips that its members play.
struct CookedCrowd {
    std::string name = {};                     ///< The name by which CookedFile::find() knows it.
    std::size_t skeleton = 0;                  ///< Index into the file's skeletons.
    std::vector<std::size_t> bakedClips = {};  ///< Indices into the file's baked clips. Crowd::addClip() numbers them in this order.

    /// Indices into the file's clips, one for each baked clip, of the clips whose curves and morph weights are used (see Crowd::addClip()).
    /// Empty: none.
    std::vector<std::size_t> curves = {};

    friend bool operator==(const CookedCrowd&, const CookedCrowd&) = default;
};

/// The contents of a cooked file; must stay alive until it is written. Names may repeat and be empty. Indices are positions in these lists,
/// and stay the same in the file.
struct CookedDescription {
    /// Skeletons, of which definitions are saved, not poses: hierarchy, names, binds, inverse binds and further sets, rests, lengths and
    /// palette slots. Metadata, links to nodes, and what is attached to bones are left out.
    std::vector<const Skeleton*> skeletons = {};
    /// Clips. The targets of their channels are saved by name, path and index, without ChannelTarget::identity.
    std::vector<const AnimationClip*> clips = {};
    std::vector<const BakedClip*> bakedClips = {};  ///< Baked clips, to which crowds refer by position.
    std::vector<CookedCrowd> crowds = {};           ///< Crowds, which use the lists above.
};

/// Writes a cooked file, which CookedFile uses in place. The same content gives the same bytes. See docs/cooked_files.md for the format.
///
/// The file appears whole or not at all: it is written under another name and then renamed, so programs that have the old one mapped keep
/// it. Throws Error, "FILE: cannot be written: REASON". Throws std::invalid_argument, naming the crowd, if it refers to a missing entry or
/// to a clip not baked for its skeleton, or has curves but not for each clip, and if a pointer is null. O(size).
void saveCooked(const CookedDescription& description, const std::filesystem::path& file);

/// Returns the bytes of such a file instead of writing it.
[[nodiscard]] std::vector<std::byte> writeCooked(const CookedDescription& description);

}  // namespace armature
