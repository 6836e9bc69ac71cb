#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <variant>

#include "import/graph/graph_document.hpp"

/// Lists the members of a graph's structs by name. Reading and writing both use these tables, so they cannot disagree.
namespace armature::importing {

/// A member of a struct, or of one of the struct's members, with its name in the file.
template <class... Path>
struct GraphField {
    std::string_view name;
    bool isRequired;
    std::tuple<Path...> path;

    /// Returns a reference to this field's member of `object`; the reference is const if `object` is.
    constexpr auto& of(auto& object) const
    {
        return std::apply(
            [&](const auto... members) -> auto& { return (object.*....*members); }, path);
    }
};

template <class... Path>
constexpr GraphField<Path...> must(std::string_view name, Path... path)
{
    return {name, true, {path...}};
}

template <class... Path>
constexpr GraphField<Path...> may(std::string_view name, Path... path)
{
    return {name, false, {path...}};
}

template <class T>
inline constexpr auto fieldsOf = nullptr;

template <>
inline constexpr auto fieldsOf<GraphValue> = std::tuple(must("parameter", &GraphValue::parameter), may("factor", &GraphValue::factor));
template <>
inline constexpr auto fieldsOf<GraphEvent> = std::tuple(must("name", &GraphEvent::name), must("seconds", &GraphEvent::seconds));
template <>
inline constexpr auto fieldsOf<GraphParameter> = std::tuple(must("name", &GraphParameter::name), may("kind", &GraphParameter::kind),
                                                            may("initial", &GraphParameter::initial),
                                                            may("minimum", &GraphParameter::minimum),
                                                            may("maximum", &GraphParameter::maximum));

// --- clips ----------------------------------------------------------------------------------------------------------

template <>
inline constexpr auto fieldsOf<GraphDifference> = std::tuple(may("reference", &GraphDifference::reference),
                                                             may("seconds", &GraphDifference::seconds));
template <>
inline constexpr auto fieldsOf<GraphMotion> =
    std::tuple(must("root", &GraphMotion::root), may("character", &GraphMotion::character),
               may("up", &GraphMotion::options, &RootMotionOptions::up), may("source", &GraphMotion::options, &RootMotionOptions::source),
               may("extractRotation", &GraphMotion::options, &RootMotionOptions::extractRotation),
               may("minimumTurn", &GraphMotion::options, &RootMotionOptions::minimumTurn),
               may("minimumTravel", &GraphMotion::options, &RootMotionOptions::minimumTravel),
               may("directionSnapAngle", &GraphMotion::options, &RootMotionOptions::directionSnapAngle),
               may("extractLateralMotion", &GraphMotion::options, &RootMotionOptions::extractLateralMotion),
               may("extractVertical", &GraphMotion::options, &RootMotionOptions::extractVertical), may("facing", &GraphMotion::facing),
               may("feet", &GraphMotion::feet), may("contactHeight", &GraphMotion::options, &RootMotionOptions::contactHeight));
template <>
inline constexpr auto fieldsOf<BakeBound> = std::tuple(may("point", &BakeBound::point), may("rotation", &BakeBound::rotation));
template <>
inline constexpr auto fieldsOf<BakeOptions> = std::tuple(may("framesPerSecond", &BakeOptions::framesPerSecond),
                                                         may("isQuantized", &BakeOptions::isQuantized), may("radius", &BakeOptions::radius),
                                                         may("maxError", &BakeOptions::maxError));
template <>
inline constexpr auto fieldsOf<GraphClipEntry> = std::tuple(must("name", &GraphClipEntry::name), may("clip", &GraphClipEntry::clip),
                                                            may("isDifference", &GraphClipEntry::isDifference),
                                                            may("difference", &GraphClipEntry::difference),
                                                            may("motion", &GraphClipEntry::motion), may("bake", &GraphClipEntry::bake),
                                                            may("events", &GraphClipEntry::events),
                                                            may("markers", &GraphClipEntry::markers));

// --- nodes ----------------------------------------------------------------------------------------------------------

template <>
inline constexpr auto fieldsOf<ClipNode> = std::tuple(must("clip", &ClipNode::clip), may("speed", &ClipNode::speed),
                                                      may("loop", &ClipNode::loop), may("start", &ClipNode::start));
template <>
inline constexpr auto fieldsOf<BlendInput> = std::tuple(must("node", &BlendInput::node), may("weight", &BlendInput::weight));
template <>
inline constexpr auto fieldsOf<BlendNode> = std::tuple(must("inputs", &BlendNode::inputs));
template <>
inline constexpr auto fieldsOf<BlendPoint> = std::tuple(must("node", &BlendPoint::node), must("position", &BlendPoint::position));
template <>
inline constexpr auto fieldsOf<BlendSpaceNode> = std::tuple(must("x", &BlendSpaceNode::x), may("y", &BlendSpaceNode::y),
                                                            may("sync", &BlendSpaceNode::sync), must("points", &BlendSpaceNode::points));
template <>
inline constexpr auto fieldsOf<AdditiveNode> = std::tuple(must("base", &AdditiveNode::base), must("difference", &AdditiveNode::difference),
                                                          may("weight", &AdditiveNode::weight));
template <>
inline constexpr auto fieldsOf<OverlayMask> = std::tuple(must("bone", &OverlayMask::bone), may("weight", &OverlayMask::weight),
                                                         may("withDescendants", &OverlayMask::withDescendants));
template <>
inline constexpr auto fieldsOf<OverlayNode> = std::tuple(must("base", &OverlayNode::base), must("overlay", &OverlayNode::overlay),
                                                         may("weight", &OverlayNode::weight), must("masks", &OverlayNode::masks));
template <>
inline constexpr auto fieldsOf<MirrorNode> = std::tuple(must("input", &MirrorNode::input), may("amount", &MirrorNode::amount));
template <>
inline constexpr auto fieldsOf<ModifierNode> = std::tuple(must("input", &ModifierNode::input), may("weight", &ModifierNode::weight));
template <>
inline constexpr auto fieldsOf<GraphState> = std::tuple(must("name", &GraphState::name), must("node", &GraphState::node));
template <>
inline constexpr auto fieldsOf<GraphCondition> = std::tuple(must("parameter", &GraphCondition::parameter),
                                                            may("comparison", &GraphCondition::comparison),
                                                            may("value", &GraphCondition::value));
template <>
inline constexpr auto
    fieldsOf<GraphTransition> = std::tuple(may("from", &GraphTransition::from), must("to", &GraphTransition::to),
                                           may("conditions", &GraphTransition::conditions), may("exitPhase", &GraphTransition::exitPhase),
                                           may("duration", &GraphTransition::duration), may("blend", &GraphTransition::blend),
                                           may("curve", &GraphTransition::curve), may("isInStep", &GraphTransition::isInStep),
                                           may("isInterruptible", &GraphTransition::isInterruptible));
template <>
inline constexpr auto fieldsOf<StateMachineNode> = std::tuple(must("states", &StateMachineNode::states),
                                                              may("transitions", &StateMachineNode::transitions));
template <>
inline constexpr auto fieldsOf<GraphNode> = std::tuple(must("name", &GraphNode::name), must("kind", &GraphNode::kind));

template <>
inline constexpr auto fieldsOf<GraphDocument> = std::tuple(may("parameters", &GraphDocument::parameters),
                                                           may("clips", &GraphDocument::clips), may("nodes", &GraphDocument::nodes),
                                                           must("root", &GraphDocument::root));

using GraphNodeKind = decltype(GraphNode::kind);
inline constexpr auto kindNames =
    std::to_array<std::string_view>({"Clip", "Blend", "BlendSpace", "Additive", "Overlay", "Mirror", "Modifier", "StateMachine"});
static_assert(kindNames.size() == std::variant_size_v<GraphNodeKind>);

/// A struct whose members are listed by fieldsOf.
template <class T>
concept GraphStruct = !std::same_as<decltype(fieldsOf<T>), const std::nullptr_t>;

}  // namespace armature::importing
