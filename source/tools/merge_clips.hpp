#pragma once

#include <span>
#include <string>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>

namespace armature::tools {

/// Puts the clips of other files on a character by the names of what they move. A clip whose name several of the files give to one (as
/// libraries of motions do: each file has its "mixamo.com") is called after its file, without the ending; where a file has more of
/// them, with its own name behind that. Returns a line for each file that is about something else than expected: channels that move
/// nothing of the character, no clips at all, another unit or other axes than the character's. Throws ImportError.
[[nodiscard]] std::vector<std::string> mergeClips(Scene& character, std::span<const std::string> files, const ImportOptions& reading);

}  // namespace armature::tools
