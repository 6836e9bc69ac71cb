#include <GL/glew.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include <armature/crowd/crowd.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

#include "encoded_pictures.hpp"
#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t chainJoints = 6;

/// Returns a box whose corners are moved by one morph target.
std::shared_ptr<const Mesh> makeMorphingBox()
{
    MeshDescription mesh;
    mesh.primitives.push_back(makeBox(glm::vec3(0.3f)));
    mesh.primitives[0].morphTargets.push_back({.positions = mesh.primitives[0].positions});
    mesh.morphWeights = {0.f};
    return Mesh::create(std::move(mesh));
}

/// Scenes that share meshes, and all renderers. Random steps remove anything, then draw everything.
class GlLifetimeProgram {
public:
    GlLifetimeProgram(const GlFixture& fixture, std::uint64_t seed)
        : random_(seed), gl_(fixture), renderer_(gl_.context), crowdRenderer_(gl_.context), viewer_(gl_.context), palettes_(gl_.context)
    {
        for (std::size_t i = 0; i < 3; ++i) {
            meshes_.push_back(makeAnyMesh(i));
        }
        fill(*rig_);
        crowd_ = std::make_unique<Crowd>(*rig_);
        crowd_->add();
        for (int i = 0; i < 2; ++i) {
            scenes_.push_back(std::make_unique<Scene>());
            fill(*scenes_.back());
        }
    }

    void step()
    {
        change();
        random_.chance(0.7) ? remove() : add();
        drawAll();
    }

    /// Checks that objects that were drawn before and are now removed do not affect the pictures.
    void checkPictures()
    {
        for (const auto& scene : scenes_) {
            SkinRenderer unused(gl_.context);
            const support::Picture picture = drawPicture(gl_, renderer_, *scene, flatCamera(), {}, 48, 32);
            BOOST_TEST((picture.pixels == drawPicture(gl_, unused, *scene, flatCamera(), {}, 48, 32).pixels));
            BOOST_TEST(renderer_.getStatistics().drawCalls == unused.getStatistics().drawCalls);
            drawn_ += unused.getStatistics().drawCalls;
        }
    }

    /// Removes everything except the renderers and lets them notice.
    void removeAll()
    {
        scenes_.clear();
        meshes_.clear();
        rig_.reset();
        const Scene empty;
        draw(empty);
        BOOST_TEST(renderer_.getStatistics().drawCalls == 0u);
        BOOST_TEST(crowdRenderer_.getStatistics().drawCalls == 0u);
    }

    [[nodiscard]] std::uint64_t drawnCount() const noexcept { return drawn_; }

private:
    [[nodiscard]] std::shared_ptr<const Mesh> makeAnyMesh(std::size_t kind) const
    {
        return kind == 0 ? makeMorphingBox() : makeTube(chainJoints, 1.f, 0.2f, kind == 1 ? 4 : 9);  // nine influences: skinned on the CPU
    }

    template <class List>
    auto pick(const List& list) -> std::remove_cvref_t<decltype(list[0])>
    {
        return list.empty() ? nullptr : random_.pick(list);
    }

    [[nodiscard]] Scene& anyScene() { return *scenes_[random_.chance(0.5) ? 0 : 1]; }

    static void fill(Skeleton& skeleton)
    {
        Bone* parent = nullptr;
        for (std::size_t i = 0; i < chainJoints; ++i) {
            parent = &skeleton.createBone("bone", {.parent = parent, .local = toMat4(Transform{{0.f, 0.2f, 0.f}})});
        }
    }

    void fill(Scene& scene)
    {
        scene.addImage(imageFromHex(pictures::jpeg));
        Material material;
        material.baseColorTexture = TextureReference{};
        scene.addMaterial(material);
        for (int i = 0; i < 6; ++i) {
            add(scene);
        }
    }

    void add() { add(anyScene()); }

    void add(Scene& scene)
    {
        TransformNode& node = scene.createTransformNode("node", pick(scene.nodes()), {random_.vector(-0.5f, 0.5f)});
        if (scene.skeletons().size() < 2) {
            Skeleton& skeleton = scene.createSkeleton("skeleton");
            fill(skeleton);
            skeleton.setHostNode(pick(scene.nodes()));
        }
        const std::size_t kind = static_cast<std::size_t>(random_.integer(0, 2));
        try {
            Skeleton* const skeleton = kind != 0 && random_.chance(0.8) ? pick(scene.skeletons()) : nullptr;
            MeshInstance& instance = scene.addMeshInstance(meshes_[kind], node, skeleton);
            if (random_.chance(0.5)) {
                instance.setMaterial(0, 0);
            }
        } catch (const std::invalid_argument&) {  // the skeleton has lost bones that the mesh needs
        }
    }

    void change()
    {
        for (const auto& scene : scenes_) {
            if (TransformNode* const node = pick(scene->nodes())) {
                node->setPosition(random_.vector(-0.5f, 0.5f));
            }
            for (Skeleton* skeleton : scene->skeletons()) {
                poseRandomly(*skeleton, random_, false);
            }
            for (MeshInstance* instance : scene->meshInstances()) {
                if (!instance->getMorphWeights().empty()) {
                    instance->setMorphWeights(std::vector<float>{random_.real(0.f, 1.f)});
                }
            }
        }
        crowd_->update(0.1);
    }

    void remove()
    {
        Scene& scene = anyScene();
        const Removal removal = random_.chance(0.5) ? Removal::Subtree : Removal::KeepChildren;
        TransformNode* const node = pick(scene.nodes());
        Skeleton* const skeleton = pick(scene.skeletons());
        MeshInstance* const instance = pick(scene.meshInstances());
        switch (random_.integer(0, 5)) {
        case 0:
            if (node != nullptr) {
                scene.removeTransformNode(*node, removal);
            }
            break;
        case 1:
            if (skeleton != nullptr && !skeleton->bones().empty()) {
                skeleton->removeBone(*pick(skeleton->bones()), removal);
            }
            break;
        case 2:
            if (skeleton != nullptr) {
                scene.removeSkeleton(*skeleton);
            }
            break;
        case 3:
            if (instance != nullptr) {
                scene.removeMeshInstance(*instance);
                add(scene);  // the new one often gets the same address
            }
            break;
        case 4: {
            const std::size_t kind = static_cast<std::size_t>(random_.integer(0, 2));
            meshes_[kind] = makeAnyMesh(kind);
            break;
        }
        default: {
            auto& place = scenes_[random_.chance(0.5) ? 0 : 1];
            place.reset();
            place = std::make_unique<Scene>();
            fill(*place);
            break;
        }
        }
    }

    void draw(const Scene& scene)
    {
        renderer_.draw(scene, flatCamera());
        viewer_.draw(scene, flatCamera());
        crowdRenderer_.draw(scene, {crowd_->getPalettes(), crowd_->getPaletteSize()}, std::vector<CrowdPlacement>(2), flatCamera());
    }

    void drawAll()
    {
        const auto framebuffer = gl_.makeFramebuffer(48, 32);
        palettes_.beginFrame();
        for (const auto& scene : scenes_) {
            draw(*scene);
            for (const Skeleton* skeleton : scene->skeletons()) {
                palettes_.add(skeleton->getFinalMatrices());
            }
        }
        palettes_.upload();
        palettes_.endFrame();
        if (rig_ != nullptr) {
            viewer_.draw(*rig_, flatCamera());
            if (random_.chance(0.1)) {
                rig_.reset();  // the crowd has copied what it needs
            }
        }
    }

    Random random_;
    const GlFixture& gl_;
    SkinRenderer renderer_;
    CrowdRenderer crowdRenderer_;
    SkeletonViewer viewer_;
    PaletteBuffer palettes_;
    std::vector<std::shared_ptr<const Mesh>> meshes_;
    std::vector<std::unique_ptr<Scene>> scenes_;
    std::unique_ptr<Skeleton> rig_ = std::make_unique<Skeleton>("rig");
    std::unique_ptr<Crowd> crowd_;
    std::uint64_t drawn_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(gl_lifetime, *boost::unit_test::precondition(needsGl))

// The pictures must equal those of a new renderer. The environment variable ARMATURE_LIFETIME_RUNS raises the number of programs.
BOOST_AUTO_TEST_CASE(anything_may_go_at_any_time_while_renderers_are_alive)
{
    const GlFixture gl;
    const char* const wanted = std::getenv("ARMATURE_LIFETIME_RUNS");
    const std::uint64_t runs = wanted != nullptr ? std::stoull(wanted) / 100 : 2;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed)
        {
            GlLifetimeProgram program(gl, seed);
            for (int i = 0; i < 30; ++i) {
                program.step();
                if (i % 10 == 9) {
                    program.checkPictures();
                }
            }
            BOOST_TEST(program.drawnCount() > 8u);
        }
    }
}

// OpenGL counts the objects.
BOOST_AUTO_TEST_CASE(renderers_free_what_they_had_for_scenes_meshes_and_instances_that_have_gone)
{
    const GlFixture gl;
    std::size_t least = 0;
    for (const int steps : {1, 40}) {
        GlLifetimeProgram program(gl, 7);
        for (int i = 0; i < steps; ++i) {
            program.step();
        }
        const std::size_t most = countGlObjects();
        const auto framebuffer = gl.makeFramebuffer(48, 32);
        program.removeAll();
        const std::size_t left = countGlObjects();
        BOOST_TEST(left + 4 < most);
        BOOST_TEST((steps == 1 || left == least));
        least = left;
    }
}

BOOST_AUTO_TEST_CASE(what_an_instance_had_on_the_gpu_goes_with_it)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Scene scene;
    const auto mesh = makeMorphingBox();
    TransformNode& node = scene.createTransformNode("node");
    const auto draw = [&] { static_cast<void>(drawPicture(gl, renderer, scene, flatCamera(), {.morphsOnCpu = true}, 48, 32)); };
    scene.addMeshInstance(mesh, node);
    draw();
    const std::size_t least = countGlObjects();
    for (int i = 0; i < 3; ++i) {
        MeshInstance& instance = scene.addMeshInstance(mesh, node);
        instance.setMorphWeights(std::vector<float>{0.5f});
        draw();
        BOOST_TEST(countGlObjects() > least);
        scene.removeMeshInstance(instance);
        draw();
        BOOST_TEST(countGlObjects() == least);
    }
}

BOOST_AUTO_TEST_SUITE_END()
