#pragma once

#include <cstddef>
#include <cstdint>

namespace armature::gltf {

enum class ComponentType : std::uint16_t {
    Byte = 5120,
    UnsignedByte = 5121,
    Short = 5122,
    UnsignedShort = 5123,
    UnsignedInt = 5125,
    Float = 5126
};

/// Bytes of one component.
[[nodiscard]] constexpr std::size_t sizeOf(ComponentType type) noexcept
{
    switch (type) {
    case ComponentType::Byte:
    case ComponentType::UnsignedByte: return 1;
    case ComponentType::Short:
    case ComponentType::UnsignedShort: return 2;
    case ComponentType::UnsignedInt:
    case ComponentType::Float: return 4;
    }
    return 0;
}

}  // namespace armature::gltf
