#include "import/fbx/takes.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "import/notes.hpp"

namespace armature::fbx {

namespace {

constexpr std::uint64_t bytesOfProperty = 400;
constexpr std::uint64_t bytesOfLayer = 192;

glm::dvec3 standing(const Objects& objects, ObjectIndex object, AnimatedProperty property, std::string_view shape)
{
    switch (property) {
    case AnimatedProperty::Translation: return objects.vector(object, "Lcl Translation").value_or(glm::dvec3(0.));
    case AnimatedProperty::Rotation: return objects.vector(object, "Lcl Rotation").value_or(glm::dvec3(0.));
    case AnimatedProperty::Scaling: return objects.vector(object, "Lcl Scaling").value_or(glm::dvec3(1.));
    case AnimatedProperty::ShapeWeight: break;
    }
    return glm::dvec3(objects.real(object, shape.empty() ? "DeformPercent" : shape).value_or(0.));
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

/// The file's settings of an animation layer.
struct FileLayer {
    LayerMix mix = LayerMix::Replace;
    double constantWeight = 1.;
    const Curve* weight = nullptr;
    bool composesTurns = false;
    bool composesScales = false;
    bool isLowest = true;
    std::size_t number = 0;
};

/// Reads takes of version 7: a stack consists of layers, and a layer of curve nodes, which drive properties and consist of curves.
class StackReader {
public:
    StackReader(const Objects& objects, importing::Notes& notes, Takes& out)
        : objects_(objects), notes_(notes), out_(out), ticks_(ticksPerSecond(objects.document()))
    {}

    void read(ObjectIndex stack)
    {
        Take take;
        take.name = std::string(objects_[stack].name);
        const auto time = [&](std::string_view name) { return static_cast<double>(objects_.integer(stack, name).value_or(0)) / ticks_; };
        take.range = {time("LocalStart"), time("LocalStop")};
        last_.clear();
        const auto layers = objects_.childrenOf(stack, "AnimationLayer");
        for (std::size_t number = 0; number < layers.size(); ++number) {
            readLayer(layers[number], number, take);
        }
        out_.takes.push_back(std::move(take));
    }

private:
    void readLayer(ObjectIndex object, std::size_t number, Take& take)
    {
        if (objects_.integer(object, "Mute").value_or(0) != 0) {
            return;
        }
        FileLayer layer;
        layer.number = number;
        layer.isLowest = number == 0;
        const std::int64_t mode = objects_.integer(object, "BlendMode").value_or(0);
        layer.mix = mode == 0 ? LayerMix::Add : mode == 2 ? LayerMix::Blend : LayerMix::Replace;
        layer.constantWeight = std::clamp(objects_.real(object, "Weight").value_or(100.) / 100., 0., 1.);
        layer.composesTurns = objects_.integer(object, "RotationAccumulationMode").value_or(0) == 0;
        layer.composesScales = objects_.integer(object, "ScaleAccumulationMode").value_or(0) == 0;
        const auto nodes = objects_.childrenOf(object, "AnimationCurveNode");
        for (const ObjectIndex node : nodes) {
            for (const Connection& connection : objects_.parentsOf(node)) {
                if (connection.parent == object && connection.property == "Weight") {
                    layer.weight = curvesOf(node)[0];
                }
            }
        }
        for (const ObjectIndex node : nodes) {
            readCurveNode(node, layer, take);
        }
    }

    void readCurveNode(ObjectIndex node, const FileLayer& layer, Take& take)
    {
        for (const Connection& connection : objects_.parentsOf(node)) {
            objects_.document().charge(bytesOfLayer, objects_[node].element);
            const Object& target = objects_[connection.parent];
            const auto property = propertyNamed(connection.property);
            if (property && canHave(target, *property)) {
                add(node, {connection.parent, *property, {}}, layer, take);
            } else if (target.type == "Geometry" && !connection.property.empty()) {
                add(node, {connection.parent, AnimatedProperty::ShapeWeight, connection.property}, layer, take);
            }
        }
    }

    void add(ObjectIndex node, const Take::Key& key, const FileLayer& layer, Take& take)
    {
        objects_.document().charge(bytesOfProperty, objects_[node].element);
        const auto [target, property, shape] = key;
        const auto [last, isNew] = last_.emplace(key, layer.number);
        if (!isNew && std::exchange(last->second, layer.number) == layer.number) {
            return;  // if a layer drives a property more than once, only the first time counts
        }
        AnimatedVector& animated = take.properties[key];
        animated.property = property;
        const glm::dvec3 base = standing(objects_, target, property, shape);
        if (animated.layers.empty() && !layer.isLowest) {
            animated.layers.push_back({.constant = base});
        }
        if (animated.layers.size() > mostLayers) {
            objects_.document().refuse(objects_[node].element, fmt::format("is one layer more than the limit of {}", mostLayers));
        }
        AnimatedLayer& added = animated.layers.emplace_back();
        added.curves = curvesOf(node);
        added.constant = constantsOf(node, property, shape, base);
        added.mix = layer.mix;
        added.composes = property == AnimatedProperty::Rotation ? layer.composesTurns : layer.composesScales;
        added.constantWeight = layer.constantWeight;
        added.weight = layer.weight;
    }

    /// Returns the constant values for components without a curve.
    [[nodiscard]] glm::dvec3 constantsOf(ObjectIndex node, AnimatedProperty property, std::string_view shape, const glm::dvec3& base) const
    {
        const auto value = [&](std::string_view name, double fallback) { return objects_.real(node, name).value_or(fallback); };
        if (property == AnimatedProperty::ShapeWeight) {
            return glm::dvec3(value("d|" + std::string(shape.empty() ? "DeformPercent" : shape), base.x));
        }
        return {value("d|X", base.x), value("d|Y", base.y), value("d|Z", base.z)};
    }

    std::array<const Curve*, 3> curvesOf(ObjectIndex node)
    {
        std::array<const Curve*, 3> curves{};
        const auto parts = objects_.childrenOf(node);
        objects_.document().payForSearch(parts.size(), objects_[node].element);
        for (const Connection& part : parts) {
            if (objects_[part.child].type == "AnimationCurve") {
                const std::size_t axis = part.property.ends_with("|Y") ? 1 : part.property.ends_with("|Z") ? 2 : 0;
                curves[axis] = curveOf(part.child);
            }
        }
        return curves;
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
    double ticks_;
    std::map<ObjectIndex, const Curve*> curves_;
    std::map<Take::Key, std::size_t> last_;  ///< For each property, the number of the last layer of the current take that drives it.
};

/// Reads takes of earlier versions. A take names models. Each model has a channel for each property, and each such channel contains a
/// channel for each component.
class TakeReader {
public:
    TakeReader(const Objects& objects, Takes& out) : objects_(objects), document_(objects.document()), out_(out) {}

    void read(ElementIndex element)
    {
        Take take;
        take.name = std::string(document_.text(element, 0).value_or(std::string_view()));
        const ElementIndex range = document_.find(element, "LocalTime");
        const double ticks = ticksPerSecond(document_);
        const auto time = [&](std::size_t number) { return static_cast<double>(document_.integer(range, number).value_or(0)) / ticks; };
        take.range = {time(0), time(1)};
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

    /// Reads the models' transforms without animation. Before version 6, these are in channels of the models themselves. For properties
    /// without such a channel, the first take's values are used.
    void readStanding()
    {
        Take own;
        for (ObjectIndex object = 0; object < objects_.size(); ++object) {
            if (objects_[object].type == "Model") {
                readModel(objects_[object].element, object, own);
            }
        }
        if (!out_.takes.empty()) {
            document_.charge(out_.takes.front().properties.size() * bytesOfProperty, noElement);
            own.properties.insert(out_.takes.front().properties.begin(), out_.takes.front().properties.end());
        }
        for (auto& [key, animated] : own.properties) {
            animated.layers.front().curves = {};
        }
        out_.standing = std::move(own);
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
        readVector(channelNamed(transform, "T"), {object, AnimatedProperty::Translation, {}}, take);
        readVector(channelNamed(transform, "R"), {object, AnimatedProperty::Rotation, {}}, take);
        readVector(channelNamed(transform, "S"), {object, AnimatedProperty::Scaling, {}}, take);
        document_.forEachChild(model, [&](ElementIndex channel) {
            if (document_[channel].name == "Channel" && channel != transform) {
                std::string_view name = document_.text(channel, 0).value_or(std::string_view());
                constexpr std::string_view suffix = " (Shape)";  // appended to the name before version 6
                name.remove_suffix(name.ends_with(suffix) ? suffix.size() : 0);
                readNumber(channel, {object, AnimatedProperty::ShapeWeight, name}, take);
            }
        });
    }

    void readVector(ElementIndex channel, const Take::Key& key, Take& take)
    {
        if (channel == noElement) {
            return;
        }
        static constexpr std::array<std::string_view, 3> names{"X", "Y", "Z"};
        AnimatedLayer& layer = add(channel, key, take);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const ElementIndex part = channelNamed(channel, names[axis]);
            readCurveOf(part, layer, axis);
        }
    }

    /// Reads a property with a single component.
    void readNumber(ElementIndex channel, const Take::Key& key, Take& take)
    {
        if (document_.find(channel, "Key") != noElement || document_.find(channel, "Default") != noElement) {
            readCurveOf(channel, add(channel, key, take), 0);
        }
    }

    AnimatedLayer& add(ElementIndex channel, const Take::Key& key, Take& take)
    {
        document_.charge(bytesOfProperty, channel);
        const auto [object, property, shape] = key;
        AnimatedVector& animated = take.properties[key];
        animated.property = property;
        animated.layers = {{.constant = standing(objects_, object, property, shape)}};
        return animated.layers.front();
    }

    void readCurveOf(ElementIndex channel, AnimatedLayer& layer, std::size_t axis)
    {
        double& constant = layer.constant[static_cast<glm::length_t>(axis)];
        constant = document_.real(document_.find(channel, "Default"), 0).value_or(constant);
        if (channel != noElement) {
            if (auto curve = readChannelCurve(document_, channel)) {
                layer.curves[axis] = &out_.curves.emplace_back(std::move(*curve));
            }
        }
    }

    const Objects& objects_;
    Document& document_;
    Takes& out_;
};

}  // namespace

const AnimatedVector* Take::find(ObjectIndex object, AnimatedProperty property, std::string_view shape) const
{
    const auto found = properties.find({object, property, shape});
    return found == properties.end() ? nullptr : &found->second;
}

TimeRange Take::rangeOfKeys() const
{
    TimeRange all = range;
    for (const auto& [key, animated] : properties) {
        animated.forEachCurve([&](const Curve& curve) { all.end = std::max(all.end, curve.keys().back().seconds); });
    }
    return all;
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
    if (objects.document().isNested()) {
        reader.readStanding();
    }
    return out;
}

}  // namespace armature::fbx
