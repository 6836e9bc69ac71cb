#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/skin_renderer.hpp>

#include <animation/clip_builder.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

#include "gl_fixture.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t bones = 40;

std::shared_ptr<const AnimationClip> makeClip(ChannelTarget::Kind kind, Random& random)
{
    ClipBuilder builder;
    for (std::size_t i = 0; i < bones; ++i) {
        kind == ChannelTarget::Kind::Bone ? builder.bone(0, i) : builder.node(i);
        const glm::quat a = random.rotation();
        const glm::quat b = random.rotation();
        builder.channel(ChannelPath::Rotation, Interpolation::Linear, {0, 1}, {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w});
        builder.channel(ChannelPath::Translation, Interpolation::CubicSpline, {0, 1}, std::vector<float>(18, 0.25f));
        builder.channel(ChannelPath::Scale, Interpolation::Step, {0, 1}, {1, 1, 1, 2, 2, 2});
    }
    return builder.create();
}

/// Everything that a program does in a frame, from the clips to the palettes that shaders read. It has a skeleton on which clips are
/// blended, a skeleton whose bones are linked to nodes that play a clip, and a crowd with some members that fade to another clip.
class FrameProgram {
public:
    FrameProgram(const GlContext& context, Random& random) : palettes_(context), blended_(addChain(scene_, bones, 2.f)), crowd_(blended_)
    {
        Skeleton& linked = addChain(scene_, bones, 2.f);
        Node* parent = nullptr;
        for (Bone* bone : linked.bones()) {
            TransformNode& node = scene_.createTransformNode("joint", parent);
            bone->linkTransformNode(&node);
            parent = &node;
        }
        blended_.setHostNode(&scene_.createTransformNode("host"));
        scene_.createAnimationGroup(makeClip(ChannelTarget::Kind::Node, random)).play();
        AnimationMixer& mixer = scene_.createAnimationMixer();
        for (int i = 0; i < 2; ++i) {
            const auto clip = makeClip(ChannelTarget::Kind::Bone, random);
            mixer.addLayer(clip, {.weight = 0.5f}).play();
            crowd_.addClip(BakedClip::create(*clip, blended_, {.framesPerSecond = 30.}));
        }
        for (std::size_t i = 0; i < 40; ++i) {
            members_.push_back(crowd_.add({.clip = i % 2, .time = 0.01 * static_cast<double>(i)}));
        }
    }

    void frame()
    {
        scene_.animate(0.037);
        scene_.update();
        crowd_.crossFade(members_[fading_], {.clip = fading_ % 2}, 0.5);
        fading_ = (fading_ + 1) % members_.size();
        crowd_.update(0.037);
        palettes_.beginFrame();
        for (const Skeleton* skeleton : scene_.skeletons()) {
            palettes_.add(skeleton->getFinalMatrices());
        }
        for (const CrowdInstance member : members_) {
            palettes_.add(crowd_.getPalette(member));
        }
        palettes_.upload();
        for (std::size_t range = 0; range < scene_.skeletons().size(); ++range) {
            palettes_.bindRange(range, 0);
        }
        palettes_.endFrame();
    }

    [[nodiscard]] const PaletteBuffer::Statistics& getStatistics() const { return palettes_.getStatistics(); }

private:
    Scene scene_;
    PaletteBuffer palettes_;
    Skeleton& blended_;
    Crowd crowd_;
    std::vector<CrowdInstance> members_;
    std::size_t fading_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(frame_allocation, *boost::unit_test::precondition(needsGl))

// The counter sees operator new on all threads. It counts everything that armature allocates, but not what a driver allocates by other
// means.
BOOST_AUTO_TEST_CASE(no_frame_after_the_first_allocates)
{
    for (const bool withoutStorage : {false, true}) {
        const GlFixture gl({.withoutBufferStorage = withoutStorage});
        Random random(811);
        FrameProgram program(gl.context, random);
        const AllocationCount first;
        program.frame();
        BOOST_TEST(first.sinceConstruction() > 0u);  // the counter works
        const AllocationCount allocations;
        for (int i = 0; i < 100; ++i) {
            program.frame();
        }
        BOOST_TEST(allocations.sinceConstruction() == 0u);
        BOOST_TEST(program.getStatistics().uploads == 101u);
    }
}

// Skinning through the uniform block, through the buffer texture and on the CPU; morphing that changes each frame; textures, blending and
// wireframe.
BOOST_AUTO_TEST_CASE(drawing_allocates_nothing_once_warm)
{
    const GlFixture gl({.uniformBlockBytes = 16384, .storageBlockBytes = 0});
    Scene scene;
    const auto addSkinned = [&](std::size_t boneCount, std::size_t influences) {
        Skeleton& skeleton = addChain(scene, boneCount, 2.f);
        Primitive box = makeBox(glm::vec3(0.5f));
        box.skin.influencesPerVertex = influences;
        box.skin.joints.assign(influences * box.positions.size(), static_cast<std::uint16_t>(boneCount - 1));
        box.skin.weights.assign(influences * box.positions.size(), 1.f / static_cast<float>(influences));
        scene.addMeshInstance(makeMesh(box), scene.createTransformNode("skinned"), &skeleton);
        return &skeleton;
    };
    const std::array skeletons{addSkinned(30, 4), addSkinned(600, 4), addSkinned(20, 12)};
    Primitive morphed = makeBox(glm::vec3(0.5f));
    morphed.morphTargets.resize(1);
    morphed.morphTargets[0].positions.assign(morphed.positions.size(), glm::vec3(0.1f));
    Material glass;
    glass.alphaMode = AlphaMode::Blend;
    morphed.material = scene.addMaterial(glass);
    const auto mesh = Mesh::create({.name = "morphed", .primitives = {morphed}, .morphWeights = {0.f}});
    MeshInstance& instance = scene.addMeshInstance(mesh, scene.createTransformNode("morphed"));
    SkinRenderer renderer(gl.context);
    const auto framebuffer = gl.makeFramebuffer(64, 64);
    int frames = 0;
    const auto frame = [&] {
        ++frames;
        for (Skeleton* skeleton : skeletons) {
            skeleton->bones()[0]->setPosition(glm::vec3(0.01f * static_cast<float>(frames)));
        }
        instance.setMorphWeight(0, 0.01f * static_cast<float>(frames));
        renderer.draw(scene, frameCamera({glm::vec3(-1.f), glm::vec3(1.f)}, 1.f),
                      {.background = glm::vec4(0.f),
                       .wireframe = frames % 2 == 0,
                       .skinning = frames % 4 < 2 ? DrawOptions::Skinning::Linear : DrawOptions::Skinning::DualQuaternions,
                       .morphsOnCpu = frames % 8 < 4});
    };
    for (int warm = 0; warm < 15; ++warm) {
        frame();
    }
    BOOST_TEST(renderer.getStatistics().shaderMorphs == 1u);
    frame();
    BOOST_TEST(renderer.getStatistics().cpuPrimitives == 1u);
    BOOST_TEST(renderer.getStatistics().textureSkeletons == 1u);
    BOOST_TEST(renderer.getStatistics().morphedPrimitives == 1u);
    const AllocationCount allocations;
    for (int drawn = 0; drawn < 20; ++drawn) {
        frame();
    }
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
