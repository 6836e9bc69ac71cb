#include <armature/ik/ik_debug_lines.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/decompose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "ik/constraints/joint_ref.hpp"
#include "ik/curve/catmull_rom.hpp"
#include "ik/drawing/limit_drawing.hpp"

namespace armature {

namespace {

constexpr float defaultSize = 0.25f;
constexpr float sizeOfBone = 0.5f;
constexpr double crossPart = 0.25;

glm::vec3 worldOrigin(const Bone& bone) noexcept
{
    return glm::vec3(JointRef(bone).world().origin);
}

void addCross(std::vector<DebugLine>& outLines, const glm::dvec3& center, const glm::dmat3& axes, double arm, const glm::vec4& color)
{
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        outLines.push_back({glm::vec3(center - arm * axes[axis]), glm::vec3(center + arm * axes[axis]), color});
    }
}

/// Returns the bone of a joint. In the chain's own skeleton, this is the joint's bone, or null if it was removed; in other skeletons, it is
/// the bone at the same index. Throws std::invalid_argument if there is no bone at that index.
const Bone* boneOfJoint(const Chain& chain, const Skeleton& skeleton, const Chain::Joint& joint)
{
    if (&skeleton == chain.getSkeleton()) {
        return joint.handle.get();
    }
    if (joint.bone >= skeleton.bones().size()) {
        throw std::invalid_argument(fmt::format("{}: {}, at least {} needed", named("skeleton", skeleton.getName()),
                                                counted(skeleton.bones().size(), "bone"), joint.bone + 1));
    }
    return skeleton.bones()[joint.bone];
}

/// Calls `draw(above, bone)` for each pair of a joint and the joint above it, unless one of the two bones was removed.
template <class Draw>
void forEachPiece(const Chain& chain, const Skeleton& skeleton, const Draw& draw)
{
    for (const Chain::Joint& joint : chain.joints()) {
        const Bone* const bone = boneOfJoint(chain, skeleton, joint);
        const Bone* const above =
            joint.parent < 0 ? nullptr : boneOfJoint(chain, skeleton, chain.joints()[static_cast<std::size_t>(joint.parent)]);
        if (bone != nullptr && above != nullptr) {
            draw(*above, *bone);
        }
    }
}

float sizeFor(const Chain& chain, const Skeleton& skeleton, const IkDebugStyle& style)
{
    if (style.size) {
        return *style.size;
    }
    float sum = 0.f;
    float count = 0.f;
    forEachPiece(chain, skeleton, [&](const Bone& above, const Bone& bone) {
        sum += glm::distance(worldOrigin(bone), worldOrigin(above));
        count += 1.f;
    });
    return sum > 0.f ? sizeOfBone * sum / count : defaultSize;
}

float sizeFor(const Bone& bone, const IkDebugStyle& style)
{
    if (style.size) {
        return *style.size;
    }
    const Frame own = JointRef(bone).world();
    const std::optional<float> length = bone.getLength();
    float world = length ? static_cast<float>(glm::length(own.linear[1])) * *length : 0.f;
    if (const Bone* parent = bone.getParentBone(); world == 0.f && parent != nullptr) {
        world = glm::distance(glm::vec3(own.origin), worldOrigin(*parent));
    }
    return world > 0.f ? sizeOfBone * world : defaultSize;
}

/// Returns the frame from the space of the goals to the world. Throws std::invalid_argument if the space is neither Skeleton nor World.
Frame worldFrom(const Skeleton& skeleton, Space space)
{
    if (space != Space::Skeleton && space != Space::World) {
        throw std::invalid_argument(fmt::format("{}: the space of goals must be Skeleton or World", named("skeleton", skeleton.getName())));
    }
    return space == Space::Skeleton ? Frame::of(skeleton.getWorldMatrix()) : Frame();
}

}  // namespace

void appendChainLines(std::vector<DebugLine>& outLines, const Chain& chain, const Skeleton& skeleton, std::span<const IkGoal> goals,
                      Space space, const IkDebugStyle& style)
{
    if (!goals.empty() && goals.size() != chain.effectors().size()) {
        throw std::invalid_argument(fmt::format("{}: {} for a chain of {}", named("skeleton", skeleton.getName()),
                                                counted(goals.size(), "goal"), counted(chain.effectors().size(), "effector")));
    }
    const Frame toWorld = worldFrom(skeleton, space);
    const glm::dquat goalAxes = toWorld.isInvertible() ? toWorld.rotation() : glm::dquat(1., 0., 0., 0.);
    const double arm = crossPart * static_cast<double>(sizeFor(chain, skeleton, style));
    forEachPiece(chain, skeleton, [&](const Bone& above, const Bone& bone) {
        outLines.push_back({worldOrigin(above), worldOrigin(bone), style.chainColor});
    });
    for (std::size_t i = 0; i < chain.effectors().size(); ++i) {
        const Chain::Effector& effector = chain.effectors()[i];
        const Bone* const carrier = boneOfJoint(chain, skeleton, chain.joints()[effector.joint]);
        if (carrier == nullptr) {
            continue;
        }
        const Frame own = JointRef(*carrier).world();
        const glm::dvec3 place = own.point(glm::dvec3(effector.ownPoint));
        if (effector.ownPoint != glm::vec3(0.f)) {
            outLines.push_back({glm::vec3(own.origin), glm::vec3(place), style.chainColor});
        }
        addCross(outLines, place, glm::dmat3(1.), 0.5 * arm, style.chainColor);
        if (i < goals.size() && (goals[i].position || goals[i].rotation)) {
            const glm::dvec3 goal = goals[i].position ? toWorld.point(glm::dvec3(*goals[i].position)) : place;
            const glm::dquat turn = goals[i].rotation ? glm::normalize(glm::dquat(*goals[i].rotation)) : glm::dquat(1., 0., 0., 0.);
            addCross(outLines, goal, glm::mat3_cast(goalAxes * turn), arm, style.goalColor);
            if (goals[i].position) {
                outLines.push_back({glm::vec3(place), glm::vec3(goal), style.residualColor});
            }
        }
    }
}

void appendLimitLines(std::vector<DebugLine>& outLines, const Bone& bone, const JointLimit& limit, const IkDebugStyle& style)
{
    const TurnLimit checked = TurnLimit::of(limit);
    const double size = static_cast<double>(sizeFor(bone, style));
    const LimitDrawing drawing(outLines, bone, style, size);
    switch (checked.kind) {
    case TurnLimit::Kind::Ball: break;
    case TurnLimit::Kind::SwingTwist: drawing.addSwingTwist(checked); break;
    case TurnLimit::Kind::Hinge: drawing.addHinge(checked); break;
    case TurnLimit::Kind::Slide: drawing.addSlide(checked); break;
    case TurnLimit::Kind::Fixed:
        addCross(outLines, JointRef(bone).world().origin, glm::dmat3(1.), crossPart * size, style.limitColor);
        break;
    }
}

void appendLimitLines(std::vector<DebugLine>& outLines, const Chain& chain, const Skeleton& skeleton, const IkDebugStyle& style)
{
    IkDebugStyle sized = style;
    sized.size = sizeFor(chain, skeleton, style);
    for (const Chain::Joint& joint : chain.joints()) {
        if (const Bone* bone = boneOfJoint(chain, skeleton, joint)) {
            appendLimitLines(outLines, *bone, joint.options.limit, sized);
        }
    }
}

void appendCurveLines(std::vector<DebugLine>& outLines, std::span<const glm::vec3> points, const IkDebugStyle& style)
{
    CatmullRom curve;
    if (!curve.build(points, Frame())) {
        throw std::invalid_argument(
            fmt::format("a curve through {} control points: at least two different ones are needed", points.size()));
    }
    const auto pieces = std::max<std::size_t>(style.segments / 3, 1) * static_cast<std::size_t>(curve.end());
    glm::vec3 last(curve.point(0.));
    for (std::size_t i = 1; i <= pieces; ++i) {
        const glm::vec3 next(curve.point(curve.end() * static_cast<double>(i) / static_cast<double>(pieces)));
        outLines.push_back({last, next, style.curveColor});
        last = next;
    }
    const double mean = curve.length() / curve.end();
    const double arm = style.size ? crossPart * static_cast<double>(*style.size) : 0.5 * crossPart * mean;
    for (const glm::vec3& point : points) {
        addCross(outLines, glm::dvec3(point), glm::dmat3(1.), arm, style.curveColor);
    }
}

}  // namespace armature
