#pragma once

#include <string_view>

namespace armature::tools {

/// Writes all of `text` to standard output. Throws OutputError if that is closed or full, ReaderGone if nobody reads it any more.
void writeOutput(std::string_view text);

/// One line on standard error, whatever `line` holds: control characters are escaped. Does not throw.
void writeErrorLine(std::string_view line) noexcept;

/// Lets a write to a closed pipe fail with an error code instead of ending the process.
void ignoreBrokenPipes() noexcept;

}  // namespace armature::tools
