#include "text_file.hpp"

#include <optional>
#include <span>
#include <variant>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/input_file.hpp"
#include "base/words.hpp"

namespace armature::tools {

std::string readTextFile(const std::filesystem::path& file, std::uint64_t largest, std::string_view limitName)
{
    auto opened = InputFile::open(file, largest, limitName);
    std::string text;
    std::optional<FileProblem> problem;
    if (auto* const input = std::get_if<InputFile>(&opened)) {
        text.resize(input->size());
        problem = input->readInto(std::as_writable_bytes(std::span(text)));
    } else {
        problem = std::get<FileProblem>(opened);
    }
    if (problem) {
        throw Error(fmt::format("{}: {}", printable(file.string()), problem->text));
    }
    return text;
}

}  // namespace armature::tools
