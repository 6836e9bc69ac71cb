#include "blend_graph.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <glm/common.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "root_travel.hpp"

namespace armature::tools {

namespace {

void requireOwnName(std::span<AnimationGroup* const> clips, std::size_t clip)
{
    const std::string& name = clips[clip]->getName();
    const auto first = std::ranges::find(clips, name, &AnimationGroup::getName);
    if (name.empty() || first - clips.begin() != static_cast<std::ptrdiff_t>(clip)) {
        throw Error(fmt::format("clip {} has {}: a graph finds clips by their names", clip,
                                name.empty() ? "no name" : fmt::format("the name of clip {}, {}", first - clips.begin(), inQuotes(name))));
    }
}

GraphClipSource sourceOf(Scene& scene, AnimationGroup& clip)
{
    GraphClipSource source;
    const RootTravel travel = findRootTravel(scene, clip.shareClip());
    const auto bones = scene.skeletons().empty() ? std::span<Bone* const>() : scene.skeletons().front()->bones();
    if (travel.motion != nullptr && std::ranges::find(bones, travel.bone) != bones.end()
        && std::ranges::count(bones, travel.bone->getName(), &Bone::getName) == 1 && !travel.bone->getName().empty()) {
        source.motion = GraphMotion{.root = travel.bone->getName(), .options = {.source = RootMotionSource::Root}};
    }
    return source;
}

// Returns a parameter whose range spans the places along one axis. If they all coincide there, the range extends by 1 to each side.
GraphParameter parameterFor(std::string name, std::span<const BlendPlace> places, glm::vec2::length_type axis)
{
    const auto numberOf = [axis](const BlendPlace& place) { return place.place[axis]; };
    const auto [low, high] = std::ranges::minmax(places, {}, numberOf);
    const float margin = numberOf(low) < numberOf(high) ? 0.f : 1.f;
    return {.name = std::move(name),
            .initial = numberOf(places.front()),
            .minimum = numberOf(low) - margin,
            .maximum = numberOf(high) + margin};
}

}  // namespace

std::vector<BlendPlace> placeAround(std::span<const std::size_t> clips)
{
    std::vector<BlendPlace> places;
    for (const std::size_t clip : clips) {
        const std::size_t number = places.size();
        const double turn =
            2. * std::numbers::pi * static_cast<double>(number - 1) / static_cast<double>(std::max<std::size_t>(clips.size(), 2) - 1);
        const glm::vec2 around = glm::round(1000.f * glm::vec2(std::sin(turn), std::cos(turn))) / 1000.f;
        places.push_back({clip, number == 0 ? glm::vec2(0.f) : clips.size() == 2 ? glm::vec2(1.f, 0.f) : around});
    }
    return places;
}

GraphSource makeBlendGraph(Scene& scene, std::span<AnimationGroup* const> clips, std::span<const BlendPlace> places, bool isLine)
{
    GraphDescription description;
    description.root = "blend";
    std::vector<GraphClipSource> sources;
    BlendSpaceNode space{.x = "x", .y = isLine ? "" : "y"};
    for (const BlendPlace& place : places) {
        requireOwnName(clips, place.clip);
        const std::string& name = clips[place.clip]->getName();
        description.clips.push_back({.name = name});
        sources.push_back(sourceOf(scene, *clips[place.clip]));
        space.points.push_back({name, place.place});
        description.root += name == description.root ? "'" : "";
    }
    description.parameters.push_back(parameterFor("x", places, 0));
    if (!isLine) {
        description.parameters.push_back(parameterFor("y", places, 1));
    }
    description.nodes.push_back({description.root, std::move(space)});
    return {.name = "blend", .text = saveGraphJson(description, sources)};
}

bool isMadeBlend(const GraphPlayback& graph) noexcept
{
    return graph.getSource().file.empty();
}

std::vector<BlendPlace> placesOf(const GraphPlayback& graph, std::span<AnimationGroup* const> clips)
{
    std::vector<BlendPlace> places;
    const auto& space = std::get<BlendSpaceNode>(graph.getDescription().nodes.front().kind);
    for (const BlendPoint& point : space.points) {
        const auto clip = std::ranges::find(clips, point.node, &AnimationGroup::getName);
        places.push_back({static_cast<std::size_t>(clip - clips.begin()), point.position});
    }
    return places;
}

}  // namespace armature::tools
