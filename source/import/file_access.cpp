#include "import/file_access.hpp"
#include "base/words.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace armature::importing {

namespace {

namespace fs = std::filesystem;

std::optional<unsigned> hexDigit(char character)
{
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    if (lower >= '0' && lower <= '9') {
        return static_cast<unsigned>(lower - '0');
    }
    if (lower >= 'a' && lower <= 'f') {
        return static_cast<unsigned>(lower - 'a') + 10u;
    }
    return std::nullopt;
}

// Whether the URI starts with a scheme (RFC 3986, section 3.1): a letter, then letters, digits, "+", "-" or ".", up to a colon.
bool hasScheme(std::string_view uri)
{
    const std::size_t colon = uri.find(':');
    return colon != std::string_view::npos && colon > 0 && std::isalpha(static_cast<unsigned char>(uri.front())) != 0
           && std::all_of(uri.begin(), uri.begin() + static_cast<std::ptrdiff_t>(colon), [](char character) {
                  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '+' || character == '-'
                         || character == '.';
              });
}

bool isInside(const fs::path& file, const fs::path& folder)
{
    const auto folderEnd = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first;
    return folderEnd == folder.end();
}

}  // namespace

std::string percentDecoded(std::string_view uri)
{
    std::string out;
    out.reserve(uri.size());
    for (std::size_t at = 0; at < uri.size(); ++at) {
        if (uri[at] == '%' && at + 2 < uri.size()) {
            const auto high = hexDigit(uri[at + 1]);
            const auto low = hexDigit(uri[at + 2]);
            if (high && low) {
                out += static_cast<char>(*high * 16 + *low);
                at += 2;
                continue;
            }
        }
        out += uri[at];
    }
    return out;
}

std::variant<FileBytes, FileProblem> readFile(const fs::path& file, std::uint64_t limit)
{
    auto opened = InputFile::open(file, limit, "ImportLimits::fileBytes");
    if (auto* problem = std::get_if<FileProblem>(&opened)) {
        return std::move(*problem);
    }
    auto& input = std::get<InputFile>(opened);
    auto storage = std::make_unique_for_overwrite<std::byte[]>(input.size() + FileBytes::padding);
    if (auto problem = input.readInto({storage.get(), input.size()})) {
        return std::move(*problem);
    }
    std::memset(storage.get() + input.size(), 0, FileBytes::padding);
    return FileBytes(std::move(storage), input.size());
}

std::variant<fs::path, FileProblem> resolveUri(std::string_view uri, const fs::path& folder)
{
    constexpr std::size_t longestUri = 4096;
    if (uri.empty()) {
        return FileProblem{"is empty"};
    }
    if (uri.size() > longestUri) {
        return FileProblem{fmt::format("has {}, but the limit is {}", counted(uri.size(), "character"), longestUri)};
    }
    if (hasScheme(uri)) {
        return FileProblem{fmt::format("has the scheme \"{}\"; only files beside this one are read", uri.substr(0, uri.find(':')))};
    }
    const std::string decoded = percentDecoded(uri);
    if (decoded.find('\0') != std::string::npos) {
        return FileProblem{"holds a NUL character"};
    }
    const fs::path relative(std::u8string(decoded.begin(), decoded.end()));
    if (relative.is_absolute() || relative.has_root_path()) {
        return FileProblem{"is an absolute path; only files in this file's own folder are read"};
    }
    std::error_code error;
    const fs::path inside = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    if (error) {
        return FileProblem{fmt::format("is in a folder that cannot be examined: {}", error.message())};
    }
    // A path that leads out of the folder gets this message whether or not its target exists: a model file must not reveal which files
    // exist elsewhere.
    if (!isInside((inside / relative).lexically_normal(), inside)) {
        return FileProblem{"leads out of this file's own folder; only files inside it are read"};
    }
    const fs::path resolved = fs::canonical(inside / relative, error);
    if (error) {
        return FileProblem{error == std::errc::no_such_file_or_directory ? "names a file that does not exist"
                                                                         : fmt::format("cannot be followed: {}", error.message())};
    }
    if (!isInside(resolved, inside)) {
        return FileProblem{"leads out of this file's own folder through a symbolic link; only files inside it are read"};
    }
    return resolved;
}

}  // namespace armature::importing
