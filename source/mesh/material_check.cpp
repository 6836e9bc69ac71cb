#include <algorithm>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "math/numbers.hpp"
#include "mesh/mesh_access.hpp"

namespace armature {

namespace {

/// Looks for problems in a material. Each check returns whether it found one.
class MaterialCheck {
public:
    explicit MaterialCheck(std::size_t imageCount) : imageCount_(imageCount) {}

    [[nodiscard]] std::optional<std::string> find(const Material& material)
    {
        static_cast<void>(
            isNotFinite({glm::value_ptr(material.baseColor), 4}, "base colour")
            || isNotFinite({glm::value_ptr(material.emissive), 3}, "emissive colour")
            || isNotFinite({&material.emissiveStrength, 1}, "emissive strength") || isNotFinite({&material.metallic, 1}, "metallic factor")
            || isNotFinite({&material.roughness, 1}, "roughness factor") || isNotFinite({&material.alphaCutoff, 1}, "alpha cutoff")
            || isUnknown(material.alphaMode, AlphaMode::Blend, "alpha mode") || isNotFinite({&material.normalScale, 1}, "normal scale")
            || isNotFinite({&material.occlusionStrength, 1}, "occlusion strength")
            || std::ranges::any_of(material.textures(), [&](const auto* texture) { return *texture && isWrong(**texture); })
            || std::ranges::any_of(material.extensionTextures, [&](const TextureReference& texture) { return isWrong(texture); }));
        return std::move(problem_);
    }

private:
    bool found(std::string problem)
    {
        problem_ = std::move(problem);
        return true;
    }

    bool isNotFinite(std::span<const float> numbers, std::string_view what)
    {
        const auto bad = findNotFinite(numbers);
        return bad && found(fmt::format("has {} in its {}, but must be finite", numbers[*bad], what));
    }

    template <class Enumerator>
    bool isUnknown(Enumerator value, Enumerator last, std::string_view what)
    {
        return (value < Enumerator{} || value > last) && found(fmt::format("has an unknown {} of {}", what, static_cast<int>(value)));
    }

    bool isWrong(const TextureReference& texture)
    {
        constexpr std::size_t setCount = std::tuple_size_v<decltype(Primitive::textureCoordinates)>;
        if (texture.image >= imageCount_) {
            return found(fmt::format("uses image {}, but there are {}", texture.image, imageCount_));
        }
        if (texture.textureCoordinates >= setCount) {
            return found(fmt::format("uses set {} of texture coordinates, but there are {}", texture.textureCoordinates, setCount));
        }
        return isNotFinite({glm::value_ptr(texture.offset), 2}, "texture offset")
               || isNotFinite({glm::value_ptr(texture.scale), 2}, "texture scale")
               || isNotFinite({&texture.rotation, 1}, "texture rotation")
               || isUnknown(texture.wrapS, TextureWrap::MirroredRepeat, "texture wrap")
               || isUnknown(texture.wrapT, TextureWrap::MirroredRepeat, "texture wrap")
               || isUnknown(texture.magnification, TextureFilter::LinearMipmapLinear, "texture filter")
               || isUnknown(texture.minification, TextureFilter::LinearMipmapLinear, "texture filter");
    }

    std::size_t imageCount_;
    std::optional<std::string> problem_;
};

}  // namespace

std::optional<std::string> findProblem(const Material& material, std::size_t imageCount)
{
    return MaterialCheck(imageCount).find(material);
}

}  // namespace armature
