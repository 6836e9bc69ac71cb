#include <oracle/golden_nodes.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(oracle_transform_nodes)

namespace {

/// Operations whose result in Babylon.js is wrong for a node with a pivot: they mistake another position for the position among the node's
/// parts.
constexpr std::string_view pivotQuirks[] = {"translate", "setAbsolutePosition", "rotateAround",    "setParent",
                                            "lookAt",    "locallyTranslate",    "resetLocalMatrix"};
/// Operations in which Babylon.js splits a matrix or takes a rotation from it. The result is wrong if a matrix above mirrors or scales
/// unevenly.
constexpr std::string_view splits[] = {"setParent", "rotate", "lookAt", "setDirection", "resetLocalMatrix"};

bool isAmong(std::span<const std::string_view> names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

glm::dquat rawRotationOf(const Json& parts)
{
    return parts.has("r") ? parts["r"].quaternion() : reference::eulerRotation(parts["e"].vector());
}

/// Returns the nodes that an operation reads or writes: the node, its ancestors, its new parent with ancestors, and the children that stay
/// put.
std::vector<std::size_t> involvedNodes(const SaneNodes& nodes, const Json& step)
{
    std::vector<std::size_t> involved;
    const auto addChain = [&](int node) {
        for (; node >= 0; node = nodes.parents[static_cast<std::size_t>(node)]) {
            involved.push_back(static_cast<std::size_t>(node));
        }
    };
    addChain(static_cast<int>(step["node"].index()));
    if (const auto parent = step["args"].find("parent"); parent && !parent->isNull()) {
        addChain(static_cast<int>(parent->index()));
    }
    for (std::size_t child = 0; step["args"].flag("independentOfChildren") && child < nodes.parents.size(); ++child) {
        if (nodes.parents[child] == static_cast<int>(step["node"].index())) {
            involved.push_back(child);
        }
    }
    return involved;
}

bool isUneven(const glm::dmat4& matrix)
{
    const glm::dvec3 lengths(glm::length(matrix[0]), glm::length(matrix[1]), glm::length(matrix[2]));
    return reference::isSheared(matrix)
           || std::max({lengths.x, lengths.y, lengths.z}) > 1.000001 * std::min({lengths.x, lengths.y, lengths.z});
}

/// Returns why a step may differ; empty if it may not.
std::string nodeMark(const Json& previous, const Json& step, const SaneNodes& before)
{
    const std::string op = step["op"].text();
    if (step.flag("quirk")) {
        return step["why"].text();
    }
    const auto involved = involvedNodes(before, step);
    const auto parts = previous["trs"].items();
    // After Babylon.js has split a sheared matrix, the rotation is not of unit length.
    const auto wasSplit = [&](std::size_t node) { return std::abs(glm::length(rawRotationOf(parts[node])) - 1) > 1e-6; };
    if (step.flag("lossy") || std::ranges::any_of(involved, wasSplit)) {
        return "lossy";
    }
    if (isAmong(pivotQuirks, op) && std::ranges::any_of(involved, [&](std::size_t node) { return before.pivots[node] != glm::dvec3(0); })) {
        return "pivot";
    }
    if (!isAmong(splits, op)) {
        return "";
    }
    const auto any = [&](bool (*is)(const glm::dmat4&)) {
        return std::ranges::any_of(involved, [&](std::size_t node) { return is(before.locals[node]); });
    };
    return any(reference::isMirrored) ? "mirrored" : any(isUneven) ? "uneven scale above" : "";
}

/// Checks the nodes' parts, set or split from a matrix. Babylon.js may keep other signs, and rotations without unit length.
void checkParts(StepVerdict& verdict, const GoldenNodes& rig, const Json& state, const std::string& mark)
{
    const SaneNodes now = rig.snapshot();
    const auto golden = state["trs"].items();
    for (std::size_t i = 0; i < golden.size(); ++i) {
        const Transform actual = rig.nodes()[i]->getTransform();
        const glm::dquat rotation = rawRotationOf(golden[i]);
        verdict.equal("position", listOf(actual.translation), golden[i]["t"].numbers());
        const bool isUnit = std::abs(glm::length(rotation) - 1) < 1e-6;
        const std::string reason = !mark.empty() ? mark : !isUnit ? "lossy" : reference::isMirrored(now.locals[i]) ? "mirrored" : "";
        const std::vector<double> turned = rotationList(glm::dquat(actual.rotation), rotation);
        if (reason.empty() || (agree(listOf(actual.scale), golden[i]["s"].numbers()) && agree(turned, rotationList(rotation, rotation)))) {
            verdict.equal("scaling", listOf(actual.scale), golden[i]["s"].numbers());
            verdict.equal("rotation", turned, rotationList(rotation, rotation));
            continue;
        }
        const glm::dmat4 linear = reference::linearOf(now.locals[i]);
        const reference::Parts split = reference::split(linear);
        const reference::Parts parts{glm::dvec3(0), glm::dquat(actual.rotation), glm::dvec3(actual.scale)};
        const bool isSplit = agree(listOf(actual.scale), listOf(split.scale)) && agree(turned, rotationList(split.rotation, rotation));
        verdict.isSane("scaling and rotation", isSplit || agree(numbersOf({reference::compose(parts)}), numbersOf({linear})), reason);
    }
}

std::vector<double> unit(const glm::dvec3& vector)
{
    return listOf(glm::normalize(vector));
}

/// Checks the getters of one node in a golden state.
void checkNodeGetters(StepVerdict& verdict, const TransformNode& node, const Json& get, const glm::dvec3& axis, const glm::dmat4& frame,
                      bool isRightHanded)
{
    const glm::dmat4 world(node.getWorldMatrix());
    const glm::dmat4 local(node.getLocalMatrix());
    const glm::vec3 scale = node.getScaling();
    const bool isMirrored = reference::isMirrored(world) || reference::isMirrored(local) || std::min({scale.x, scale.y, scale.z}) < 0;
    const std::string mark = get.flag("sheared") ? "sheared" : isMirrored ? "mirrored" : "";
    const Transform parts = node.getTransform();
    const glm::dquat rotation = reference::rotationIn(frame, local, {glm::dvec3(0), glm::dquat(parts.rotation), glm::dvec3(scale)});
    verdict.equal("absolute position", listOf(node.getPosition(Space::World)), get["absolutePosition"].numbers());
    verdict.equalOrSane("absolute scaling", listOf(node.getScaling(Space::World)), get["absoluteScaling"].numbers(), mark, [&] {
        glm::dvec3 lengths;
        for (int i = 0; i < 3; ++i) {
            const bool isNegative = (scale[i] < 0) != (i == 1 && reference::isMirrored(frame));
            lengths[i] = (isNegative ? -1 : 1) * glm::length(glm::dvec3(world[i]));
        }
        return listOf(lengths);
    });
    verdict.equalOrSane("absolute rotation", rotationList(glm::dquat(node.getRotationQuaternion(Space::World)), rotation),
                        rotationList(get["absoluteRotationQuaternion"].quaternion(), rotation), mark,
                        [&] { return rotationList(rotation, rotation); });
    verdict.equal("up", listOf(node.getDirection({0.f, 1.f, 0.f})), get["up"].numbers());
    verdict.equalOrSane("forward", listOf(node.getDirection({0.f, 0.f, 1.f})), get["forward"].numbers(),
                        isRightHanded ? "forward is +Z" : "", [&] { return unit(glm::dvec3(world[2])); });
    verdict.equalOrSane("right", listOf(node.getDirection({-1.f, 0.f, 0.f})), get["right"].numbers(),
                        isRightHanded ? "" : "right is -X, as for +Z and +Y", [&] { return unit(-glm::dvec3(world[0])); });
    verdict.equalOrSane("direction", listOf(node.getDirection(glm::vec3(axis))), get["direction"].numbers(), "directions are normalized",
                        [&] { return unit(get["direction"].vector()); });
    const glm::dvec3 inLocal = glm::inverse(glm::dmat3(local)) * glm::dvec3(node.getPosition());
    verdict.equal("position in local", listOf(inLocal), get["positionInLocal"].numbers());
}

void checkState(StepVerdict& verdict, const Json& golden, const Json& state, const GoldenNodes& rig, const std::string& mark)
{
    const SaneNodes now = rig.snapshot();
    checkParts(verdict, rig, state, mark);
    const auto getters = state["get"].items();
    for (std::size_t i = 0; i < getters.size(); ++i) {
        checkNodeGetters(verdict, *rig.nodes()[i], getters[i], state["directionAxis"].vector(), now.parentWorld(i),
                         golden.flag("rightHanded"));
    }
}

void checkNodeStep(const Json& golden, const Json& previous, const Json& step, int number, GoldenNodes& rig, OracleTally& tally)
{
    const SaneNodes before = rig.snapshot();
    const std::string mark = nodeMark(previous, step, before);
    rig.apply(step);
    const std::string space = step["args"].has("space") ? step["args"]["space"].text() : "";
    StepVerdict verdict(tally, golden["id"].text() + " step " + std::to_string(number) + " " + step["op"].text() + " " + space);
    verdict.equalOrSane("worlds", numbersOf(rig.worlds()), step["world"].numbers(), mark, [&] {
        const SaneNodes sane = saneNodes(before, step);
        BOOST_TEST(compare(numbersOf(rig.snapshot().locals), numbersOf(sane.locals), goldenTolerance));
        return numbersOf(sane.worlds());
    });
    if (!mark.empty()) {
        rig.load(step);
        verdict.equal("worlds as loaded", numbersOf(rig.worlds()), step["world"].numbers());
    }
    checkState(verdict, golden, step, rig, mark);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_case_is_equal_or_deliberately_different)
{
    compareGolden("transform_nodes", [](const Json& golden, OracleTally& tally) {
        GoldenNodes rig(golden["nodes"]);
        StepVerdict start(tally, golden["id"].text() + " start");
        const Json initial = golden["initial"];
        start.equal("worlds", numbersOf(rig.worlds()), initial["world"].numbers());
        checkState(start, golden, initial, rig, "");
        int number = 0;
        Json previous = initial;
        for (const Json& step : golden["steps"].items()) {
            checkNodeStep(golden, previous, step, number++, rig, tally);
            previous = step;
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
