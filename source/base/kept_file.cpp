#include "base/kept_file.hpp"

#include <cerrno>
#include <random>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <armature/error.hpp>

namespace armature {

std::filesystem::path followLinks(std::filesystem::path path)
{
    std::error_code ignored;
    for (int links = 0; links < 40 && std::filesystem::is_symlink(path, ignored); ++links) {
        path = path.parent_path() / std::filesystem::read_symlink(path, ignored);
    }
    return path;
}

std::filesystem::path makeNameBeside(const std::filesystem::path& file)
{
    std::random_device random;
    return (file.has_parent_path() ? file.parent_path() : std::filesystem::path("."))
           / fmt::format(".armature-{:08x}{:08x}", random(), random());
}

KeptFile::KeptFile(const std::filesystem::path& file) : target_(followLinks(file))
{
    struct stat status {};
    if (::stat(target_.c_str(), &status) != 0) {
        isKept_ = true;
        return;
    }
    if (!S_ISREG(status.st_mode)) {
        return;
    }
    std::filesystem::path name = makeNameBeside(target_);
    std::error_code error;
    std::filesystem::create_hard_link(target_, name, error);
    if (error) {  // not every file system has hard links
        std::filesystem::copy_file(target_, name, error);
    }
    if (error) {
        ::unlink(name.c_str());
        throw Error(fmt::format("{}: cannot be written: what it was cannot be kept: {}", file.string(), error.message()));
    }
    kept_ = std::move(name);
    isKept_ = true;
}

KeptFile::~KeptFile()
{
    if (!kept_.empty()) {
        ::unlink(kept_.c_str());
    }
}

bool KeptFile::putBack() noexcept
{
    if (!isKept_) {
        return true;
    }
    if (kept_.empty()) {
        return ::unlink(target_.c_str()) == 0 || errno == ENOENT;
    }
    if (::rename(kept_.c_str(), target_.c_str()) != 0) {
        return false;
    }
    // If both names are links to the same file, rename() removes neither.
    ::unlink(kept_.c_str());
    kept_.clear();
    return true;
}

}  // namespace armature
