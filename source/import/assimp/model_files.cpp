#include "import/assimp/assimp_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include <assimp/MemoryIOWrapper.h>

#include "import/assimp/collada_text.hpp"
#include "import/file_access.hpp"

namespace armature::worker {

namespace {

/// A read-only stream over bytes in memory. Each stream has its own position, so a file can be open several times at once.
class FileStream final : public Assimp::IOStream {
public:
    explicit FileStream(std::span<const std::byte> bytes) : bytes_(bytes) {}

    std::size_t Read(void* buffer, std::size_t size, std::size_t count) override
    {
        if (size == 0 || count == 0) {
            return 0;
        }
        // Reads only complete elements, at most those that remain.
        const std::size_t whole = std::min(count, (bytes_.size() - at_) / size);
        if (whole > 0) {
            std::memcpy(buffer, bytes_.data() + at_, whole * size);
        }
        at_ += whole * size;
        return whole;
    }

    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }

    aiReturn Seek(std::size_t offset, aiOrigin origin) override
    {
        const std::size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_.size();
        const std::size_t to = from + offset;  // a backward step wraps around, as callers intend
        if (to > bytes_.size()) {
            return aiReturn_FAILURE;
        }
        at_ = to;
        return aiReturn_SUCCESS;
    }

    std::size_t Tell() const override { return at_; }
    std::size_t FileSize() const override { return bytes_.size(); }
    void Flush() override {}

private:
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
};

/// Doubles line ends for the MD5 reader of Assimp 5.2.5, which skips the line after each header line, such as frameRate, even if that line
/// has content.
Assimp::IOStream* withEmptyLines(std::string_view text)
{
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
    auto* const spaced = new std::uint8_t[text.size() + lines];
    std::size_t size = 0;
    for (const char character : text) {
        spaced[size++] = static_cast<std::uint8_t>(character);
        if (character == '\n') {
            spaced[size++] = '\n';
        }
    }
    return new Assimp::MemoryIOStream(spaced, size, true);
}

Assimp::IOStream* streamOf(const std::string& text)
{
    auto* const bytes = new std::uint8_t[text.size()];
    std::ranges::copy(text, bytes);
    return new Assimp::MemoryIOStream(bytes, text.size(), true);
}

/// Returns the path with forward slashes and without leading "./" or "/".
std::string plainPath(std::string_view path)
{
    std::string plain(path);
    std::ranges::replace(plain, '\\', '/');
    // Assimp sees the model's folder as the root of the file system, so "/", which some importers put before paths, means the same as "./".
    while (plain.starts_with("./") || plain.starts_with('/')) {
        plain.erase(0, plain.starts_with('/') ? 1 : 2);
    }
    return plain;
}

}  // namespace

ModelFiles::ModelFiles(std::string name, std::span<const std::byte> model, FileFinder find) : find_(std::move(find))
{
    files_.emplace(std::move(name), model);
}

std::optional<std::span<const std::byte>> ModelFiles::find(std::string_view path) const
{
    std::string plain = plainPath(path);
    const auto known = files_.find(plain);
    if (known != files_.end()) {
        return known->second;
    }
    const auto file = plain.empty() ? std::nullopt : find_(plain);
    return files_.emplace(std::move(plain), file).first->second;
}

bool ModelFiles::Exists(const char* path) const
{
    return find(path).has_value();
}

Assimp::IOStream* ModelFiles::Open(const char* path, const char* mode)
{
    if (std::string_view(mode).find_first_of("wa+") != std::string_view::npos) {
        return nullptr;
    }
    const auto file = find(path);
    if (!file) {
        return nullptr;
    }
    const std::string_view name(path);
    return name.find(".md5") != std::string_view::npos ? withEmptyLines(importing::textOf(*file))
           : name.ends_with(".dae")                    ? streamOf(readableCollada(importing::textOf(*file)))
                                                       : new FileStream(*file);
}

}  // namespace armature::worker
