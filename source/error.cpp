#include <armature/error.hpp>

#include <fmt/format.h>

namespace armature {

namespace {

std::string describe(std::string_view file, std::string_view place, std::string_view problem)
{
    return place.empty() ? fmt::format("{}: {}", file, problem) : fmt::format("{}: {}: {}", file, place, problem);
}

}  // namespace

ImportError::ImportError(std::string_view file, std::string_view place, std::string_view problem)
    : Error(describe(file, place, problem)), file_(file), place_(place), problem_(problem)
{}

}  // namespace armature
