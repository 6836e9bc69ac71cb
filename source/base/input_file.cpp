#include "base/input_file.hpp"

#include <cerrno>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/words.hpp"

namespace armature {

namespace {

std::string_view kindOf(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFDIR: return "a folder";
    case S_IFBLK:
    case S_IFCHR: return "a device";
    case S_IFIFO: return "a pipe";
    case S_IFSOCK: return "a socket";
    default: return "not a regular file";
    }
}

FileProblem systemProblem(std::string_view what, int error)
{
    return {fmt::format("{}: {}", what, std::generic_category().message(error))};
}

}  // namespace

std::variant<InputFile, FileProblem> InputFile::open(const std::filesystem::path& file, std::uint64_t limit, std::string_view limitName)
{
    struct stat status {};
    // Checks the kind before opening the file: opening a pipe waits, and opening a device may have any effect.
    if (::stat(file.c_str(), &status) != 0) {
        return errno == ENOENT || errno == ENOTDIR ? FileProblem{"does not exist"} : systemProblem("cannot be examined", errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return FileProblem{fmt::format("is {}, but must be a regular file", kindOf(status.st_mode))};
    }
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return systemProblem("cannot be opened", errno);
    }
    InputFile opened(descriptor, 0);
    if (::fstat(descriptor, &status) != 0) {
        return systemProblem("cannot be examined", errno);
    }
    if (!S_ISREG(status.st_mode)) {  // the file has been replaced since stat()
        return FileProblem{fmt::format("is {}, but must be a regular file", kindOf(status.st_mode))};
    }
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > limit) {
        return FileProblem{fmt::format("has {}, but the limit is {} ({})", counted(size, "byte"), limit, limitName)};
    }
    opened.size_ = static_cast<std::size_t>(size);
    return opened;
}

InputFile::~InputFile()
{
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

std::optional<FileProblem> InputFile::readInto(std::span<std::byte> out)
{
    std::size_t done = 0;
    while (done < size_) {
        const ssize_t count = ::read(descriptor_, out.data() + done, size_ - done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return systemProblem("cannot be read", errno);
        }
        if (count == 0) {
            return FileProblem{fmt::format("gave {} of its {}", done, counted(size_, "byte"))};
        }
        done += static_cast<std::size_t>(count);
    }
    return std::nullopt;
}

std::variant<InputFile::Mapping, FileProblem> InputFile::map() const
{
    if (size_ == 0) {
        return Mapping{};
    }
    void* const memory = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
    if (memory == MAP_FAILED) {
        return systemProblem("cannot be mapped", errno);
    }
    std::shared_ptr<const void> owner(memory, [size = size_](void* mapped) { ::munmap(mapped, size); });
    return Mapping{std::move(owner), {static_cast<const std::byte*>(memory), size_}};
}

}  // namespace armature
