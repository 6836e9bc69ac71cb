#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace armature::importing {

/// Thrown inside the importers where a file cannot be used; loadScene turns it into an ImportError, which adds the file's name.
class Refusal final : public std::runtime_error {
public:
    Refusal(std::string place, const std::string& problem) : std::runtime_error(problem), place_(std::move(place)) {}

    /// Where in the file, a JSON pointer for glTF.
    [[nodiscard]] const std::string& place() const noexcept { return place_; }

private:
    std::string place_;
};

}  // namespace armature::importing
