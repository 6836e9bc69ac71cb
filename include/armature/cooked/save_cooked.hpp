#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <armature/fwd.hpp>

namespace armature {

/// A crowd that can be made at once: a rig and the clips that its members play.
struct CookedCrowd {
    std::string name = {};
    std::size_t skeleton = 0;                  ///< Into the file's skeletons.
    std::vector<std::size_t> bakedClips = {};  ///< Into the file's baked clips: Crowd::addClip() numbers them in this order.

    friend bool operator==(const CookedCrowd&, const CookedCrowd&) = default;
};

/// What goes into a cooked file; all of it must last until it is written. Names may repeat and be empty; numbers are places in these lists, and stay them in the file.
struct CookedDescription {
    /// What defines them, not their poses: hierarchy, names, binds, inverse binds and further sets, rests, lengths, palette slots. Metadata,
    /// links to nodes, and what is attached to bones are left out.
    std::vector<const Skeleton*> skeletons = {};
    /// With their channels' targets by name, path and index. What a target was made for (ChannelTarget::identity) is left out.
    std::vector<const AnimationClip*> clips = {};
    std::vector<const BakedClip*> bakedClips = {};
    std::vector<CookedCrowd> crowds = {};
};

/// Writes a cooked file, which CookedFile uses in place; docs/cooked_files.md has the format. The same content gives the same bytes.
///
/// The file appears whole or not at all: it is written beside its name and then takes it, so that whoever has the old one mapped keeps it.
/// Throws Error, "FILE: cannot be written: REASON", and std::invalid_argument that names the crowd if it refers to what is not there or to
/// a clip that is not baked for its skeleton, or that says which pointer is null. O(size).
void saveCooked(const CookedDescription& description, const std::filesystem::path& file);

/// The same in memory.
[[nodiscard]] std::vector<std::byte> writeCooked(const CookedDescription& description);

}  // namespace armature
