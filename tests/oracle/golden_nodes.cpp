#include <oracle/golden_nodes.hpp>

namespace armature::test {

namespace {

TransformNode* parentIn(const std::vector<TransformNode*>& nodes, const Json& index)
{
    return index.isNull() ? nullptr : nodes[index.index()];
}

LookOptions lookOptions(const Json& arguments)
{
    LookOptions options;
    options.yawCorrection = static_cast<float>(arguments["yawCor"].number());
    options.pitchCorrection = static_cast<float>(arguments["pitchCor"].number());
    options.rollCorrection = static_cast<float>(arguments["rollCor"].number());
    return options;
}

bool isWorld(const Json& arguments)
{
    return arguments.has("space") && arguments["space"].text() == "WORLD";
}

}  // namespace

GoldenNodes::GoldenNodes(const Json& specs)
{
    for (const Json& spec : specs.items()) {
        const auto parent = spec["p"].integer();
        nodes_.push_back(&scene_.createTransformNode(spec["n"].text(), parent < 0 ? nullptr : nodes_[static_cast<std::size_t>(parent)],
                                                     transformOf(spec)));
    }
}

// In Babylon.js, LOCAL means a node's own axes for moving and turning it, but its parent's axes for aiming it; rotateAround uses the
// parent's axes.
void GoldenNodes::apply(const Json& step)
{
    TransformNode& node = *nodes_[step["node"].index()];
    const std::string op = step["op"].text();
    const Json arguments = step["args"];
    const auto vector = [&](const char* key = "vec") { return glm::vec3(arguments[key].vector()); };
    const auto angle = [&] { return static_cast<float>(arguments["angle"].number()); };
    const Space own = isWorld(arguments) ? Space::World : Space::Own;
    if (op == "position=") {
        node.setPosition(vector());
    } else if (op == "rotationQuaternion=") {
        node.setRotationQuaternion(glm::quat(arguments["quat"].quaternion()));
    } else if (op == "rotation=") {
        node.setRotation(vector());
    } else if (op == "scaling=") {
        node.setScaling(vector());
    } else if (op == "parent=" || op == "setParent") {
        node.setParent(parentIn(nodes_, arguments["parent"]), op == "setParent" ? Keep::World : Keep::Local);
    } else if (op == "setAbsolutePosition") {
        node.setPosition(vector(), Space::World);
    } else if (op == "translate") {
        node.translate(vector("axis") * static_cast<float>(arguments["distance"].number()), own);
    } else if (op == "locallyTranslate") {
        node.translate(vector());
    } else if (op == "setPositionWithLocalVector") {
        node.setPosition(glm::mat3(node.getLocalMatrix()) * vector());
    } else if (op == "rotate") {
        node.rotate(vector("axis"), angle(), own);
    } else if (op == "rotateAround") {
        node.rotateAround(vector("point"), vector("axis"), angle(), Space::Local);
    } else if (op == "addRotation") {
        node.addRotation(vector());
    } else if (op == "lookAt") {
        node.lookAt(vector(), isWorld(arguments) ? Space::World : Space::Local, lookOptions(arguments));
    } else if (op == "setDirection") {
        node.setDirection(vector(), Space::Local, lookOptions(arguments));
    } else if (op == "setPivotPoint") {
        node.setPivotPoint(vector());
    } else {
        BOOST_REQUIRE_EQUAL(op, "resetLocalMatrix");
        resetLocalMatrix(node, arguments.flag("independentOfChildren"));
    }
}

// The library has no such operation; two other operations give the same effect.
void GoldenNodes::resetLocalMatrix(TransformNode& node, bool independentOfChildren)
{
    std::vector<TransformNode*> children;
    for (Node& child : node.getChildren()) {
        children.push_back(child.asTransformNode());
    }
    const glm::mat4 before = node.getLocalMatrix();
    node.setTransform({});
    for (TransformNode* child : independentOfChildren ? children : std::vector<TransformNode*>()) {
        child->setLocalMatrix(before * child->getLocalMatrix());
    }
}

void GoldenNodes::load(const Json& state)
{
    const auto parts = state["trs"].items();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const glm::dquat rotation = parts[i].has("r") ? parts[i]["r"].quaternion() : reference::eulerRotation(parts[i]["e"].vector());
        const reference::Parts golden{parts[i]["t"].vector(), rotation, parts[i]["s"].vector()};
        if (std::abs(glm::length(rotation) - 1) < 1e-6) {
            nodes_[i]->setTransform({glm::vec3(golden.translation), glm::quat(rotation), glm::vec3(golden.scale)});
        } else {
            const glm::dvec3 pivot(nodes_[i]->getPivotPoint());
            const glm::dmat4 linear = reference::linearOf(reference::compose(golden));
            nodes_[i]->setLocalMatrix(
                glm::mat4(reference::translation(golden.translation + pivot) * linear * reference::translation(-pivot)));
        }
    }
}

SaneNodes GoldenNodes::snapshot() const
{
    SaneNodes result;
    for (const TransformNode* node : nodes_) {
        result.locals.emplace_back(node->getLocalMatrix());
        result.pivots.emplace_back(node->getPivotPoint());
        result.rotations.emplace_back(node->getRotationQuaternion());
        const auto parent = std::ranges::find(nodes_, node->getParent());
        result.parents.push_back(parent == nodes_.end() ? -1 : static_cast<int>(parent - nodes_.begin()));
    }
    return result;
}

std::vector<glm::dmat4> GoldenNodes::worlds() const
{
    std::vector<glm::dmat4> result;
    for (const TransformNode* node : nodes_) {
        result.emplace_back(node->getWorldMatrix());
    }
    return result;
}

}  // namespace armature::test
