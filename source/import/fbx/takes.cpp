#include "import/fbx/takes.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "import/fbx/read_curves.hpp"
#include "import/quoted.hpp"

namespace armature::fbx {

namespace {

constexpr std::uint64_t bytesOfProperty = 400;
constexpr std::uint64_t bytesOfLayerValue = 64;

glm::dvec3 standing(const Objects& objects, ObjectIndex object, AnimatedProperty property)
{
    switch (property) {
    case AnimatedProperty::Translation: return objects.vector(object, "Lcl Translation").value_or(glm::dvec3(0.));
    case AnimatedProperty::Rotation: return objects.vector(object, "Lcl Rotation").value_or(glm::dvec3(0.));
    case AnimatedProperty::Scaling: return objects.vector(object, "Lcl Scaling").value_or(glm::dvec3(1.));
    case AnimatedProperty::ShapeWeight: break;
    }
    return glm::dvec3(objects.real(object, "DeformPercent").value_or(0.));
}

std::optional<AnimatedProperty> propertyNamed(std::string_view name)
{
    if (name == "Lcl Translation") {
        return AnimatedProperty::Translation;
    }
    if (name == "Lcl Rotation") {
        return AnimatedProperty::Rotation;
    }
    if (name == "Lcl Scaling") {
        return AnimatedProperty::Scaling;
    }
    return name == "DeformPercent" ? std::optional(AnimatedProperty::ShapeWeight) : std::nullopt;
}

AnimatedVector& propertyOf(Take& take, const Objects& objects, ObjectIndex object, AnimatedProperty property)
{
    AnimatedVector& animated = take.properties[{object, property}];
    animated.property = property;
    animated.order = property == AnimatedProperty::Rotation ? objects.integer(object, "RotationOrder").value_or(0) : 0;
    return animated;
}

bool canHave(const Object& object, AnimatedProperty property)
{
    return property == AnimatedProperty::ShapeWeight ? object.type == "Deformer" : object.type == "Model";
}

/// Version 7: stacks of layers of curve nodes, which drive properties, and of which curves are the parts.
class StackReader {
public:
    StackReader(const Objects& objects, importing::Notes& notes, Takes& out) : objects_(objects), notes_(notes), out_(out) {}

    void read(ObjectIndex stack)
    {
        Take take;
        take.name = std::string(objects_[stack].name);
        take.span.start = static_cast<double>(objects_.integer(stack, "LocalStart").value_or(0)) / ticksPerSecond;
        take.span.stop = static_cast<double>(objects_.integer(stack, "LocalStop").value_or(0)) / ticksPerSecond;
        const auto layers = objects_.childrenOf(stack, "AnimationLayer");
        for (std::size_t number = 0; number < layers.size(); ++number) {
            readLayer(layers[number], number == 0, take);
        }
        out_.takes.push_back(std::move(take));
    }

private:
    void readLayer(ObjectIndex object, bool isLowest, Take& take)
    {
        if (objects_.integer(object, "Mute").value_or(0) != 0) {
            return;
        }
        AnimatedLayer layer;
        if (!isLowest) {
            constexpr std::int64_t additive = 0;
            constexpr std::int64_t overriding = 1;
            const std::int64_t mode = objects_.integer(object, "BlendMode").value_or(additive);
            layer.blend = mode == additive ? LayerBlend::Additive : mode == overriding ? LayerBlend::Override : LayerBlend::PassThrough;
            layer.turnsAsWhole = objects_.integer(object, "RotationAccumulationMode").value_or(0) == 0;
            layer.isFactor = objects_.integer(object, "ScaleAccumulationMode").value_or(0) == 0;
            layer.percent = {.curve = weightCurveOf(object), .constant = objects_.real(object, "Weight").value_or(100.)};
        }
        for (const ObjectIndex node : objects_.childrenOf(object, "AnimationCurveNode")) {
            readCurveNode(node, layer, isLowest, take);
        }
    }

    /// What animates a layer's weight.
    const Curve* weightCurveOf(ObjectIndex layer)
    {
        for (const Connection& connection : objects_.childrenOf(layer)) {
            if (connection.property != "Weight" || objects_[connection.child].type != "AnimationCurveNode") {
                continue;
            }
            for (const Connection& part : objects_.childrenOf(connection.child)) {
                if (objects_[part.child].type == "AnimationCurve") {
                    return curveOf(part.child);
                }
            }
        }
        return nullptr;
    }

    void readCurveNode(ObjectIndex node, const AnimatedLayer& layer, bool isLowest, Take& take)
    {
        for (const Connection& connection : objects_.parentsOf(node)) {
            objects_.document().charge(bytesOfLayerValue, objects_[node].element);
            const auto property = propertyNamed(connection.property);
            if (property && canHave(objects_[connection.parent], *property)) {
                add(node, connection.parent, *property, layer, isLowest, take);
            }
        }
    }

    void add(ObjectIndex node, ObjectIndex target, AnimatedProperty property, const AnimatedLayer& layer, bool isLowest, Take& take)
    {
        objects_.document().charge(bytesOfProperty, objects_[node].element);
        AnimatedLayer own = layer;
        own.axes = constantsOf(node, target, property);
        const auto parts = objects_.childrenOf(node);
        objects_.document().payForSearch(parts.size(), objects_[node].element);
        for (const Connection& part : parts) {
            const std::size_t axis = part.property.ends_with('Y') ? 1 : part.property.ends_with('Z') ? 2 : 0;
            if (objects_[part.child].type == "AnimationCurve") {
                own.axes[axis].curve = curveOf(part.child);
            }
        }
        AnimatedVector& animated = propertyOf(take, objects_, target, property);
        if (animated.layers.empty() && !isLowest) {
            const glm::dvec3 base = standing(objects_, target, property);
            animated.layers.push_back({.axes = {{{.constant = base.x}, {.constant = base.y}, {.constant = base.z}}}});
        }
        if (animated.layers.size() > mostLayers) {
            objects_.document().refuse(objects_[node].element, fmt::format("is one layer more than the limit of {}", mostLayers));
        }
        animated.layers.push_back(own);
    }

    /// What the numbers are that no curve moves.
    std::array<LayerValue, 3> constantsOf(ObjectIndex node, ObjectIndex target, AnimatedProperty property) const
    {
        static constexpr std::array<std::string_view, 3> names{"d|X", "d|Y", "d|Z"};
        const glm::dvec3 base = standing(objects_, target, property);
        std::array<LayerValue, 3> values;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            values[axis].constant = objects_.real(node, names[axis]).value_or(base[static_cast<glm::length_t>(axis)]);
        }
        if (property == AnimatedProperty::ShapeWeight) {
            values[0].constant = objects_.real(node, "d|DeformPercent").value_or(base[0]);
        }
        return values;
    }

    const Curve* curveOf(ObjectIndex object)
    {
        const auto [known, isNew] = curves_.emplace(object, nullptr);
        if (isNew) {
            if (auto curve = readCurve(objects_.document(), objects_[object].element)) {
                known->second = &out_.curves.emplace_back(std::move(*curve));
            } else {
                notes_.add(objects_.place(object), "has no keys: left out");
            }
        }
        return known->second;
    }

    static constexpr std::size_t mostLayers = 64;

    const Objects& objects_;
    importing::Notes& notes_;
    Takes& out_;
    std::map<ObjectIndex, const Curve*> curves_;
};

/// Version 6: takes of models, named, with a channel for each property and in it one for each number.
class TakeReader {
public:
    TakeReader(const Objects& objects, Takes& out) : objects_(objects), document_(objects.document()), out_(out) {}

    void read(ElementIndex element)
    {
        Take take;
        take.name = std::string(document_.text(element, 0).value_or(std::string_view()));
        const ElementIndex range = document_.find(element, "LocalTime");
        take.span.start = static_cast<double>(document_.integer(range, 0).value_or(0)) / ticksPerSecond;
        take.span.stop = static_cast<double>(document_.integer(range, 1).value_or(0)) / ticksPerSecond;
        document_.forEachChild(element, [&](ElementIndex model) {
            const auto name = document_.text(model, 0);
            const auto object = document_[model].name == "Model" && name ? objects_.findByName(*name) : std::nullopt;
            if (object && objects_[*object].type == "Model") {
                readModel(model, *object, take);
            }
        });
        if (!take.properties.empty()) {
            out_.takes.push_back(std::move(take));
        }
    }

private:
    [[nodiscard]] ElementIndex channelNamed(ElementIndex above, std::string_view name) const
    {
        ElementIndex found = noElement;
        std::uint64_t visited = 0;
        document_.forEachChild(above, [&](ElementIndex child) {
            ++visited;
            if (found == noElement && document_[child].name == "Channel" && document_.text(child, 0) == name) {
                found = child;
            }
        });
        document_.payForSearch(visited, above);
        return found;
    }

    void readModel(ElementIndex model, ObjectIndex object, Take& take)
    {
        const ElementIndex transform = channelNamed(model, "Transform");
        readVector(channelNamed(transform, "T"), object, AnimatedProperty::Translation, take);
        readVector(channelNamed(transform, "R"), object, AnimatedProperty::Rotation, take);
        readVector(channelNamed(transform, "S"), object, AnimatedProperty::Scaling, take);
        for (const ObjectIndex shape : objects_.childrenOf(object, "Deformer")) {
            if (objects_[shape].subtype == "Shape") {
                readSlider(channelNamed(model, objects_[shape].name), shape, take);
            }
        }
    }

    void readSlider(ElementIndex channel, ObjectIndex shape, Take& take)
    {
        if (channel == noElement) {
            return;
        }
        document_.charge(bytesOfProperty, channel);
        AnimatedLayer layer;
        readNumber(channel, 0., layer.axes[0]);
        propertyOf(take, objects_, shape, AnimatedProperty::ShapeWeight).layers = {layer};
    }

    /// What a channel says: a curve, or a constant.
    void readNumber(ElementIndex channel, double standing, LayerValue& out)
    {
        out.constant = document_.real(document_.find(channel, "Default"), 0).value_or(standing);
        if (channel != noElement) {
            if (auto curve = readChannelCurve(document_, channel)) {
                out.curve = &out_.curves.emplace_back(std::move(*curve));
            }
        }
    }

    void readVector(ElementIndex channel, ObjectIndex object, AnimatedProperty property, Take& take)
    {
        if (channel == noElement) {
            return;
        }
        document_.charge(bytesOfProperty, channel);
        static constexpr std::array<std::string_view, 3> names{"X", "Y", "Z"};
        const glm::dvec3 base = standing(objects_, object, property);
        AnimatedLayer layer;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            readNumber(channelNamed(channel, names[axis]), base[static_cast<glm::length_t>(axis)], layer.axes[axis]);
        }
        propertyOf(take, objects_, object, property).layers = {layer};
    }

    const Objects& objects_;
    Document& document_;
    Takes& out_;
};

}  // namespace

const AnimatedVector* Take::find(ObjectIndex object, AnimatedProperty property) const
{
    const auto found = properties.find({object, property});
    return found == properties.end() ? nullptr : &found->second;
}

Takes readTakes(const Objects& objects, importing::Notes& notes)
{
    Takes out;
    StackReader stacks(objects, notes, out);
    for (ObjectIndex object = 0; object < objects.size(); ++object) {
        if (objects[object].type == "AnimationStack") {
            stacks.read(object);
        }
    }
    TakeReader reader(objects, out);
    objects.document().forEachChild(objects.document().find(0, "Takes"), [&](ElementIndex element) {
        if (objects.document().version() < 7000 && objects.document()[element].name == "Take") {
            reader.read(element);
        }
    });
    return out;
}

}  // namespace armature::fbx
