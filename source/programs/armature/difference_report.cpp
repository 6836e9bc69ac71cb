#include "difference.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/json_writer.hpp"
#include "base/words.hpp"
#include "terminal_colors.hpp"

namespace armature::tools {

namespace {

using Layout = JsonWriter::Layout;

double inMillimetres(const LargestDistance& distance) noexcept
{
    return 1000. * static_cast<double>(distance.distance);
}

struct WorstBone {
    const Bone* bone;
    LargestDistance joint;
    LargestDistance turn;
    LargestDistance vertices;  ///< The largest distance of the vertices on which no other bone has more influence.

    [[nodiscard]] float worst() const noexcept { return std::max(joint.distance, vertices.distance); }
};

struct WorstVertex {
    const MeshInstance* instance;
    std::size_t primitive;
    std::size_t vertex;
    LargestDistance distance;
    const Bone* bone;  ///< The bone with the most influence on the vertex; null if it has none.
};

const Bone* boneOf(const MeshInstance& instance, const Primitive& primitive, std::size_t vertex)
{
    const std::size_t count = primitive.skin.influencesPerVertex;
    if (instance.getSkeleton() == nullptr || count == 0) {
        return nullptr;
    }
    const auto first = primitive.skin.weights.begin() + static_cast<std::ptrdiff_t>(vertex * count);
    const auto heaviest = std::max_element(first, first + static_cast<std::ptrdiff_t>(count));
    return instance.getSkeleton()->getBoneByIndex(
        primitive.skin.joints[static_cast<std::size_t>(heaviest - primitive.skin.weights.begin())]);
}

std::vector<WorstVertex> verticesOf(const DifferenceReport& report)
{
    std::vector<WorstVertex> vertices;
    for (std::size_t pair = 0; pair < report.match.instances.size(); ++pair) {
        const MeshInstance* const instance = report.match.instances[pair].first;
        for (std::size_t number = 0; number < report.distance.meshes[pair].size(); ++number) {
            const Primitive& primitive = instance->getMesh()->primitives()[number];
            for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
                vertices.push_back(
                    {instance, number, vertex, report.distance.meshes[pair][number][vertex], boneOf(*instance, primitive, vertex)});
            }
        }
    }
    std::ranges::stable_sort(vertices, std::greater<>(), [](const WorstVertex& vertex) { return vertex.distance.distance; });
    return vertices;
}

std::vector<WorstBone> bonesOf(const DifferenceReport& report, const std::vector<WorstVertex>& vertices)
{
    std::map<const Bone*, LargestDistance> ofVertices;
    for (const WorstVertex& vertex : vertices) {
        ofVertices[vertex.bone].add(vertex.distance.distance, vertex.distance.moment);
    }
    std::vector<WorstBone> bones;
    for (std::size_t pair = 0; pair < report.match.bones.size(); ++pair) {
        const Bone* const bone = report.match.bones[pair].first;
        bones.push_back({bone, report.distance.bones[pair], report.distance.boneTurns[pair], ofVertices[bone]});
    }
    std::ranges::stable_sort(bones, std::greater<>(), &WorstBone::worst);
    return bones;
}

void writeMoment(JsonWriter& json, const DifferenceReport& report, std::uint32_t number)
{
    const Moment& moment = report.distance.moments[number];
    json.member("animation",
                moment.group ? std::optional(std::string_view(report.match.groups[*moment.group].first->getName())) : std::nullopt);
    json.member("time", moment.seconds);
}

}  // namespace

std::string describeMoment(const DifferenceReport& report, std::uint32_t number)
{
    const Moment& moment = report.distance.moments[number];
    return moment.group ? fmt::format("clip {} at {:.4g} s", inQuotes(report.match.groups[*moment.group].first->getName()), moment.seconds)
                        : std::string("the file's own pose");
}

LargestDistance DifferenceReport::largest() const noexcept
{
    LargestDistance largest = distance.largest;
    for (const LargestDistance& bone : distance.bones) {
        largest.add(bone.distance, bone.moment);
    }
    return largest;
}

std::string differenceAsText(const DifferenceReport& report)
{
    std::string text =
        fmt::format("{} and {}: {} compared in {}, {}\n", printable(report.first), printable(report.second),
                    counted(report.distance.vertices, "vertex", "vertices") + " and " + counted(report.match.bones.size(), "bone"),
                    counted(report.distance.moments.size(), "pose"),
                    report.isSame() ? toned(Stream::Output, Tone::Good, fmt::format("the same within {:.4g} mm", report.tolerance))
                                    : toned(Stream::Output, Tone::Bad, fmt::format("at most {:.4g} mm off", report.largestMillimetres())));
    const auto out = std::back_inserter(text);
    for (const std::string& line : report.structure) {
        fmt::format_to(out, "{}\n", line);
    }
    const auto vertices = verticesOf(report);
    const auto bones = bonesOf(report, vertices);
    const auto isWorth = [&](float distance) { return !(1000. * static_cast<double>(distance) <= report.tolerance); };
    if (!bones.empty() && isWorth(bones.front().worst())) {
        fmt::format_to(out, "\n{:>12} {:>12} {:>9}  {}\n", "vertices mm", "joint mm", "degrees", "bone");
    }
    for (std::size_t i = 0; i < std::min(bones.size(), report.shown) && isWorth(bones[i].worst()); ++i) {
        const WorstBone& bone = bones[i];
        const bool isJoint = bone.joint.distance > bone.vertices.distance;
        fmt::format_to(out, "{:>12.4g} {:>12.4g} {:>9.3g}  {}, worst in {}\n", inMillimetres(bone.vertices), inMillimetres(bone.joint),
                       glm::degrees(bone.turn.distance), inQuotes(bone.bone->getName()),
                       describeMoment(report, isJoint ? bone.joint.moment : bone.vertices.moment));
    }
    if (!vertices.empty() && isWorth(vertices.front().distance.distance)) {
        fmt::format_to(out, "\n{:>12}  {}\n", "mm", "vertex");
    }
    for (std::size_t i = 0; i < std::min(vertices.size(), report.shown) && isWorth(vertices[i].distance.distance); ++i) {
        const WorstVertex& vertex = vertices[i];
        fmt::format_to(out, "{:>12.4g}  {} of primitive {} at node {}{}, in {}\n", inMillimetres(vertex.distance), vertex.vertex,
                       vertex.primitive, inQuotes(vertex.instance->getNode().getName()),
                       vertex.bone != nullptr ? ", bone " + inQuotes(vertex.bone->getName()) : std::string(),
                       describeMoment(report, vertex.distance.moment));
    }
    return text;
}

std::string differenceAsJson(const DifferenceReport& report)
{
    const auto vertices = verticesOf(report);
    JsonWriter json;
    json.beginObject();
    json.member("first", std::string_view(report.first));
    json.member("second", std::string_view(report.second));
    json.member("same", report.isSame());
    json.member("tolerance", report.tolerance);
    json.member("millimetres", report.largestMillimetres());
    json.member("poses", report.distance.moments.size());
    json.member("verticesCompared", report.distance.vertices);
    json.key("structure");
    json.beginArray();
    for (const std::string& line : report.structure) {
        json.value(std::string_view(line));
    }
    json.endArray();
    json.key("bones");
    json.beginArray();
    for (const WorstBone& bone : bonesOf(report, vertices)) {
        json.beginObject(Layout::Inline);
        json.member("skin", std::string_view(bone.bone->getSkeleton().getName()));
        json.member("name", std::string_view(bone.bone->getName()));
        json.member("millimetres", inMillimetres(bone.joint));
        json.member("degrees", static_cast<double>(glm::degrees(bone.turn.distance)));
        json.member("vertexMillimetres", inMillimetres(bone.vertices));
        writeMoment(json, report, bone.joint.distance > bone.vertices.distance ? bone.joint.moment : bone.vertices.moment);
        json.endObject();
    }
    json.endArray();
    json.key("vertices");
    json.beginArray();
    for (std::size_t i = 0; i < std::min(vertices.size(), report.shown); ++i) {
        const WorstVertex& vertex = vertices[i];
        json.beginObject(Layout::Inline);
        json.member("node", std::string_view(vertex.instance->getNode().getName()));
        json.member("primitive", vertex.primitive);
        json.member("vertex", vertex.vertex);
        json.member("bone", vertex.bone != nullptr ? std::optional(std::string_view(vertex.bone->getName())) : std::nullopt);
        json.member("millimetres", inMillimetres(vertex.distance));
        writeMoment(json, report, vertex.distance.moment);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

}  // namespace armature::tools
