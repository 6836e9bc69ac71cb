#include <string_view>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "import/numbers.hpp"
#include "import/refusal.hpp"
#include "import/validate.hpp"

namespace armature::importing {

namespace {

void requireFinite(std::span<const float> numbers, std::size_t material, std::string_view what)
{
    if (const auto bad = findNotFinite(numbers)) {
        throw Refusal(fmt::format("/materials/{}", material), fmt::format("has {} in its {}, but must be finite", numbers[*bad], what));
    }
}

void checkTexture(const std::optional<TextureReference>& texture, std::size_t material, std::size_t imageCount)
{
    if (!texture) {
        return;
    }
    if (texture->image >= imageCount) {
        throw Refusal(fmt::format("/materials/{}", material), fmt::format("uses image {}, but there are {}", texture->image, imageCount));
    }
    requireFinite({glm::value_ptr(texture->offset), 2}, material, "texture offset");
    requireFinite({glm::value_ptr(texture->scale), 2}, material, "texture scale");
    requireFinite({&texture->rotation, 1}, material, "texture rotation");
}

}  // namespace

void validateMaterials(SceneDescription& scene)
{
    for (std::size_t index = 0; index < scene.materials.size(); ++index) {
        const Material& material = scene.materials[index];
        requireFinite({glm::value_ptr(material.baseColor), 4}, index, "base colour");
        requireFinite({glm::value_ptr(material.emissive), 3}, index, "emissive colour");
        requireFinite({&material.metallic, 1}, index, "metallic factor");
        requireFinite({&material.roughness, 1}, index, "roughness factor");
        requireFinite({&material.alphaCutoff, 1}, index, "alpha cutoff");
        checkTexture(material.baseColorTexture, index, scene.images.size());
        checkTexture(material.emissiveTexture, index, scene.images.size());
    }
}

}  // namespace armature::importing
