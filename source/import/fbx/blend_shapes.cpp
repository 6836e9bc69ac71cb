#include "import/fbx/meshes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"

namespace armature::fbx {

namespace {

std::vector<glm::dvec3> readVectors(Document& document, ElementIndex element)
{
    const auto numbers = document.reals(element);
    document.charge(numbers.size() * sizeof(double), element);
    std::vector<glm::dvec3> out;
    for (std::size_t first = 0; first + 3 <= numbers.size(); first += 3) {
        out.emplace_back(numbers[first], numbers[first + 1], numbers[first + 2]);
    }
    return out;
}

ShapeTarget readTarget(Document& document, ElementIndex element, std::string_view name, std::size_t pointCount)
{
    ShapeTarget target;
    target.name = std::string(name.substr(0, importing::longestName));
    document.charge(target.name.size(), element);
    const auto points = document.integers(document.find(element, "Indexes"));
    target.positions = readVectors(document, document.find(element, "Vertices"));
    target.normals = readVectors(document, document.find(element, "Normals"));
    if (points.size() != target.positions.size()) {
        document.refuse(element,
                        fmt::format("moves {} by {}", counted(points.size(), "point"), counted(target.positions.size(), "displacement")));
    }
    if (target.normals.size() != points.size()) {
        target.normals.clear();
    }
    document.charge(points.size() * sizeof(std::uint32_t), element);
    for (std::size_t index = 0; index < points.size(); ++index) {
        if (points[index] < 0 || static_cast<std::uint64_t>(points[index]) >= pointCount) {
            document.refuse(element, fmt::format("names point {} as number {}, but the mesh has {}", points[index], index,
                                                 counted(pointCount, "point")));
        }
        target.points.push_back(static_cast<std::uint32_t>(points[index]));
    }
    return target;
}

void readChannel(const Objects& objects, ObjectIndex object, std::size_t pointCount, BlendShapes& out, importing::Notes& notes)
{
    Document& document = objects.document();
    const ElementIndex element = objects[object].element;
    ShapeChannel channel;
    channel.object = object;
    channel.percent =
        objects.real(object, "DeformPercent").value_or(document.real(document.find(element, "DeformPercent"), 0).value_or(0.));
    channel.firstTarget = out.targets.size();
    std::vector<double> full = document.reals(document.find(element, "FullWeights"));
    const auto shapes = objects.childrenOf(object, "Geometry");
    std::vector<std::pair<double, ShapeTarget>> targets;
    for (std::size_t number = 0; number < shapes.size(); ++number) {
        ShapeTarget target = readTarget(document, objects[shapes[number]].element, objects[shapes[number]].name, pointCount);
        double percent = number < full.size() ? full[number] : 100.;
        if (shapes.size() == 1 && full.size() > 1 && full.size() == target.points.size()) {
            // Blender stores the weights of individual points in FullWeights.
            for (std::size_t point = 0; point < full.size(); ++point) {
                target.positions[point] *= full[point] / 100.;
                if (!target.normals.empty()) {
                    target.normals[point] *= full[point] / 100.;
                }
            }
            percent = 100.;
        }
        const bool isKnown = std::ranges::any_of(targets, [percent](const auto& other) { return other.first == percent; });
        if (percent == 0. || !std::isfinite(percent) || isKnown || targets.size() >= 256) {
            notes.add(objects.place(shapes[number]),
                      fmt::format("reaches its full weight at {} %, where it cannot be used: left out", percent));
            continue;
        }
        targets.emplace_back(percent, std::move(target));
    }
    std::ranges::stable_sort(targets, {}, [](const auto& target) { return target.first; });
    for (auto& [percent, target] : targets) {
        if (targets.size() == 1 || percent == targets.back().first) {
            target.name = std::string(objects[object].name);
            document.charge(target.name.size(), element);
        }
        channel.full.push_back(percent);
        out.targets.push_back(std::move(target));
    }
    if (!channel.full.empty()) {
        out.channels.push_back(std::move(channel));
    }
}

/// Reads blend shapes that are records of the geometry itself, as in version 6 and in Maya's exports up to 7.1. Each shape is a slider; its
/// percentage is a property of the geometry, named like the shape.
void readOwnShapes(const Objects& objects, ObjectIndex owner, std::size_t pointCount, BlendShapes& out)
{
    Document& document = objects.document();
    document.forEachChild(objects[owner].element, [&](ElementIndex element) {
        const auto name = document[element].name == "Shape" ? document.text(element, 0) : std::nullopt;
        if (name && document.find(element, "Vertices") != noElement) {
            ShapeTarget target = readTarget(document, element, name->substr(0, importing::longestName), pointCount);
            out.channels.push_back({.object = owner,
                                    .shape = *name,
                                    .percent = objects.real(owner, *name).value_or(0.),
                                    .firstTarget = out.targets.size(),
                                    .full = {100.}});
            out.targets.push_back(std::move(target));
        }
    });
}

}  // namespace

void ShapeChannel::weigh(double percentNow, std::span<double> outWeights) const
{
    std::ranges::fill(outWeights, 0.);
    // The stops are the full percentages of the shapes together with 0 (no shape), in order. `zero` is the number of shapes below 0 % and
    // therefore the index of the stop at 0 %.
    const auto zero = static_cast<std::size_t>(std::ranges::lower_bound(full, 0.) - full.begin());
    const auto percentAt = [&](std::size_t stop) { return stop < zero ? full[stop] : stop == zero ? 0. : full[stop - 1]; };
    const std::size_t stops = full.size() + 1;
    std::size_t stop = 0;
    while (stop + 2 < stops && percentNow > percentAt(stop + 1)) {
        ++stop;
    }
    const double share = (percentNow - percentAt(stop)) / (percentAt(stop + 1) - percentAt(stop));
    const auto set = [&](std::size_t which, double weight) {
        if (which != zero) {
            outWeights[which < zero ? which : which - 1] = weight;
        }
    };
    set(stop, 1. - share);
    set(stop + 1, share);
}

std::vector<float> BlendShapes::standingWeights() const
{
    std::vector<float> weights;
    for (const ShapeChannel& channel : channels) {
        std::vector<double> own(channel.full.size());
        channel.weigh(channel.percent, own);
        weights.insert(weights.end(), own.begin(), own.end());
    }
    return weights;
}

BlendShapes readBlendShapes(const Objects& objects, ObjectIndex owner, std::size_t pointCount, importing::Notes& notes)
{
    BlendShapes out;
    readOwnShapes(objects, owner, pointCount, out);
    for (const ObjectIndex deformer : objects.childrenOf(owner, "Deformer")) {
        if (objects[deformer].subtype == "BlendShape") {
            for (const ObjectIndex channel : objects.childrenOf(deformer, "Deformer")) {
                readChannel(objects, channel, pointCount, out, notes);
            }
        }
    }
    return out;
}

}  // namespace armature::fbx
