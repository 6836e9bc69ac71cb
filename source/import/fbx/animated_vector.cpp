#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "import/fbx/model_transform.hpp"
#include "import/fbx/takes.hpp"

namespace armature::fbx {

namespace {

/// Interpolates between two rotations along the shorter arc. `weight` is clamped to [0, 1].
glm::dquat partOfWay(const glm::dquat& from, const glm::dquat& to, double weight)
{
    const glm::dquat nearer = glm::dot(from, to) < 0. ? -to : to;  // also the result at weight 1, which slerp() approaches
    return weight <= 0. ? from : weight >= 1. ? nearer : glm::slerp(from, nearer, weight);
}

/// Raises a factor to the power of a weight, which is clamped to [0, 1]. Weight 0 always gives 1; otherwise the result keeps the factor's
/// sign.
double power(double factor, double weight)
{
    if (weight <= 0.) {
        return 1.;
    }
    return weight >= 1. ? factor : std::copysign(std::pow(std::abs(factor), weight), factor);
}

glm::dvec3 power(const glm::dvec3& factors, double weight)
{
    return {power(factors.x, weight), power(factors.y, weight), power(factors.z, weight)};
}

glm::dvec3 mixed(const AnimatedLayer& layer, bool areFactors, const glm::dvec3& below, const glm::dvec3& own, double weight)
{
    if (layer.mix == LayerMix::Replace) {
        return own;
    }
    if (areFactors && layer.composes) {
        return (layer.mix == LayerMix::Add ? below : power(below, 1. - weight)) * power(own, weight);
    }
    return layer.mix == LayerMix::Add ? below + own * weight : below + (own - below) * weight;
}

}  // namespace

glm::dvec3 AnimatedLayer::at(double seconds, Side side) const
{
    glm::dvec3 value = constant;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (curves[axis] != nullptr) {
            value[static_cast<glm::length_t>(axis)] = curves[axis]->at(seconds, side);
        }
    }
    return value;
}

double AnimatedLayer::weightAt(double seconds, Side side) const
{
    constexpr double whole = 0.99999;  // larger weights count as 1, because exporters round
    const double now = weight != nullptr ? std::clamp(weight->at(seconds, side) / 100., 0., 1.) : constantWeight;
    return now > whole ? 1. : now;
}

glm::dvec3 AnimatedVector::at(double seconds, Side side) const
{
    glm::dvec3 result(0.);
    for (std::size_t number = 0; number < layers.size(); ++number) {
        const AnimatedLayer& layer = layers[number];
        const glm::dvec3 own = layer.at(seconds, side);
        result = number == 0 ? own : mixed(layer, property == AnimatedProperty::Scaling, result, own, layer.weightAt(seconds, side));
    }
    return result;
}

glm::dquat AnimatedVector::turn(double seconds, Side side, std::int64_t order) const
{
    // The result so far: `turned` if the last layer was mixed as a rotation, otherwise `angles`.
    glm::dvec3 angles(0.);
    glm::dquat turned(1., 0., 0., 0.);
    bool isTurn = false;
    for (std::size_t number = 0; number < layers.size(); ++number) {
        const AnimatedLayer& layer = layers[number];
        const glm::dvec3 own = layer.at(seconds, side);
        if (number == 0 || layer.mix == LayerMix::Replace) {
            angles = own;
            isTurn = false;
            continue;
        }
        const double weight = layer.weightAt(seconds, side);
        if (!layer.composes) {
            angles = mixed(layer, false, isTurn ? eulerAngles(turned, order) : angles, own, weight);
            isTurn = false;
            continue;
        }
        const glm::dquat below = isTurn ? turned : eulerTurn(angles, order);
        const glm::dquat above = eulerTurn(own, order);
        const glm::dquat identity(1., 0., 0., 0.);
        turned = layer.mix == LayerMix::Add ? below * partOfWay(identity, above, weight) : partOfWay(below, above, weight);
        isTurn = true;
    }
    return isTurn ? turned : eulerTurn(angles, order);
}

double AnimatedVector::timeCount(const TimeRange& range) const
{
    double count = 0.;
    forEachCurve([&](const Curve& curve) { count += curve.timeCount(range); });
    return count;
}

void AnimatedVector::appendTimes(const TimeRange& range, std::vector<double>& outTimes) const
{
    forEachCurve([&](const Curve& curve) { curve.appendTimes(range, outTimes); });
}

}  // namespace armature::fbx
