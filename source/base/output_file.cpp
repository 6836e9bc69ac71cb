#include "base/output_file.hpp"

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <armature/error.hpp>

#include "base/kept_file.hpp"

namespace armature {

namespace {

constexpr mode_t ordinary = 0666;  // permissions of a new file; the system removes those in the user's umask

std::filesystem::path folderOf(const std::filesystem::path& file)
{
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)), target_(followLinks(path_))
{
    struct stat status {};
    const bool exists = ::stat(target_.c_str(), &status) == 0;
    isInPlace_ = exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    if (isInPlace_) {
        file_.reset(std::fopen(target_.c_str(), "wb"));
    } else if (exists && S_ISDIR(status.st_mode)) {
        fail(EISDIR);
    } else {
        openBeside();
    }
    if (!file_) {
        fail(errno);
    }
    if (exists && !isInPlace_) {
        // Keeps the old file's permissions.
        (void)::fchmod(::fileno(file_.get()), status.st_mode & 07777);
    }
}

OutputFile::~OutputFile()
{
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
    }
}

void OutputFile::openBeside()
{
    int descriptor = -1;
#ifdef O_TMPFILE
    // A file without a name leaves nothing behind, however the program ends. Not every file system supports such files.
    descriptor = ::open(folderOf(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, ordinary);
#endif
    if (descriptor < 0) {
        std::filesystem::path name;
        hidden_.emplace();
        do {
            name = makeNameBeside(target_);
            descriptor = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, ordinary);
        } while (descriptor < 0 && errno == EEXIST);
        if (descriptor < 0) {
            hidden_.reset();
            return;
        }
        temporary_ = std::move(name);
    }
    file_.reset(::fdopen(descriptor, "wb"));
    if (!file_) {
        const int error = errno;
        ::close(descriptor);
        errno = error;
    }
}

void OutputFile::write(std::span<const std::byte> bytes)
{
    if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        fail(errno);
    }
}

int OutputFile::getDescriptor() const noexcept
{
    return ::fileno(file_.get());
}

void OutputFile::prepare()
{
    if (std::fflush(file_.get()) != 0) {
        fail(errno);
    }
    // The new file's data must be on the disk before the new file takes the old one's name.
    if (!isInPlace_ && !isPrepared_) {
        if (::fsync(::fileno(file_.get())) != 0) {
            fail(errno);
        }
        nameBeside();
    }
    isPrepared_ = true;
}

void OutputFile::finish()
{
    prepare();
    if (!isInPlace_) {
        if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
            fail(errno);
        }
        temporary_.clear();
        hidden_.reset();
    }
    if (std::fclose(file_.release()) != 0) {
        fail(errno);
    }
}

void OutputFile::nameBeside()
{
    if (temporary_.empty()) {
        hidden_.emplace();
    }
    while (temporary_.empty()) {
        std::filesystem::path name = makeNameBeside(target_);
        const std::string open = fmt::format("/proc/self/fd/{}", ::fileno(file_.get()));
        if (::linkat(AT_FDCWD, open.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
            temporary_ = std::move(name);
        } else if (errno != EEXIST) {
            fail(errno);
        }
    }
}

void OutputFile::fail(int error) const
{
    throw Error(fmt::format("{}: cannot be written: {}", path_.string(), std::generic_category().message(error)));
}

}  // namespace armature
