#include "import/fbx/takes.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "import/notes.hpp"

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

bool canHave(const Object& object, AnimatedProperty property)
{
    return property == AnimatedProperty::ShapeWeight ? object.type == "Deformer" : object.type == "Model";
}

/// Version 7: stacks of layers of curve nodes, which drive properties and consist of curves.
class StackReader {
public:
    StackReader(const Objects& objects, importing::Notes& notes, Takes& out) : objects_(objects), notes_(notes), out_(out) {}

    void read(ObjectIndex stack)
    {
        Take take;
        take.name = std::string(objects_[stack].name);
        take.start = static_cast<double>(objects_.integer(stack, "LocalStart").value_or(0)) / ticksPerSecond;
        const auto layers = objects_.childrenOf(stack, "AnimationLayer");
        for (std::size_t number = 0; number < layers.size(); ++number) {
            readLayer(layers[number], number == 0, take);
        }
        out_.takes.push_back(std::move(take));
    }

private:
    struct Layer {
        double weight = 1.;
        bool isAdditive = false;
        bool isLowest = true;
    };

    void readLayer(ObjectIndex object, bool isLowest, Take& take)
    {
        Layer layer;
        layer.isLowest = isLowest;
        if (!isLowest) {
            layer.weight = objects_.real(object, "Weight").value_or(100.) / 100.;
            layer.isAdditive = objects_.integer(object, "BlendMode").value_or(0) == 0;
        }
        if (objects_.integer(object, "Mute").value_or(0) != 0) {
            return;
        }
        for (const ObjectIndex node : objects_.childrenOf(object, "AnimationCurveNode")) {
            readCurveNode(node, layer, take);
        }
    }

    void readCurveNode(ObjectIndex node, const Layer& layer, Take& take)
    {
        for (const Connection& connection : objects_.parentsOf(node)) {
            objects_.document().charge(bytesOfLayerValue, objects_[node].element);
            const auto property = propertyNamed(connection.property);
            if (property && canHave(objects_[connection.parent], *property)) {
                add(node, connection.parent, *property, layer, take);
            }
        }
    }

    void add(ObjectIndex node, ObjectIndex target, AnimatedProperty property, const Layer& layer, Take& take)
    {
        objects_.document().charge(bytesOfProperty, objects_[node].element);
        std::array<LayerValue, 3> values = constantsOf(node, target, property);
        const auto parts = objects_.childrenOf(node);
        objects_.document().payForSearch(parts.size(), objects_[node].element);
        for (const Connection& part : parts) {
            const std::size_t axis = part.property.ends_with('Y') ? 1 : part.property.ends_with('Z') ? 2 : 0;
            if (objects_[part.child].type == "AnimationCurve") {
                values[axis].curve = curveOf(part.child);
            }
        }
        AnimatedVector& animated = take.properties[{target, property}];
        animated.isFactor = property == AnimatedProperty::Scaling;
        if (animated.layers[0].empty() && !layer.isLowest) {
            const glm::dvec3 base = standing(objects_, target, property);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                animated.layers[axis].push_back({.constant = base[static_cast<glm::length_t>(axis)]});
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            values[axis].weight = layer.weight;
            values[axis].isAdditive = layer.isAdditive;
            if (animated.layers[axis].size() > mostLayers) {
                objects_.document().refuse(objects_[node].element, fmt::format("is one layer more than the limit of {}", mostLayers));
            }
            animated.layers[axis].push_back(values[axis]);
        }
    }

    /// The values of numbers without a curve.
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

/// Version 6: named takes of models, with a channel for each property and, in it, one for each number.
class TakeReader {
public:
    TakeReader(const Objects& objects, Takes& out) : objects_(objects), document_(objects.document()), out_(out) {}

    void read(ElementIndex element)
    {
        Take take;
        take.name = std::string(document_.text(element, 0).value_or(std::string_view()));
        const ElementIndex range = document_.find(element, "LocalTime");
        take.start = static_cast<double>(document_.integer(range, 0).value_or(0)) / ticksPerSecond;
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
        document_.forEachChild(above, [&](ElementIndex child) {
            if (found == noElement && document_[child].name == "Channel" && document_.text(child, 0) == name) {
                found = child;
            }
        });
        return found;
    }

    void readModel(ElementIndex model, ObjectIndex object, Take& take)
    {
        const ElementIndex transform = channelNamed(model, "Transform");
        readVector(channelNamed(transform, "T"), object, AnimatedProperty::Translation, take);
        readVector(channelNamed(transform, "R"), object, AnimatedProperty::Rotation, take);
        readVector(channelNamed(transform, "S"), object, AnimatedProperty::Scaling, take);
    }

    void readVector(ElementIndex channel, ObjectIndex object, AnimatedProperty property, Take& take)
    {
        if (channel == noElement) {
            return;
        }
        document_.charge(bytesOfProperty, channel);
        static constexpr std::array<std::string_view, 3> names{"X", "Y", "Z"};
        const glm::dvec3 base = standing(objects_, object, property);
        AnimatedVector& animated = take.properties[{object, property}];
        animated.isFactor = property == AnimatedProperty::Scaling;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const ElementIndex part = channelNamed(channel, names[axis]);
            LayerValue value;
            value.constant = document_.real(document_.find(part, "Default"), 0).value_or(base[static_cast<glm::length_t>(axis)]);
            if (part != noElement) {
                if (auto curve = readChannelCurve(document_, part)) {
                    value.curve = &out_.curves.emplace_back(std::move(*curve));
                }
            }
            animated.layers[axis] = {value};
        }
    }

    const Objects& objects_;
    Document& document_;
    Takes& out_;
};

}  // namespace

double AnimatedVector::at(std::size_t axis, double seconds, Side side) const
{
    double result = 0.;
    bool isFirst = true;
    for (const LayerValue& layer : layers[axis]) {
        const double value = layer.at(seconds, side);
        if (isFirst) {
            result = value;
        } else if (!layer.isAdditive) {
            result += layer.weight * (value - result);
        } else if (isFactor) {
            result *= 1. + layer.weight * (value - 1.);
        } else {
            result += layer.weight * value;
        }
        isFirst = false;
    }
    return result;
}

glm::dvec3 AnimatedVector::at(double seconds, Side side) const
{
    return {at(0, seconds, side), at(1, seconds, side), at(2, seconds, side)};
}

void AnimatedVector::appendTimes(std::vector<double>& times) const
{
    for (const auto& axis : layers) {
        for (const LayerValue& layer : axis) {
            if (layer.curve != nullptr) {
                for (const CurveKey& key : layer.curve->keys()) {
                    times.push_back(key.seconds);
                }
            }
        }
    }
}

std::size_t AnimatedVector::keyCount() const
{
    std::size_t count = 0;
    for (const auto& axis : layers) {
        for (const LayerValue& layer : axis) {
            count += layer.curve != nullptr ? layer.curve->keys().size() : 0;
        }
    }
    return count;
}

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
