#pragma once

#include <filesystem>
#include <new>
#include <string_view>
#include <utility>
#include <variant>

#include <armature/error.hpp>

#include "import/file_access.hpp"
#include "import/json_text.hpp"
#include "import/notes.hpp"

namespace armature::importing {

/// Parses a JSON text and returns the result of `read(JsonText&)`. Refusals and failed allocations become ImportErrors that name the file.
template <class Read>
auto readJson(std::string_view json, std::string_view name, const ImportLimits& limits, const Read& read)
{
    try {
        JsonText text(json, limits);
        return read(text);
    } catch (const Refusal& refusal) {
        throw ImportError(name, refusal.place(), refusal.what());
    } catch (const std::bad_alloc&) {
        throw ImportError(name, "", "there is not enough memory for what the text holds");
    }
}

/// Returns the bytes of a file. Throws ImportError if the file cannot be read or exceeds ImportLimits::fileBytes.
[[nodiscard]] inline FileBytes bytesOfFile(const std::filesystem::path& file, const ImportLimits& limits)
{
    auto read = readFile(file, limits.fileBytes);
    if (const auto* const problem = std::get_if<FileProblem>(&read)) {
        throw ImportError(file.string(), "", problem->text);
    }
    return std::move(std::get<FileBytes>(read));
}

}  // namespace armature::importing
