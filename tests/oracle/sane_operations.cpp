#include <oracle/sane_operations.hpp>

namespace armature::test {

namespace {

glm::dquat rotationArgument(const std::string& op, const Json& arguments)
{
    if (op == "setYawPitchRoll") {
        return reference::eulerRotation({arguments["pitch"].number(), arguments["yaw"].number(), arguments["roll"].number()});
    }
    if (op == "setAxisAngle") {
        return reference::axisRotation(arguments["axis"].vector(), arguments["angle"].number());
    }
    if (op == "setRotationMatrix") {
        return reference::split(arguments["mat"].matrix()).rotation;
    }
    return arguments.has("vec") ? reference::eulerRotation(arguments["vec"].vector()) : glm::normalize(arguments["quat"].quaternion());
}

}  // namespace

glm::dmat4 SaneBones::frame(std::size_t bone, Space space) const
{
    if (space == Space::Local) {
        return glm::dmat4(1);
    }
    const int parent = parents[bone];
    const glm::dmat4 above = parent < 0 ? glm::dmat4(1) : reference::absolutes(locals, parents)[static_cast<std::size_t>(parent)];
    return space == Space::World ? world * above : above;
}

std::vector<glm::dmat4> saneOperation(const SaneBones& before, const Json& step, Space space)
{
    std::vector<glm::dmat4> locals = before.locals;
    const std::size_t bone = step["bone"].index();
    const std::string op = step["op"].text();
    const Json arguments = step["args"];
    const glm::dmat4 frame = before.frame(bone, space);
    glm::dmat4& local = locals[bone];
    if (op == "translate") {
        const glm::dvec3 offset = reference::transformVector(glm::inverse(frame), arguments["vec"].vector());
        local = reference::translation(offset) * local;
    } else if (op == "setPosition" || op == "setAbsolutePosition" || op == "position=") {
        local = reference::withTranslation(local, reference::transformPoint(glm::inverse(frame), arguments["vec"].vector()));
    } else {
        reference::Parts parts = reference::split(local);
        if (op == "setScale" || op == "scaling=") {
            parts.scale = arguments["vec"].vector();
        } else {
            parts.rotation = reference::localRotation(frame, rotationArgument(op, arguments));
        }
        local = reference::compose(parts);
    }
    return locals;
}

namespace {

void checkRotation(StepVerdict& verdict, const GetterCase& getters, const std::string& mark)
{
    const Json golden = getters.get[getters.key];
    const std::string key(getters.key);
    const glm::dmat4 frame = getters.bones.frame(getters.index, getters.space);
    const glm::dmat4& local = getters.bones.locals[getters.index];
    const glm::dquat sane = reference::rotationIn(frame, local);

    const glm::quat rotation = getters.bone.getRotationQuaternion(getters.space, getters.relativeTo);
    const glm::dquat goldenRotation = golden["rotationQuaternion"].quaternion();
    verdict.equalOrSane(key + " rotation quaternion", rotationList(glm::dquat(rotation), sane), rotationList(goldenRotation, sane), mark,
                        [&] { return rotationList(sane, sane); });

    const glm::dmat4 matrix(glm::mat4(getters.bone.getRotationMatrix(getters.space, getters.relativeTo)));
    verdict.equalOrSane(key + " rotation matrix", numbersOf({matrix}), golden["rotationMatrix"].numbers(), mark,
                        [&] { return numbersOf({glm::mat4_cast(sane)}); });

    const glm::vec3 euler = getters.bone.getRotation(getters.space, getters.relativeTo);
    const std::vector<double> fromEuler = rotationList(reference::eulerRotation(glm::dvec3(euler)), sane);
    if (golden.flag("gimbal")) {
        verdict.isSane(key + " Euler angles", fromEuler, rotationList(sane, sane), "gimbal");
    } else {
        const glm::dquat goldenEuler = reference::eulerRotation(golden["rotation"].vector());
        verdict.equalOrSane(key + " Euler angles", fromEuler, rotationList(goldenEuler, sane), mark,
                            [&] { return rotationList(sane, sane); });
    }

    // Holds for any convention: if the matrix is not sheared, its columns lie along the axes of its rotation.
    const glm::dmat4 whole = frame * local;
    if (!reference::isSheared(whole) && glm::determinant(glm::dmat3(whole)) != 0) {
        const glm::dmat3 along = glm::transpose(glm::dmat3(glm::mat3_cast(rotation))) * glm::dmat3(whole);
        const glm::dmat3 diagonal(along[0][0], 0, 0, 0, along[1][1], 0, 0, 0, along[2][2]);
        BOOST_TEST(near(along, diagonal, goldenTolerance));
    }
}

void checkPoints(StepVerdict& verdict, const GetterCase& getters)
{
    const Json golden = getters.get[getters.key];
    const std::string key(getters.key);
    const Bone& bone = getters.bone;
    const glm::vec3 axis(getters.get["axis"].vector());
    const glm::vec3 point(getters.get["point"].vector());
    const auto [space, relativeTo] = std::pair(getters.space, getters.relativeTo);
    verdict.equal(key + " absolute position", listOf(bone.getPosition(space, relativeTo)), golden["absolutePosition"].numbers());
    verdict.equal(key + " direction", listOf(bone.getDirection(axis, space, relativeTo)), golden["direction"].numbers());
    verdict.equal(key + " position from local", listOf(bone.getAbsolutePositionFromLocal(point, space, relativeTo)),
                  golden["absolutePositionFromLocal"].numbers());
    const auto local = bone.getLocalPositionFromAbsolute(point, space, relativeTo);
    const glm::dmat4 whole = getters.bones.frame(getters.index, space) * getters.bones.locals[getters.index];
    if (std::abs(glm::determinant(glm::dmat3(whole))) > 1e-12) {
        BOOST_REQUIRE(local.has_value());
        verdict.equal(key + " local position", listOf(*local), golden["localPositionFromAbsolute"].numbers());
    } else {
        verdict.isSane(key + " local position of a singular matrix", !local.has_value(), getters.mark);
    }
}

}  // namespace

void checkGetters(StepVerdict& verdict, const GetterCase& getters)
{
    const Json golden = getters.get[getters.key];
    const glm::dmat4& local = getters.bones.locals[getters.index];
    const glm::dmat4 whole = getters.bones.frame(getters.index, getters.space) * local;
    const glm::dmat4 bind(getters.bone.getAbsoluteBindMatrix());
    const bool isMirrored = reference::isMirrored(whole) || reference::isMirrored(local) || reference::isMirrored(bind);
    verdict.equal(std::string(getters.key) + " position", listOf(getters.bone.getPosition(getters.space, getters.relativeTo)),
                  golden["position"].numbers());
    checkRotation(verdict, getters, golden.flag("sheared") ? "sheared" : isMirrored ? "mirrored" : getters.mark);
    if (getters.space == Space::Local) {
        // Parts that Babylon.js has split from a sheared matrix do not compose to the matrix that it reports.
        verdict.equalOrSane("scale", listOf(getters.bone.getScaling()), golden["scale"].numbers(), getters.mark,
                            [&] { return listOf(reference::split(local).scale); });
    } else {
        checkPoints(verdict, getters);
    }
}

}  // namespace armature::test
