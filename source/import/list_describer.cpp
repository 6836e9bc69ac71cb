#include "import/list_describer.hpp"

#include "scene/scene_access.hpp"

namespace armature::importing {

void ListDescriber::describe()
{
    const auto describeList = [this](NumberedThing thing, const auto& things, auto& outThings) {
        std::vector<std::size_t>& byNumber = description_.written->own.of(thing);
        byNumber.assign(SceneAccess::listedNumberCount(scene_, thing), FileNumbers::none);
        for (std::size_t place = 0; place < things.size(); ++place) {
            if (const std::size_t number = SceneAccess::listedNumber(scene_, thing, place); number != FileNumbers::none) {
                byNumber[number] = outThings.size();
                outThings.push_back(things[place]);
            }
        }
    };
    for (std::size_t place = 0; place < scene_.images().size(); ++place) {
        images_.push_back(description_.images.size());
        if (scene_.images().contains(place)) {
            description_.images.push_back(scene_.images()[place]);
        }
    }
    describeList(NumberedThing::Material, scene_.materials(), description_.materials);
    describeList(NumberedThing::Camera, scene_.cameras(), description_.cameras);
    describeList(NumberedThing::Light, scene_.lights(), description_.lights);
    for (std::size_t place = 0; place < scene_.materials().size(); ++place) {
        if (scene_.materials().contains(place)) {
            description_.written->materials.push_back(SceneAccess::numbersOfMaterial(scene_, place));
        }
    }
    for (Material& material : description_.materials) {
        for (std::optional<TextureReference>* texture : material.textures()) {
            if (texture->has_value()) {
                (*texture)->image = images_[(*texture)->image];
            }
        }
        for (TextureReference& texture : material.extensionTextures) {
            texture.image = images_[texture.image];
        }
    }
}

std::optional<std::size_t> ListDescriber::written(NumberedThing thing, std::optional<std::size_t> place) const
{
    const std::size_t number = place ? SceneAccess::listedNumber(scene_, thing, *place) : FileNumbers::none;
    const std::size_t there = description_.written->own.numberOf(thing, number);
    return there != FileNumbers::none ? std::optional(there) : std::nullopt;
}

std::optional<std::size_t> ListDescriber::written(const PropertySlot& slot) const
{
    const auto ifThere = [&](NumberedThing thing) {
        return SceneAccess::isThere(scene_, slot) ? written(thing, slot.place) : std::nullopt;
    };
    switch (slot.kind) {
    case ChannelTarget::Kind::Material: return ifThere(NumberedThing::Material);
    case ChannelTarget::Kind::Camera: return ifThere(NumberedThing::Camera);
    case ChannelTarget::Kind::Light: return ifThere(NumberedThing::Light);
    default: return slot.place;
    }
}

void ListDescriber::renumber(VrmModel& model) const
{
    std::optional<std::size_t>& thumbnail = model.meta.thumbnailImage;
    thumbnail = thumbnail && scene_.images().contains(*thumbnail) ? std::optional(images_[*thumbnail]) : std::nullopt;
    const auto renumberAll = [this](auto& binds) {
        const auto isGone = [this](std::size_t material) { return !written(NumberedThing::Material, material); };
        std::erase_if(binds, [&](const auto& bind) { return isGone(bind.material); });
        for (auto& bind : binds) {
            bind.material = *written(NumberedThing::Material, bind.material);
        }
    };
    for (VrmExpression& expression : model.expressions) {
        renumberAll(expression.colors);
        renumberAll(expression.textures);
    }
}

}  // namespace armature::importing
