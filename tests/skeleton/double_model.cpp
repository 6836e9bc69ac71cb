#include <skeleton/double_model.hpp>

#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

namespace armature::test {

Bounded Bounded::exact(const glm::dmat4& value)
{
    return {value, absolutes(value), 0};
}

glm::dmat4 Bounded::limit() const
{
    constexpr double secondOrder = 1.001;
    return magnitude * (roundings * unitRoundoff * secondOrder)
           + glm::dmat4(glm::dvec4(1e-37), glm::dvec4(1e-37), glm::dvec4(1e-37), glm::dvec4(1e-37));
}

Bounded operator*(const Bounded& parent, const Bounded& child)
{
    return {parent.value * child.value, parent.magnitude * child.magnitude, parent.roundings + child.roundings + 4};
}

glm::dmat4 absolutes(const glm::dmat4& matrix)
{
    return {glm::abs(matrix[0]), glm::abs(matrix[1]), glm::abs(matrix[2]), glm::abs(matrix[3])};
}

double roundness(const glm::dmat4& matrix)
{
    const glm::dmat3 linear(matrix);
    const double volume = glm::length(linear[0]) * glm::length(linear[1]) * glm::length(linear[2]);
    return volume > 0. ? std::abs(glm::determinant(linear)) / volume : 0.;
}

glm::dvec3 signsOf(const glm::dvec3& scale)
{
    return {scale.x < 0. ? -1. : 1., scale.y < 0. ? -1. : 1., scale.z < 0. ? -1. : 1.};
}

glm::dmat4 ModelParts::matrix() const
{
    return glm::translate(glm::dmat4(1.), translation) * glm::mat4_cast(glm::normalize(rotation)) * glm::scale(glm::dmat4(1.), scale);
}

ModelParts ModelParts::of(const glm::dmat4& matrix, const glm::dvec3& signs)
{
    const glm::dmat3 linear(matrix);
    ModelParts parts;
    parts.translation = matrix[3];
    const bool mirrors = glm::determinant(linear) < 0.;
    const bool fit = (signs.x * signs.y * signs.z < 0.) == mirrors;
    const glm::dvec3 lengths(glm::length(linear[0]), glm::length(linear[1]), glm::length(linear[2]));
    parts.scale = lengths * (fit ? signsOf(signs) : glm::dvec3(1., mirrors ? -1. : 1., 1.));
    parts.rotation =
        glm::normalize(glm::quat_cast(glm::dmat3(linear[0] / parts.scale.x, linear[1] / parts.scale.y, linear[2] / parts.scale.z)));
    return parts;
}

bool ModelPose::hasParts() const
{
    if (parts) {
        return true;
    }
    const glm::dmat3 linear(local);
    const auto cosine = [&](int a, int b) { return glm::dot(glm::normalize(linear[a]), glm::normalize(linear[b])); };
    constexpr double tolerance = 1e-6;
    return std::abs(cosine(0, 1)) < tolerance && std::abs(cosine(1, 2)) < tolerance && std::abs(cosine(2, 0)) < tolerance;
}

const ModelPose& DoubleModel::poseOf(std::size_t object) const
{
    const std::size_t driver = objects[object].driver;
    return objects[driver != none ? driver : object].pose;
}

std::size_t DoubleModel::targetOf(std::size_t object) const
{
    const ModelObject& written = objects[object];
    return written.driver == none ? object : written.forwardsWrites ? written.driver : none;
}

std::size_t DoubleModel::above(std::size_t object) const
{
    const ModelObject& below = objects[object];
    return below.parent != none ? below.parent : below.isBone() ? rigs[below.rig].host : none;
}

bool DoubleModel::hangsOn(std::size_t object, std::size_t ancestor) const
{
    while (object != none && object != ancestor) {
        object = above(object);
    }
    return object != none;
}

std::vector<std::size_t> DoubleModel::childrenOf(std::size_t object) const
{
    std::vector<std::size_t> children;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (objects[i].isAlive && objects[i].parent == object) {
            children.push_back(i);
        }
    }
    return children;
}

Bounded DoubleModel::absolute(std::size_t bone) const
{
    if (bone == none) {
        return {};
    }
    Bounded result = Bounded::exact(poseOf(bone).local);
    for (std::size_t up = objects[bone].parent; up != none; up = objects[up].parent) {
        result = Bounded::exact(poseOf(up).local) * result;
    }
    return result;
}

Bounded DoubleModel::world(std::size_t object) const
{
    if (object == none) {
        return {};
    }
    Bounded result;
    for (bool isFirst = true; object != none; object = above(object), isFirst = false) {
        const std::optional<glm::dmat4>& frozen = objects[object].frozenWorld;
        const Bounded factor = Bounded::exact(frozen ? *frozen : poseOf(object).local);
        result = isFirst ? factor : factor * result;
        if (frozen) {
            break;
        }
    }
    return result;
}

Bounded DoubleModel::absoluteBind(std::size_t bone) const
{
    Bounded result;
    for (; bone != none; bone = objects[bone].parent) {
        if (const auto& given = objects[bone].givenInverse) {
            const glm::dmat4 bind = glm::inverse(*given);
            return Bounded{bind, absolutes(bind) * absolutes(*given) * absolutes(bind), 0} * result;
        }
        result = Bounded::exact(objects[bone].bind) * result;
    }
    return result;
}

Bounded DoubleModel::absoluteRest(std::size_t bone) const
{
    Bounded result;
    for (; bone != none; bone = objects[bone].parent) {
        result = Bounded::exact(objects[bone].rest.local) * result;
    }
    return result;
}

}  // namespace armature::test
