#include "scene/model_parts.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "node/node_edges.hpp"
#include "scene/scene_state.hpp"

/// Functions that add materials, images, cameras and lights with models, and remove them again.
namespace armature {

namespace {

using Arrival = ModelParts::Arrival;

template <class Thing>
bool isHere(const Arrival& arrival, const NumberedList<Thing>& list) noexcept
{
    return arrival.number != FileNumbers::none && list.numberAt(arrival.place) == arrival.number;
}

/// Returns the index in this scene of an object of the model. If the object is not here yet, add(object) adds it and returns its index.
template <class Thing, class Add>
std::size_t bring(NumberedList<Thing>& here, const NumberedList<Thing>& from, std::size_t place, std::vector<Arrival>& arrivals,
                  const Add& add)
{
    const std::size_t number = from.numberAt(place);
    arrivals.resize(std::max(arrivals.size(), number + 1));
    if (!isHere(arrivals[number], here)) {
        const std::size_t added = add(from[place]);
        arrivals[number] = {added, here.numberAt(added)};
    }
    return arrivals[number].place;
}

template <class Thing>
std::vector<std::size_t> numbersHere(const std::vector<Arrival>& arrivals, const NumberedList<Thing>& list)
{
    std::vector<std::size_t> numbers;
    numbers.reserve(arrivals.size());
    for (const Arrival& arrival : arrivals) {
        numbers.push_back(isHere(arrival, list) ? arrival.number : FileNumbers::none);
    }
    return numbers;
}

template <class Visitor>
void visitTextures(const Material& material, const Visitor& visit)
{
    for (const std::optional<TextureReference>* texture : material.textures()) {
        if (texture->has_value()) {
            visit(**texture);
        }
    }
    std::ranges::for_each(material.extensionTextures, visit);
}

}  // namespace

/// Which materials, cameras and lights of a scene are used. A material is used if a mesh instance shows it or an attachment needs it.
class Scene::State::Uses {
public:
    explicit Uses(const State& scene) : materials(scene.materials.size()), cameras(scene.cameras.size()), lights(scene.lights.size())
    {
        for (const MeshInstance* instance : scene.meshInstances.view()) {
            for (std::size_t primitive = 0; primitive < instance->getMesh()->primitives().size(); ++primitive) {
                mark(materials, instance->getMaterial(primitive));
            }
        }
        for (const TransformNode* node : scene.nodes.view()) {
            mark(cameras, node->getCamera());
            mark(lights, node->getLight());
        }
        for (const SceneAttachment* attachment : scene.attachments.view()) {
            attachment->visitMaterials([&](std::size_t material, std::string_view /*user*/) { mark(materials, material); });
        }
    }

    /// Returns, for each image, whether a material uses it, even a material that nothing shows, or an attachment needs it.
    [[nodiscard]] static std::vector<bool> images(const State& scene)
    {
        std::vector<bool> images(scene.images.size());
        for (const Material& material : scene.materials.view()) {
            visitTextures(material, [&](const TextureReference& texture) { mark(images, texture.image); });
        }
        for (const SceneAttachment* attachment : scene.attachments.view()) {
            attachment->visitImages([&](std::size_t image, std::string_view /*user*/) { mark(images, image); });
        }
        return images;
    }

    std::vector<bool> materials;
    std::vector<bool> cameras;
    std::vector<bool> lights;

private:
    static void mark(std::vector<bool>& used, std::optional<std::size_t> place)
    {
        if (place && *place < used.size()) {
            used[*place] = true;
        }
    }
};

// --- arriving -------------------------------------------------------------------------------------------------------

SharedModelParts Scene::State::partsOf(const Scene& model)
{
    // Forgets models that no longer exist, unless something refers to their parts, or some of their objects may still have to be removed.
    std::erase_if(modelParts, [](const SharedModelParts& each) {
        return !each->model && each.use_count() == 1 && std::ranges::all_of(each->arrivals, &std::vector<Arrival>::empty);
    });
    const auto known = std::ranges::find_if(modelParts, [&](const SharedModelParts& each) { return each->model.get() == &model; });
    if (known != modelParts.end()) {
        return *known;
    }
    auto numbers = std::make_shared<FileNumbers>();
    numbers->root = std::make_shared<const std::string>(model.getExtensions());
    return modelParts.emplace_back(std::make_shared<ModelParts>(ModelParts{.model = Handle<const Scene>(model), .numbers = numbers}));
}

std::size_t Scene::State::bringMaterial(ModelParts& parts, const State& model, std::size_t place)
{
    const auto imageHere = [&](std::size_t image) {
        return bring(images, model.images, image, parts.arrivals[ModelParts::Images],
                     [this](const Image& original) { return images.add(original); });
    };
    return bring(materials, model.materials, place, parts.arrivals[ModelParts::Materials], [&](Material material) {
        for (std::optional<TextureReference>* texture : material.textures()) {
            if (texture->has_value()) {
                (*texture)->image = imageHere((*texture)->image);
            }
        }
        for (TextureReference& texture : material.extensionTextures) {
            texture.image = imageHere(texture.image);
        }
        const std::size_t added = materials.add(std::move(material));
        for (auto each = model.unchanged.lower_bound({place, 0}); each != model.unchanged.end() && each->first.first == place; ++each) {
            // Writes the unchanged values, so that expressions of the model's character do not affect the copy.
            properties.write({ChannelTarget::Kind::Material, each->first.second, added, materials.numberAt(added)},
                             {&each->second.value.x, each->second.components});
        }
        return added;
    });
}

void Scene::State::bringNumbers(ModelParts& parts, const State& model)
{
    FileNumbers numbers = *parts.numbers;
    numbers.of(NumberedThing::Material) = numbersHere(parts.arrivals[ModelParts::Materials], materials);
    numbers.of(NumberedThing::Camera) = numbersHere(parts.arrivals[ModelParts::Cameras], cameras);
    numbers.of(NumberedThing::Light) = numbersHere(parts.arrivals[ModelParts::Lights], lights);
    if (std::ranges::equal(numbers.tables, parts.numbers->tables)) {
        return;
    }
    const std::vector<std::size_t> before = parts.numbers->of(NumberedThing::Material);
    parts.numbers = std::make_shared<const FileNumbers>(std::move(numbers));
    FileNumbersThrough through(parts.numbers);
    for (std::size_t place = 0; place < model.materials.size(); ++place) {
        const std::size_t number = model.materials.numberAt(place);
        const std::size_t here = parts.numbers->numberOf(NumberedThing::Material, number);
        const bool isNew = here != FileNumbers::none && (number >= before.size() || before[number] != here);
        if (isNew && !model.materials[place].extensions.empty()) {
            const std::size_t placeHere = parts.arrivals[ModelParts::Materials][number].place;
            materialNumbers.resize(std::max(materialNumbers.size(), placeHere + 1));
            materialNumbers[placeHere] =
                through.from(place < model.materialNumbers.size() ? model.materialNumbers[place] : SharedFileNumbers());
        }
    }
}

void Scene::State::adopt(ModelParts& parts, const State& from)
{
    for (std::size_t place = 0; place < from.images.size(); ++place) {
        if (from.images.has(place)) {
            bring(images, from.images, place, parts.arrivals[ModelParts::Images],
                  [this](const Image& original) { return images.add(original); });
        }
    }
    for (std::size_t place = 0; place < from.materials.size(); ++place) {
        if (from.materials.has(place)) {
            bringMaterial(parts, from, place);
        }
    }
    const auto bringAll = [this](std::string_view kind, const auto& things, auto& here, std::vector<Arrival>& arrivals) {
        for (std::size_t place = 0; place < things.size(); ++place) {
            if (things.has(place)) {
                bring(here, things, place, arrivals, [&](auto thing) {
                    if (!thing.extensions.empty()) {
                        thing.extensions.clear();
                        warnOnce(fmt::format(
                            "{} {}: its extensions are left out of the copy, because they may refer to things in the original's scene",
                            kind, inQuotes(thing.name)));
                    }
                    return here.add(std::move(thing));
                });
            }
        }
    };
    bringAll("camera", from.cameras, cameras, parts.arrivals[ModelParts::Cameras]);
    bringAll("light", from.lights, lights, parts.arrivals[ModelParts::Lights]);
    bringNumbers(parts, from);
}

void Scene::State::warnOnce(std::string warning)
{
    if (std::ranges::find(warnings, warning) == warnings.end()) {
        warnings.push_back(std::move(warning));
    }
}

// --- leaving --------------------------------------------------------------------------------------------------------

void Scene::State::dropMaterial(std::size_t place)
{
    materials.remove(place);
    unchanged.erase(unchanged.lower_bound({place, 0}), unchanged.lower_bound({place + 1, 0}));
    if (place < materialNumbers.size()) {
        materialNumbers[place].reset();
    }
}

void Scene::State::freeUnused()
{
    const auto isLeft = [](const SharedModelParts& parts) { return parts->wasHeld && parts.use_count() == 1; };
    if (std::ranges::none_of(modelParts, isLeft)) {
        return;
    }
    const Uses uses(*this);
    const auto free = [](std::vector<Arrival>& arrivals, const auto& list, const std::vector<bool>& used, const auto& remove) {
        for (const Arrival& arrival : arrivals) {
            if (isHere(arrival, list) && !used[arrival.place]) {
                remove(arrival.place);
            }
        }
        if (std::ranges::none_of(arrivals, [&](const Arrival& arrival) { return isHere(arrival, list); })) {
            arrivals.clear();
        }
    };
    const auto freeIn = [&](ModelParts::List which, auto& list, const std::vector<bool>& used, const auto& remove) {
        for (const SharedModelParts& parts : modelParts) {
            if (isLeft(parts)) {
                free(parts->arrivals[which], list, used, remove);
            }
        }
    };
    freeIn(ModelParts::Materials, materials, uses.materials, [this](std::size_t place) { dropMaterial(place); });
    freeIn(ModelParts::Cameras, cameras, uses.cameras, [this](std::size_t place) { cameras.remove(place); });
    freeIn(ModelParts::Lights, lights, uses.lights, [this](std::size_t place) { lights.remove(place); });
    freeIn(ModelParts::Images, images, Uses::images(*this), [this](std::size_t place) { images.remove(place); });
    std::erase_if(modelParts, [&](const SharedModelParts& parts) {
        return isLeft(parts) && std::ranges::all_of(parts->arrivals, &std::vector<Arrival>::empty);
    });
}

namespace {

void refuseIfUsed(const std::string& title, bool isUsed, std::string_view user)
{
    if (isUsed) {
        throw std::invalid_argument(fmt::format("{} is used by {}", title, user));
    }
}

}  // namespace

void Scene::removeMaterial(std::size_t material)
{
    if (!state_->materials.has(material)) {
        throw std::invalid_argument(fmt::format("removeMaterial: there is no material {}, the scene has places for {}", material,
                                                counted(state_->materials.size(), "material")));
    }
    const std::string title = fmt::format("removeMaterial: material {} {}", material, inQuotes(state_->materials[material].name));
    for (const MeshInstance* instance : state_->meshInstances.view()) {
        for (std::size_t primitive = 0; primitive < instance->getMesh()->primitives().size(); ++primitive) {
            if (instance->getMaterial(primitive) == material) {
                throw std::invalid_argument(
                    fmt::format("{} is used by mesh instance {}, primitive {}", title, inQuotes(instance->getName()), primitive));
            }
        }
    }
    for (const SceneAttachment* attachment : state_->attachments.view()) {
        attachment->visitMaterials([&](std::size_t used, std::string_view user) { refuseIfUsed(title, used == material, user); });
    }
    for (const SharedModelParts& parts : state_->modelParts) {
        const auto isIt = [&](const Arrival& arrival) { return arrival.place == material && isHere(arrival, state_->materials); };
        if (parts.use_count() > 1 && std::ranges::any_of(parts->arrivals[ModelParts::Materials], isIt)) {
            throw std::invalid_argument(fmt::format("{} came with a model that is still here, and leaves with it", title));
        }
    }
    state_->dropMaterial(material);
}

void Scene::removeImage(std::size_t image)
{
    if (!state_->images.has(image)) {
        throw std::invalid_argument(
            fmt::format("removeImage: there is no image {}, the scene has places for {}", image, counted(state_->images.size(), "image")));
    }
    const std::string title = fmt::format("removeImage: image {} {}", image, inQuotes(state_->images[image].name));
    for (std::size_t place = 0; place < state_->materials.size(); ++place) {
        visitTextures(state_->materials[place], [&](const TextureReference& texture) {
            if (texture.image == image) {
                throw std::invalid_argument(
                    fmt::format("{} is used by material {} {}", title, place, inQuotes(state_->materials[place].name)));
            }
        });
    }
    for (const SceneAttachment* attachment : state_->attachments.view()) {
        attachment->visitImages([&](std::size_t used, std::string_view user) { refuseIfUsed(title, used == image, user); });
    }
    state_->images.remove(image);
}

}  // namespace armature
