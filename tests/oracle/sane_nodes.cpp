#include <oracle/golden_nodes.hpp>

namespace armature::test {

glm::dmat4 SaneNodes::parentWorld(std::size_t node) const
{
    return parents[node] < 0 ? glm::dmat4(1) : worlds()[static_cast<std::size_t>(parents[node])];
}

glm::dvec3 SaneNodes::position(std::size_t node) const
{
    return center(node) - pivots[node];
}

glm::dvec3 SaneNodes::center(std::size_t node) const
{
    return reference::transformPoint(locals[node], pivots[node]);
}

void SaneNodes::setLinear(std::size_t node, const glm::dmat4& linear, const glm::dvec3& position)
{
    setLinearAt(node, linear, position + pivots[node]);
}

void SaneNodes::setLinearAt(std::size_t node, const glm::dmat4& linear, const glm::dvec3& center)
{
    locals[node] = reference::translation(center) * reference::linearOf(linear) * reference::translation(-pivots[node]);
}

namespace {

/// Returns the rotation that brings +z to `direction` and +y towards `up`, with the corrections: yaw about `up`, pitch about x, roll about
/// z.
glm::dquat lookRotation(const glm::dvec3& direction, const glm::dvec3& up, const Json& arguments)
{
    const glm::dvec3 z = glm::normalize(direction);
    const glm::dvec3 x = glm::normalize(glm::cross(up, z));
    const glm::dmat3 base(x, glm::cross(z, x), z);
    const auto turn = [&](const glm::dvec3& axis, const char* key) { return reference::axisRotation(axis, arguments[key].number()); };
    return turn(up, "yawCor") * glm::quat_cast(base) * turn({1, 0, 0}, "pitchCor") * turn({0, 0, 1}, "rollCor");
}

/// Returns the linear part whose scaled +z and +y point where `look` aims. Where a scale is negative, the opposite unscaled axis is aimed.
glm::dmat4 aimedLinear(const glm::dmat4& local, const glm::dquat& look)
{
    const reference::Parts parts = reference::split(local);
    const double y = parts.scale.y < 0 ? -1 : 1;
    const double z = parts.scale.z < 0 ? -1 : 1;
    const glm::dmat4 flip = reference::scaling({y * z, y, z});  // flips an even number of axes, which is a rotation
    return glm::mat4_cast(look) * flip * reference::scaling(parts.scale);
}

struct SaneStep {
    SaneNodes& nodes;
    std::size_t node;
    std::string op;
    Json arguments;

    [[nodiscard]] glm::dvec3 vector(const char* key = "vec") const { return arguments[key].vector(); }
    [[nodiscard]] bool isWorld() const { return arguments.has("space") && arguments["space"].text() == "WORLD"; }

    void setPart() const
    {
        reference::Parts parts = reference::split(nodes.locals[node]);
        const glm::dvec3 position = nodes.position(node);
        if (op == "scaling=") {
            parts.scale = vector();
        } else {
            parts.rotation = op == "rotation=" ? reference::eulerRotation(vector()) : glm::normalize(arguments["quat"].quaternion());
        }
        nodes.setLinear(node, reference::compose(parts), position);
    }

    void setParent() const
    {
        const glm::dmat4 world = nodes.worlds()[node];
        nodes.parents[node] = arguments["parent"].isNull() ? -1 : static_cast<int>(arguments["parent"].index());
        if (op == "setParent") {
            nodes.locals[node] = glm::inverse(nodes.parentWorld(node)) * world;
        }
    }

    void move() const
    {
        const glm::dmat4 up = glm::inverse(nodes.parentWorld(node));
        glm::dmat4& local = nodes.locals[node];
        if (op == "setAbsolutePosition") {
            local = reference::withTranslation(local, reference::transformPoint(up, vector()));
        } else if (op == "translate" || op == "locallyTranslate") {
            const glm::dvec3 offset = op == "translate" ? vector("axis") * arguments["distance"].number() : vector();
            local = reference::translation(reference::transformVector(isWorld() ? up : local, offset)) * local;
        } else {
            const glm::dvec3 position = op == "position=" ? vector() : reference::transformVector(local, vector());
            local = reference::translation(position - nodes.position(node)) * local;
        }
    }

    void turn() const
    {
        const glm::dmat4 frame = isWorld() ? nodes.parentWorld(node) : glm::dmat4(1);
        const glm::dmat4& local = nodes.locals[node];
        const glm::dvec3 center = nodes.center(node);
        if (op == "addRotation" || (op == "rotate" && !isWorld())) {
            const glm::dquat own = nodes.rotations[node];
            const glm::dquat turn =
                op == "rotate" ? reference::axisRotation(vector("axis"), arguments["angle"].number()) : reference::eulerRotation(vector());
            nodes.setLinearAt(node, glm::mat4_cast(own * turn * glm::conjugate(own)) * local, center);
            return;
        }
        const glm::dmat4 rotation = glm::mat4_cast(reference::axisRotation(vector("axis"), arguments["angle"].number()));
        const glm::dmat4 inParent = glm::inverse(reference::linearOf(frame)) * rotation * reference::linearOf(frame);
        const glm::dvec3 axle = op == "rotateAround" ? vector("point") : center;
        nodes.setLinearAt(node, inParent * local, axle + reference::transformVector(inParent, center - axle));
    }

    void look() const
    {
        const glm::dmat4 down = isWorld() ? glm::inverse(nodes.parentWorld(node)) : glm::dmat4(1);
        const glm::dvec3 center = nodes.center(node);
        const glm::dvec3 direction = op == "lookAt" ? reference::transformPoint(down, vector()) - center : vector();
        const glm::dvec3 up = reference::transformVector(down, {0, 1, 0});
        nodes.setLinearAt(node, aimedLinear(nodes.locals[node], lookRotation(direction, up, arguments)), center);
    }

    void setPivot() const
    {
        const glm::dvec3 position = nodes.position(node);
        nodes.pivots[node] = vector();
        nodes.setLinear(node, nodes.locals[node], position);
    }

    void reset() const
    {
        const glm::dmat4 before = nodes.locals[node];
        nodes.locals[node] = glm::dmat4(1);
        for (std::size_t child = 0; arguments.flag("independentOfChildren") && child < nodes.locals.size(); ++child) {
            if (nodes.parents[child] == static_cast<int>(node)) {
                nodes.locals[child] = before * nodes.locals[child];
            }
        }
    }
};

}  // namespace

SaneNodes saneNodes(SaneNodes before, const Json& step)
{
    const SaneStep sane{before, step["node"].index(), step["op"].text(), step["args"]};
    const std::string& op = sane.op;
    if (op == "rotationQuaternion=" || op == "rotation=" || op == "scaling=") {
        sane.setPart();
    } else if (op == "parent=" || op == "setParent") {
        sane.setParent();
    } else if (op == "rotate" || op == "rotateAround" || op == "addRotation") {
        sane.turn();
    } else if (op == "lookAt" || op == "setDirection") {
        sane.look();
    } else if (op == "setPivotPoint") {
        sane.setPivot();
    } else if (op == "resetLocalMatrix") {
        sane.reset();
    } else {
        sane.move();
    }
    return before;
}

}  // namespace armature::test
