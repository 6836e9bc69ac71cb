#include "steps.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

namespace character {
namespace {

float outwardSign(Side side)
{
    return side == Side::Left ? 1.f : -1.f;
}

float liftAt(const Step& step, float t)
{
    const float rest = 1.f - t;
    const float twice = t * t * rest * rest;
    return step.lift * (step.liftsEvenly ? 16.f * twice : 729.f / 16.f * twice * rest * rest);
}

// The foot in the air during a step. `onGround` gives the foot on the ground at a time before or after the step; the path between is a
// cubic that matches the speeds at both ends.
template <class OnGround>
Foot swing(const Step& step, float time, float pitch, const OnGround& onGround)
{
    constexpr float moment = 1e-3f;
    const float length = step.until - step.from;
    const Foot start = onGround(step.from);
    const Foot end = onGround(step.until);
    const Foot before = onGround(step.from - moment);
    const Foot after = onGround(step.until + moment);
    const float t = (time - step.from) / length;
    const float perStep = length / moment;
    Foot foot;
    foot.ankle = hermite(start.ankle, (start.ankle - before.ankle) * perStep, end.ankle, (after.ankle - end.ankle) * perStep, t);
    foot.ankle.y += liftAt(step, t);
    foot.heading =
        hermite(start.heading, (start.heading - before.heading) * perStep, end.heading, (after.heading - end.heading) * perStep, t);
    foot.pitch = pitch;
    foot.toeBend = std::max(-pitch, 0.f) * (1.f - glm::smoothstep(0.f, 0.37f, t));  // toes straighten early
    return foot;
}

}  // namespace

Foot seenFrom(const Travel& travel, Foot foot)
{
    foot.ankle = yawTurn(-travel.yaw) * (foot.ankle - travel.position);
    foot.heading -= travel.yaw;
    return foot;
}

Foot rolled(const Rig& rig, const Plant& plant, float pitch)
{
    const glm::vec3 ankle = rig[indexOf(Joint::FootLeft)].head;
    const glm::vec3 heel{0.f, -ankle.y, -soleToHeel};
    const glm::vec3 ball = rig[indexOf(Joint::ToesLeft)].head - ankle;
    const glm::vec3 pivot = pitch > 0.f ? heel : ball;
    Foot foot;
    foot.ankle = plant.ankle + yawTurn(plant.heading) * (pivot - degreesTurn(-pitch, 0.f, 0.f) * pivot);
    foot.pitch = pitch;
    foot.heading = plant.heading;
    foot.toeBend = std::max(-pitch, 0.f);
    return foot;
}

Foot footAt(const Rig& rig, const Plant& start, std::span<const Step> steps, std::span<const Key> pitch, float time)
{
    Plant plant = start;
    for (const Step& step : steps) {
        if (time <= step.from) {
            break;
        }
        if (time < step.until) {
            return swing(step, time, curveAt(pitch, time),
                         [&](float at) { return rolled(rig, at <= step.from ? plant : step.to, curveAt(pitch, at)); });
        }
        plant = step.to;
    }
    return rolled(rig, plant, curveAt(pitch, time));
}

Plant standingPlant(const Rig& rig, Side side, const Travel& travel)
{
    glm::vec3 ankle = rig[indexOf(onSide(side, Joint::FootLeft))].head;
    ankle.x *= standingWidth;
    return {travel.position + yawTurn(travel.yaw) * ankle, travel.yaw + outwardSign(side) * standingOutward};
}

Plant gaitPlant(const Rig& rig, const Gait& gait, Side side, float phase)
{
    const glm::vec3 ankle = rig[indexOf(onSide(side, Joint::FootLeft))].head;
    const Travel travel = gaitTravel(gait, phase);
    const glm::vec3 landing{gait.width * ankle.x, ankle.y, gait.landingReach};
    return {yawTurn(-travel.yaw) * (landing - travel.position), outwardSign(side) * gait.outward - travel.yaw};
}

Foot gaitFoot(const Rig& rig, const Gait& gait, Side side, float phase)
{
    const auto onGround = [&](float at) {
        const float sinceLanding = at < 1.f ? at : at - 1.f;  // one cycle later it lands again
        return rolled(rig, gaitPlant(rig, gait, side, sinceLanding), curveAt(gait.pitch, sinceLanding, Ends::Repeat));
    };
    if (phase < gait.toeOff) {
        return onGround(phase);
    }
    const Step step{gait.toeOff, 1.f, {}, gait.lift};
    return swing(step, phase, curveAt(gait.pitch, phase, Ends::Repeat), onGround);
}

Travel gaitTravel(const Gait& gait, float phase)
{
    const float yaw = gait.turn * phase;
    const float half = 0.5f * glm::radians(yaw);
    const float chord = gait.stride * phase * (half == 0.f ? 1.f : std::sin(half) / half);
    return {chord * glm::vec3(std::sin(half), 0.f, std::cos(half)), yaw};
}

}  // namespace character
