#include "import/fbx/animated_vector.hpp"

#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "import/fbx/model_transform.hpp"

namespace armature::fbx {

namespace {

/// `number` to a power from 0 to 1, its sign kept.
double shareOfFactor(double number, double share)
{
    return share <= 0. ? 1. : share >= 1. ? number : std::copysign(std::pow(std::abs(number), share), number);
}

glm::dvec3 addition(const glm::dvec3& below, const glm::dvec3& value, double weight, const AnimatedLayer& layer,
                    const AnimatedVector& vector)
{
    if (vector.property == AnimatedProperty::Scaling && layer.isFactor) {
        return below * glm::dvec3(shareOfFactor(value.x, weight), shareOfFactor(value.y, weight), shareOfFactor(value.z, weight));
    }
    if (vector.property == AnimatedProperty::Rotation && layer.turnsAsWhole) {
        const glm::dquat more = glm::slerp(glm::dquat(1., 0., 0., 0.), eulerTurn(value, vector.order), weight);
        return eulerAngles(eulerTurn(below, vector.order) * more, vector.order);
    }
    return below + weight * value;
}

glm::dvec3 passage(const glm::dvec3& below, const glm::dvec3& value, double weight, const AnimatedLayer& layer,
                   const AnimatedVector& vector)
{
    if (vector.property == AnimatedProperty::Scaling && layer.isFactor) {
        glm::dvec3 result;
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            result[axis] = shareOfFactor(below[axis], 1. - weight) * shareOfFactor(value[axis], weight);
        }
        return result;
    }
    if (vector.property == AnimatedProperty::Rotation && layer.turnsAsWhole) {
        const glm::dquat turned = glm::slerp(eulerTurn(below, vector.order), eulerTurn(value, vector.order), weight);
        return eulerAngles(turned, vector.order);
    }
    return below + weight * (value - below);
}

template <class Visit>
void forEachCurve(const AnimatedVector& vector, Visit visit)
{
    for (const AnimatedLayer& layer : vector.layers) {
        for (const LayerValue* value : {&layer.axes[0], &layer.axes[1], &layer.axes[2], &layer.percent}) {
            if (value->curve != nullptr) {
                visit(*value->curve);
            }
        }
    }
}

}  // namespace

glm::dvec3 AnimatedVector::at(double seconds, Side side) const
{
    glm::dvec3 result(0.);
    for (std::size_t number = 0; number < layers.size(); ++number) {
        const AnimatedLayer& layer = layers[number];
        const glm::dvec3 value(layer.axes[0].at(seconds, side), layer.axes[1].at(seconds, side), layer.axes[2].at(seconds, side));
        const double weight = std::clamp(layer.percent.at(seconds, side) / 100., 0., 1.);
        const bool isWhole = number == 0 || layer.blend == LayerBlend::Override || (layer.blend == LayerBlend::PassThrough && weight == 1.);
        if (isWhole) {
            result = value;
        } else if (weight > 0.) {
            result = layer.blend == LayerBlend::Additive ? addition(result, value, weight, layer, *this)
                                                         : passage(result, value, weight, layer, *this);
        }
    }
    return result;
}

double AnimatedVector::countTimes(const TimeSpan& span) const
{
    double count = 0.;
    forEachCurve(*this, [&](const Curve& curve) { count += curve.countTimes(span); });
    return count;
}

void AnimatedVector::appendTimes(const TimeSpan& span, std::vector<double>& times) const
{
    forEachCurve(*this, [&](const Curve& curve) { curve.appendTimes(span, times); });
}

}  // namespace armature::fbx
