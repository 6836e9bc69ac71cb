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

void OutputFile::write(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) {
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
