#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_model.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

MeshDescription triangleWithMaterial(std::size_t material)
{
    Primitive primitive;
    primitive.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}};
    primitive.material = material;
    return {.name = "triangle", .primitives = {primitive}};
}

Image picture(const std::string& name)
{
    return {.name = name, .mimeType = "image/png", .bytes = std::vector<std::byte>(10'000)};
}

Material painted(const std::string& name, std::size_t image)
{
    Material material{.name = name};
    material.baseColorTexture = TextureReference{.image = image};
    return material;
}

/// Makes a scene with everything that a scene lists, used by everything that can use it, and a material that nothing shows.
std::unique_ptr<Scene> makeModel(const std::string& name)
{
    auto model = std::make_unique<Scene>();
    model->setExtensions(R"({"KHR_materials_variants":{"variants":[{"name":"red"}]}})");
    model->addImage(picture(name + " skin"));
    model->addImage(picture(name + " spare"));
    model->addMaterial(painted(name + " skin", 0));
    model->addMaterial(painted(name + " spare", 1));
    model->addCamera({.name = name + " eye", .extensions = R"({"STUDIO_lens":{"node":0}})"});
    model->addLight({.name = name + " lamp"});
    TransformNode& body = model->createTransformNode(name + " body");
    TransformNode& head = model->createTransformNode(name + " head", &body);
    head.setCamera(0);
    head.setLight(0);
    head.setExtensions(R"({"MSFT_lod":{"ids":[0]}})");
    MeshDescription mesh = triangleWithMaterial(0);
    mesh.primitives[0].extensions = R"({"KHR_materials_variants":{"mappings":[{"material":1,"variants":[0]}]}})";
    model->addMeshInstance(mesh, body);
    Skeleton& skeleton = model->createSkeleton(name);
    skeleton.createBone("bone").linkTransformNode(&head, LinkMode::ForwardWrites);
    skeleton.setHostNode(&body);
    AnimationClipBuilder clip(name);
    clip.property({.kind = ChannelTarget::Kind::Material, .name = name + " skin", .property = "metallic"}).addKey(0, 0.25f).addKey(1, 0.5f);
    clip.rotation(head).addKey(0, glm::quat(1.f, 0.f, 0.f, 0.f)).addKey(1, glm::quat(0.f, 1.f, 0.f, 0.f));
    model->createAnimationGroup(clip.build());
    addJointMapping(*model, {.vocabulary = "vrm", .roles = {{"head", Handle<const TransformNode>(head)}}});
    VrmModel vrm;
    vrm.meta = {.name = name, .authors = {"somebody"}, .thumbnailImage = 1};
    vrm.add(head);
    vrm.expressions.push_back({.name = "happy", .isPreset = true, .colors = {{.material = 0}}});
    addVrmModel(*model, vrm);
    return model;
}

/// The names of the existing materials, images, cameras and lights.
struct ContentNames {
    std::vector<std::string> materials, images, cameras, lights;

    explicit ContentNames(const Scene& scene)
    {
        const auto collect = [](const auto& things, const auto& has, std::vector<std::string>& outNames) {
            for (std::size_t place = 0; place < things.size(); ++place) {
                if (has(place)) {
                    outNames.push_back(things[place].name);
                }
            }
        };
        collect(
            scene.materials(), [&](std::size_t place) { return scene.materials().contains(place); }, materials);
        collect(
            scene.images(), [&](std::size_t place) { return scene.images().contains(place); }, images);
        collect(
            scene.cameras(), [&](std::size_t place) { return scene.cameras().contains(place); }, cameras);
        collect(
            scene.lights(), [&](std::size_t place) { return scene.lights().contains(place); }, lights);
    }
    [[nodiscard]] std::size_t count() const { return materials.size() + images.size() + cameras.size() + lights.size(); }
};

using Strings = std::vector<std::string>;

/// The number of memory blocks left after `rounds` rounds, following two warm-up rounds.
template <class Round>
std::ptrdiff_t leftBy(int rounds, const Round& round)
{
    round();
    round();
    const AllocationCount count;
    for (int i = 0; i < rounds; ++i) {
        round();
    }
    return count.growth();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(scene_materials)

// If each of 200 rounds leaves one block, that is 200 blocks: any leak shows.
BOOST_AUTO_TEST_CASE(streaming_models_in_and_out_keeps_memory_flat)
{
    Scene world;
    world.instantiate(*makeModel("resident"));
    int number = 0;
    const std::ptrdiff_t left = leftBy(200, [&] {
        const SceneInstance first = world.instantiate(*makeModel("visitor"));
        const SceneInstance second = world.append(*makeModel("guest"));
        world.animate(0.1);
        if (++number % 2 == 0) {
            world.removeInstance(second);
        }
        world.removeInstance(first);
        world.removeInstance(second);
    });
    BOOST_TEST(left <= 8);
    BOOST_TEST(left >= -8);
}

BOOST_AUTO_TEST_CASE(removing_the_nodes_of_a_model_keeps_memory_flat_too)
{
    Scene world;
    const std::ptrdiff_t left = leftBy(200, [&] {
        const auto model = makeModel("visitor");
        for (int i = 0; i < 2; ++i) {
            const SceneInstance instance = world.instantiate(*model);
            world.removeAnimationGroup(*instance.getAnimationGroups()[0]);
            world.removeSkeleton(*instance.getSkeletons()[0]);
            world.removeTransformNode(*instance.getRoot());
        }
    });
    BOOST_TEST(left <= 8);
    BOOST_TEST(ContentNames(world).count() == 0u);
}

BOOST_AUTO_TEST_CASE(what_came_with_a_model_leaves_with_the_last_of_its_copies_and_their_clones)
{
    Scene world;
    world.addMaterial({.name = "own"});
    const auto model = makeModel("guard");
    const SceneInstance first = world.instantiate(*model);
    const SceneInstance second = world.instantiate(*model);
    TransformNode& clone = second.getNodes()[0]->clone({.parent = nullptr});
    const Strings materials{"own", "guard skin", "guard spare"};
    BOOST_TEST(ContentNames(world).materials == materials, boost::test_tools::per_element());
    world.removeInstance(first);
    world.removeInstance(second);
    BOOST_TEST(ContentNames(world).materials == materials, boost::test_tools::per_element());
    BOOST_TEST(ContentNames(world).images == (Strings{"guard skin", "guard spare"}), boost::test_tools::per_element());
    BOOST_TEST(world.meshInstances()[0]->getMaterial(0).value() == 1u);
    BOOST_TEST(ContentNames(world).lights.size() == 1u);
    world.removeTransformNode(clone);
    BOOST_TEST(ContentNames(world).materials == (Strings{"own"}), boost::test_tools::per_element());
    BOOST_TEST(ContentNames(world).count() == 1u);
    BOOST_TEST(world.materials().size() == 1u);
    BOOST_TEST(world.images().empty());
    BOOST_TEST(ContentNames(*model).materials.size() == 2u);  // the model has its own materials
}

BOOST_AUTO_TEST_CASE(what_something_else_uses_stays_as_long_as_that_does)
{
    Scene world;
    const SceneInstance guard = world.instantiate(*makeModel("guard"));
    TransformNode& sign = world.createTransformNode("sign");
    TransformNode& lamp = world.createTransformNode("lamp");
    MeshInstance& panel = world.addMeshInstance(triangleWithMaterial(1), sign);
    lamp.setLight(0);
    world.removeInstance(guard);
    BOOST_TEST(ContentNames(world).materials == (Strings{"guard spare"}), boost::test_tools::per_element());
    BOOST_TEST(ContentNames(world).images == (Strings{"guard spare"}), boost::test_tools::per_element());
    BOOST_TEST(ContentNames(world).cameras.empty());
    BOOST_TEST(ContentNames(world).lights == (Strings{"guard lamp"}), boost::test_tools::per_element());
    BOOST_TEST(world.materials()[panel.getMaterial(0).value()].baseColorTexture->image == 1u);
    BOOST_TEST(!world.materials().contains(0));
    BOOST_TEST(world.materials()[0].name == "");
    world.removeTransformNode(lamp);
    world.removeMeshInstance(panel);
    BOOST_TEST(ContentNames(world).count() == 0u);
}

// Materials that no node uses yet stay until their instance is removed.
BOOST_AUTO_TEST_CASE(what_nothing_has_used_yet_waits_for_its_instance_to_be_removed)
{
    Scene looks;
    looks.addImage(picture("brick"));
    looks.addMaterial(painted("brick", 0));
    Scene world;
    const SceneInstance library = world.append(looks);
    world.removeInstance(world.instantiate(*makeModel("visitor")));
    BOOST_TEST(ContentNames(world).materials == (Strings{"brick"}), boost::test_tools::per_element());
    world.removeInstance(library);
    BOOST_TEST(ContentNames(world).count() == 0u);
}

BOOST_AUTO_TEST_CASE(a_model_that_is_placed_again_brings_its_materials_again)
{
    Scene world;
    const auto model = makeModel("guard");
    const std::size_t own = world.addMaterial({.name = "own"});
    world.removeInstance(world.instantiate(*model));
    const std::size_t other = world.addMaterial({.name = "other"});  // reuses the index of the guard's skin
    BOOST_TEST(other == own + 1);
    const SceneInstance again = world.instantiate(*model);
    BOOST_TEST(ContentNames(world).materials == (Strings{"own", "other", "guard skin", "guard spare"}), boost::test_tools::per_element());
    const MeshInstance& body = *again.getMeshInstances()[0];
    BOOST_TEST(world.materials()[body.getMaterial(0).value()].name == "guard skin");
    BOOST_TEST(findJointMapping(world, "vrm")->find("head") == again.getNodes()[1]);  // not the first copy's mapping, which is gone
}

BOOST_AUTO_TEST_CASE(an_application_removes_what_it_added_and_its_place_is_used_again)
{
    Scene scene;
    const std::size_t image = scene.addImage(picture("brick"));
    const std::size_t first = scene.addMaterial(painted("brick", image));
    const std::size_t second = scene.addMaterial({.name = "second"});
    MeshInstance& wall = scene.addMeshInstance(triangleWithMaterial(first), scene.createTransformNode("wall"));
    BOOST_CHECK_EXCEPTION(scene.removeMaterial(first), std::invalid_argument,
                          says("material 0 \"brick\" is used by mesh instance \"triangle\", primitive 0"));
    BOOST_CHECK_EXCEPTION(scene.removeImage(image), std::invalid_argument, says("image 0 \"brick\" is used by material 0 \"brick\""));
    BOOST_CHECK_EXCEPTION(scene.removeMaterial(7), std::invalid_argument, says("there is no material 7"));
    BOOST_CHECK_EXCEPTION(scene.removeImage(1), std::invalid_argument, says("there is no image 1"));
    wall.setMaterial(0, second);
    scene.removeMaterial(first);
    scene.removeImage(image);
    BOOST_TEST(!scene.materials().contains(first));
    BOOST_TEST(!scene.images().contains(image));
    BOOST_TEST(scene.materials()[second].name == "second");
    BOOST_TEST(toString(scene).find("1 material, 0 images") != std::string::npos);
    BOOST_CHECK_EXCEPTION(scene.removeMaterial(first), std::invalid_argument, says("there is no material 0"));
    BOOST_CHECK_EXCEPTION(wall.setMaterial(0, first), std::invalid_argument, says("material 0 was removed"));
    BOOST_CHECK_EXCEPTION(scene.addMeshInstance(triangleWithMaterial(first), wall.getNode()), std::invalid_argument,
                          says("material is 0, which was removed"));
    scene.addImage(picture("new"));
    scene.addImage(picture("newer"));
    scene.removeImage(0);
    BOOST_CHECK_EXCEPTION(scene.addMaterial(painted("odd", 0)), std::invalid_argument,
                          says("material odd uses image 0, which was removed"));
    BOOST_TEST(scene.addMaterial({.name = "third"}) == first);
}

BOOST_AUTO_TEST_CASE(what_belongs_to_a_model_that_is_still_there_is_not_removed)
{
    Scene world;
    const SceneInstance guard = world.instantiate(*makeModel("guard"));
    BOOST_CHECK_EXCEPTION(world.removeMaterial(1), std::invalid_argument, says("\"guard spare\" came with a model that is still here"));
}

BOOST_AUTO_TEST_CASE(a_curve_of_a_removed_material_does_not_move_what_takes_its_place)
{
    Scene scene;
    const std::size_t old = scene.addMaterial({.name = "old"});
    AnimationClipBuilder clip("shine");
    clip.property({.kind = ChannelTarget::Kind::Material, .name = "old", .property = "metallic"}).addKey(0, 0.25f);
    AnimationGroup& group = scene.createAnimationGroup(clip.build());
    group.play();
    scene.animate(0.);
    BOOST_TEST(scene.materials()[old].metallic == 0.25f);
    scene.removeMaterial(old);
    scene.animate(0.1);
    BOOST_TEST(scene.addMaterial({.name = "new", .metallic = 0.75f}) == old);
    scene.animate(0.1);
    BOOST_TEST(scene.materials()[old].metallic == 0.75f);
}

BOOST_AUTO_TEST_CASE(a_saved_state_with_a_material_that_was_removed_since_is_refused)
{
    Scene scene;
    const std::size_t first = scene.addMaterial({.name = "first"});
    scene.addMaterial({.name = "second"});
    MeshInstance& wall = scene.addMeshInstance(triangleWithMaterial(first), scene.createTransformNode("wall"));
    SavedState state;
    state.save(scene);
    wall.setMaterial(0, 1);
    scene.removeMaterial(first);
    BOOST_CHECK_EXCEPTION(state.restore(scene), std::invalid_argument, says("its primitive 0 had material 0, which was removed"));
    BOOST_TEST(wall.getMaterial(0).value() == 1u);
}

// Removals leave gaps, which are closed on the next read: here between removals and at the end.
BOOST_AUTO_TEST_CASE(removing_many_nodes_one_by_one_keeps_the_others_in_order)
{
    Scene scene;
    std::vector<TransformNode*> nodes;
    for (int i = 0; i < 500; ++i) {
        nodes.push_back(&scene.createTransformNode(std::to_string(i)));
        scene.addMeshInstance(MeshDescription{.name = std::to_string(i)}, *nodes.back());
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i % 3 != 0) {
            scene.removeTransformNode(*nodes[i]);
        }
        if (i % 50 == 0) {
            scene.createTransformNode("late");
        }
    }
    Strings names;
    for (const TransformNode* node : scene.nodes()) {
        names.push_back(node->getName());
    }
    Strings expected;
    for (int i = 0; i < 500; i += 3) {
        expected.push_back(std::to_string(i));
    }
    BOOST_TEST(scene.meshInstances().size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        BOOST_TEST(scene.meshInstances()[i]->getName() == expected[i]);
    }
    expected.insert(expected.end(), 10, "late");
    BOOST_TEST(names == expected, boost::test_tools::per_element());
    BOOST_TEST(scene.findTransformNode("1") == nullptr);
    BOOST_TEST(scene.findTransformNode("498") == scene.nodes()[166]);
}

BOOST_AUTO_TEST_SUITE_END()
