#pragma once

#include <cstddef>
#include <span>

#include "import/foreign/descriptor.hpp"

namespace armature::worker {

/// The bytes of a read-only descriptor.
class Mapping {
public:
    /// Throws std::bad_alloc if there is no room for them.
    explicit Mapping(const foreign::Descriptor& file);
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping();

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

}  // namespace armature::worker
