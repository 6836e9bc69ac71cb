#include "game_character.hpp"

#include <cmath>
#include <string>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/root_motion.hpp>

namespace armature::bench {

namespace {

struct Part {
    const char* name;
    int parent;
    glm::vec3 position;  // in the parent's axes; no bone is turned in the bind pose
    float swing;         // radians by which a step turns the bone about x
};

// The body. Left is +x.
constexpr Part body[GameCharacter::bodyBones] = {
    {"root", -1, {0.f, 0.f, 0.f}, 0.f},
    {"hips", 0, {0.f, 1.f, 0.f}, 0.05f},
    {"spine", 1, {0.f, 0.12f, 0.f}, 0.05f},
    {"chest", 2, {0.f, 0.18f, 0.f}, 0.05f},
    {"neck", 3, {0.f, 0.22f, 0.f}, 0.04f},
    {"head", 4, {0.f, 0.1f, 0.02f}, 0.04f},
    {"thighLeft", 1, {0.1f, -0.05f, 0.f}, 0.5f},
    {"shinLeft", 6, {0.f, -0.44f, 0.02f}, 0.4f},
    {"footLeft", 7, {0.f, -0.43f, -0.03f}, 0.2f},
    {"toesLeft", 8, {0.f, -0.06f, 0.13f}, 0.1f},
    {"thighRight", 1, {-0.1f, -0.05f, 0.f}, -0.5f},
    {"shinRight", 10, {0.f, -0.44f, 0.02f}, 0.4f},
    {"footRight", 11, {0.f, -0.43f, -0.03f}, -0.2f},
    {"toesRight", 12, {0.f, -0.06f, 0.13f}, 0.1f},
    {"clavicleLeft", 3, {0.05f, 0.16f, 0.f}, 0.05f},
    {"upperArmLeft", 14, {0.13f, 0.f, 0.f}, -0.4f},
    {"forearmLeft", 15, {0.28f, 0.f, 0.f}, 0.2f},
    {"handLeft", 16, {0.25f, 0.f, 0.f}, 0.1f},
    {"clavicleRight", 3, {-0.05f, 0.16f, 0.f}, 0.05f},
    {"upperArmRight", 18, {-0.13f, 0.f, 0.f}, 0.4f},
    {"forearmRight", 19, {-0.28f, 0.f, 0.f}, 0.2f},
    {"handRight", 20, {-0.25f, 0.f, 0.f}, 0.1f},
    {"thumbLeft", 17, {0.04f, 0.f, 0.03f}, 0.f},
    {"indexLeft", 17, {0.09f, 0.f, 0.03f}, 0.1f},
    {"middleLeft", 17, {0.09f, 0.f, 0.01f}, 0.1f},
    {"ringLeft", 17, {0.09f, 0.f, -0.01f}, 0.1f},
    {"littleLeft", 17, {0.08f, 0.f, -0.03f}, 0.1f},
    {"thumbRight", 21, {-0.04f, 0.f, 0.03f}, 0.f},
    {"indexRight", 21, {-0.09f, 0.f, 0.03f}, 0.1f},
    {"middleRight", 21, {-0.09f, 0.f, 0.01f}, 0.1f},
    {"ringRight", 21, {-0.09f, 0.f, -0.01f}, 0.1f},
    {"littleRight", 21, {-0.08f, 0.f, -0.03f}, 0.1f},
};

constexpr float strandStep = 0.08f;

// Four strands hang from the head and four from the hips, around them.
glm::vec3 rootOf(std::size_t strand)
{
    const bool isHair = strand < GameCharacter::strands / 2;
    const float angle = 1.5707963f * static_cast<float>(strand % 4) + 0.7f;
    const float radius = isHair ? 0.09f : 0.14f;
    return {radius * std::sin(angle), isHair ? 0.1f : -0.05f, radius * std::cos(angle)};
}

/// A tube of four rings of eight vertices along each bone, moved by the bone and, near its origin, by its parent.
std::shared_ptr<const Mesh> tubesAround(const Skeleton& rig)
{
    MeshDescription description;
    Primitive& primitive = description.primitives.emplace_back();
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = 2;
    for (const Bone* bone : rig.bones()) {
        const glm::vec3 origin(bone->getAbsoluteBindMatrix()[3]);
        const Bone* const parent = bone->getParentBone() != nullptr ? bone->getParentBone() : bone;
        for (int i = 0; i < 32; ++i) {
            const float angle = 0.7853982f * static_cast<float>(i % 8);
            const float along = static_cast<float>(i / 8) / 4.f;
            primitive.positions.push_back(origin + glm::vec3(0.05f * std::sin(angle), -0.1f * along, 0.05f * std::cos(angle)));
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(*bone->getIndex()));
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(*parent->getIndex()));
            primitive.skin.weights.push_back(0.5f + 0.5f * along);
            primitive.skin.weights.push_back(0.5f - 0.5f * along);
        }
    }
    return Mesh::create(description);
}

}  // namespace

GameCharacter::GameCharacter() : rig_(&scene_.createSkeleton("rig"))
{
    addBones();
    graph_ = makeGraph();
    makeSolvers();
    bounds_ = JointBounds(*tubesAround(*rig_));
}

void GameCharacter::addBones()
{
    for (const Part& part : body) {
        Bone* const parent = part.parent < 0 ? nullptr : rig_->bones()[static_cast<std::size_t>(part.parent)];
        rig_->createBone(part.name, {.parent = parent, .bind = glm::translate(glm::mat4(1.f), part.position)});
    }
    for (std::size_t strand = 0; strand < strands; ++strand) {
        Bone* above = rig_->bones()[strand < strands / 2 ? head : 1];
        for (std::size_t i = 0; i < jointsPerStrand; ++i) {
            const glm::vec3 position = i == 0 ? rootOf(strand) : glm::vec3(0.f, -strandStep, 0.f);
            above = &rig_->createBone("strand" + std::to_string(strand) + "_" + std::to_string(i),
                                      {.parent = above, .bind = glm::translate(glm::mat4(1.f), position)});
        }
    }
}

/// A step cycle as exporters write it: 30 keys a second on the rotation of each bone and on the positions of the root and the hips.
GraphClip GameCharacter::clip(const std::string& name, double seconds, float stride, float sway)
{
    AnimationClipBuilder builder(name);
    const auto keys = static_cast<int>(std::lround(seconds * 30.));
    for (int key = 0; key <= keys; ++key) {
        const double time = static_cast<double>(key) / 30.;
        const float phase = 6.2831853f * static_cast<float>(key) / static_cast<float>(keys);
        builder.translation(*rig_->bones()[0]).addKey(time, glm::vec3(0.f, 0.f, stride * static_cast<float>(time)));
        builder.translation(*rig_->bones()[1]).addKey(time, glm::vec3(sway * std::sin(phase), 0.97f + 0.02f * std::cos(2.f * phase), 0.f));
        for (std::size_t i = 1; i < bones; ++i) {
            const float swing = i < bodyBones ? body[i].swing : 0.02f;
            const float bend = swing * (0.5f + 0.4f * std::abs(stride)) * std::sin(phase + 0.3f * static_cast<float>(i));
            builder.rotation(*rig_->bones()[i]).addKey(time, glm::angleAxis(bend, glm::normalize(glm::vec3(1.f, sway, 0.5f * sway))));
        }
    }
    const auto motion = RootMotion::create(builder.build(), *rig_->bones()[0]);
    GraphClip made = makeGraphClip(name, motion->getClip(), *rig_, {.motion = motion});
    made.events = {{"left", 0.25 * seconds}, {"right", 0.75 * seconds}};
    return made;
}

/// A blend space of five steps, an upper body on top, a difference that leans, and jumps now and then.
std::shared_ptr<const AnimationGraph> GameCharacter::makeGraph()
{
    GraphDescription description;
    description.parameters = {{"speed", ParameterKind::Number, 1.f, 0.f, 3.f},
                              {"turn", ParameterKind::Number, 0.f, -1.f, 1.f},
                              {"lean", ParameterKind::Number, 0.3f, 0.f, 1.f},
                              {"jump", ParameterKind::Trigger}};
    description.clips = {clip("idle", 2., 0.f, 0.02f),     clip("walk", 1., 1.3f, 0.03f), clip("left", 1.1, 1.1f, 0.06f),
                         clip("right", 1.1, 1.1f, -0.06f), clip("run", 0.7, 2.8f, 0.02f), clip("jump", 0.9, 1.5f, 0.f),
                         clip("carry", 1.5, 0.f, 0.01f)};
    AnimationClipBuilder lean("lean");
    for (std::size_t i = 0; i < bodyBones; ++i) {
        lean.rotation(*rig_->bones()[i])
            .addKey(0., glm::quat(1.f, 0.f, 0.f, 0.f))
            .addKey(1., glm::angleAxis(i >= 1 && i <= 5 ? 0.2f : 0.01f, glm::vec3(1.f, 0.f, 0.f)));
    }
    GraphClipOptions difference;
    difference.isDifference = true;
    description.clips.push_back(makeGraphClip("lean", makeAdditiveClip(*lean.build()), *rig_, difference));
    description.nodes = {
        {"move",
         BlendSpaceNode{.x = "speed",
                        .y = "turn",
                        .points = {{"idle", {0, 0}}, {"walk", {1.3f, 0}}, {"left", {1.1f, 1}}, {"right", {1.1f, -1}}, {"run", {2.8f, 0}}}}},
        {"leap", ClipNode{.clip = "jump", .loop = false}},
        {"legs", StateMachineNode{{{"move", "move"}, {"jump", "leap"}},
                                  {{.from = "move", .to = "jump", .conditions = {{"jump"}}, .blend = TransitionBlend::Inertialise},
                                   {.from = "jump", .to = "move", .exitPhase = 0.9, .blend = TransitionBlend::Inertialise}}}},
        {"carrying", OverlayNode{"legs", "carry", {{.bone = "chest", .weight = 0.8f}}, {}}},
        {"leaning", AdditiveNode{"carrying", "lean", {1.f, "lean"}}},
    };
    description.root = "leaning";
    return AnimationGraph::create(std::move(description), *rig_);
}

void GameCharacter::makeSolvers()
{
    const auto bone = [this](const char* name) { return rig_->findBone(name); };
    const FootPlacementLeg legs[feet] = {{.foot = bone("footLeft")}, {.foot = bone("footRight")}};
    // Hills of ten centimetres.
    const auto ground = [](const glm::vec3& place) -> std::optional<GroundPoint> {
        const float x = place.x - std::floor(place.x) - 0.5f;
        const float z = place.z - std::floor(place.z) - 0.5f;
        return GroundPoint{{place.x, 0.1f * (x * x + z * z), place.z}, {-0.2f * x, 1.f, -0.2f * z}};
    };
    placement_.emplace(legs, ground, FootPlacementOptions{.pelvis = bone("hips"), .footHalfLife = 0.05f, .pelvisHalfLife = 0.1f});
    gaze_.emplace(*bone("chest"), *bone("head"));
    std::vector<SpringChain> chains(strands);
    for (std::size_t strand = 0; strand < strands; ++strand) {
        for (std::size_t i = 0; i < jointsPerStrand; ++i) {
            chains[strand].joints.push_back(
                {rig_->bones()[bodyBones + strand * jointsPerStrand + i], {.gravityPower = 0.3f, .drag = 0.4f}});
        }
        chains[strand].end = glm::vec3(0.f, -strandStep, 0.f);
    }
    springs_.emplace(chains);
}

}  // namespace armature::bench
