#include "import_worker/model_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>

#include <assimp/MemoryIOWrapper.h>
#include <unistd.h>

namespace armature::worker {

namespace {

/// A file that can be read at any place, several times at once.
class FileStream final : public Assimp::IOStream {
public:
    explicit FileStream(int descriptor)
        : descriptor_(descriptor), size_(static_cast<std::size_t>(std::max<off_t>(lseek(descriptor, 0, SEEK_END), 0)))
    {}

    std::size_t Read(void* buffer, std::size_t size, std::size_t count) override
    {
        if (size == 0 || count == 0) {
            return 0;
        }
        // As many whole ones as are left.
        const std::size_t wanted = std::min(count, (size_ - at_) / size) * size;
        std::size_t done = 0;
        while (done < wanted) {
            const ssize_t got = pread(descriptor_, static_cast<char*>(buffer) + done, wanted - done, static_cast<off_t>(at_ + done));
            if (got > 0) {
                done += static_cast<std::size_t>(got);
            } else if (got == 0 || errno != EINTR) {
                break;
            }
        }
        at_ += done;
        return done / size;
    }

    std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }

    aiReturn Seek(std::size_t offset, aiOrigin origin) override
    {
        const std::size_t from = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : size_;
        const std::size_t to = from + offset;  // a step back wraps around, as callers mean it to
        if (to > size_) {
            return aiReturn_FAILURE;
        }
        at_ = to;
        return aiReturn_SUCCESS;
    }

    std::size_t Tell() const override { return at_; }
    std::size_t FileSize() const override { return size_; }
    void Flush() override {}

private:
    int descriptor_;
    std::size_t size_;
    std::size_t at_ = 0;
};

/// What the reader of MD5 in Assimp 5.2.5 can read: it skips the line after each line of the header, frameRate among them, and what else stands
/// there unless it is an empty line.
Assimp::IOStream* withEmptyLines(int descriptor)
{
    FileStream file(descriptor);
    std::string text(file.FileSize(), '\0');
    text.resize(file.Read(text.data(), 1, text.size()));
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

/// Without "./" before it, and with slashes.
std::string plainPath(std::string_view path)
{
    std::string plain(path);
    std::ranges::replace(plain, '\\', '/');
    // To Assimp the folder of the model is all there is, and what some importers make of it, "/", its root.
    while (plain.starts_with("./") || plain.starts_with('/')) {
        plain.erase(0, plain.starts_with('/') ? 1 : 2);
    }
    return plain;
}

}  // namespace

ModelFiles::ModelFiles(std::string name, foreign::Descriptor model, Channel& channel) : channel_(channel)
{
    files_.emplace(std::move(name), std::move(model));
}

int ModelFiles::find(std::string_view path) const
{
    std::string plain = plainPath(path);
    const auto known = files_.find(plain);
    if (known != files_.end()) {
        return known->second.get();
    }
    foreign::Descriptor file = plain.empty() ? foreign::Descriptor() : channel_.askForFile(plain);
    return files_.emplace(std::move(plain), std::move(file)).first->second.get();
}

bool ModelFiles::Exists(const char* path) const
{
    return find(path) >= 0;
}

Assimp::IOStream* ModelFiles::Open(const char* path, const char* mode)
{
    if (std::string_view(mode).find_first_of("wa+") != std::string_view::npos) {
        return nullptr;
    }
    const int descriptor = find(path);
    if (descriptor < 0) {
        return nullptr;
    }
    return std::string_view(path).find(".md5") != std::string_view::npos ? withEmptyLines(descriptor) : new FileStream(descriptor);
}

}  // namespace armature::worker
