#include "output_file.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "failure.hpp"

namespace armature::tools {

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path))
{
    file_.reset(std::fopen(path_.c_str(), "wb"));
    if (!file_) {
        fail();
    }
}

void OutputFile::write(std::span<const std::byte> bytes)
{
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
        fail();
    }
}

void OutputFile::close()
{
    if (std::fclose(file_.release()) != 0) {
        fail();
    }
}

void OutputFile::fail() const
{
    throw OutputError(fmt::format("{}: cannot be written: {}", path_.string(), std::generic_category().message(errno)));
}

}  // namespace armature::tools
