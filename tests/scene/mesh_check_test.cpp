#include <functional>
#include <memory>
#include <string>

#include <armature/mesh/bake_transform.hpp>
#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A triangle with every attribute, skinned by two bones.
MeshDescription skinnedTriangle()
{
    MeshDescription mesh;
    mesh.name = "body";
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}};
    primitive.normals.assign(3, {0.f, 0.f, 1.f});
    primitive.tangents.assign(3, {1.f, 0.f, 0.f, 1.f});
    primitive.textureCoordinates[0].resize(3);
    primitive.textureCoordinates[1].resize(3);
    primitive.colors.resize(3);
    primitive.indices = {0, 1, 2};
    primitive.skin = {4, {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0}, {.5f, .5f, 0, 0, 1, 0, 0, 0, .25f, .25f, .5f, 0}};
    primitive.morphTargets = {{.positions = std::vector<glm::vec3>(3), .normals = std::vector<glm::vec3>(3), .tangents = {}}};
    mesh.morphWeights = {0.5f};
    mesh.morphTargetNames = {"smile"};
    return mesh;
}

/// A false statement in the mesh, and the refusal's text about it.
struct Lie {
    std::function<void(MeshDescription&, Primitive&)> tell;
    std::string says;
};

struct Stage {
    Stage()
    {
        skeleton.createBone("a");
        skeleton.createBone("b");
    }

    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    TransformNode& node = scene.createTransformNode("node");
};

}  // namespace

BOOST_AUTO_TEST_SUITE(mesh)

// The expectations come from MeshDescription's comments; each lie violates one of them.
BOOST_AUTO_TEST_CASE(a_mesh_that_lies_is_refused_with_place_value_and_limit)
{
    const std::vector<Lie> lies{
        {[](auto&, auto& p) {
             p.indices = {0, 1, 1000000};
         },
         "mesh body: primitives[0].indices names vertex 1000000 as number 2, but there are 3"},
        {[](auto&, auto& p) { p.normals.pop_back(); }, "primitives[0].normals has 2 elements, but the primitive has 3 vertices"},
        {[](auto&, auto& p) { p.tangents.emplace_back(); }, "primitives[0].tangents has 4 elements"},
        {[](auto&, auto& p) { p.textureCoordinates[0].resize(1); }, "primitives[0].textureCoordinates[0] has 1 element,"},
        {[](auto&, auto& p) { p.textureCoordinates[1].resize(1); }, "primitives[0].textureCoordinates[1] has 1 element,"},
        {[](auto&, auto& p) { p.colors.resize(9); }, "primitives[0].colors has 9 elements"},
        {[](auto&, auto& p) { p.positions.clear(); }, "but the primitive has 0 vertices"},
        {[](auto&, auto& p) { p.positions[1].y = infinity; }, "primitives[0].positions is inf at vertex 1, but must be finite"},
        {[](auto&, auto& p) { p.normals[2].x = -infinity; }, "primitives[0].normals is -inf at vertex 2"},
        {[](auto&, auto& p) { p.tangents[0].w = infinity; }, "primitives[0].tangents is inf at vertex 0"},
        {[](auto&, auto& p) { p.textureCoordinates[0][1].y = infinity; }, "textureCoordinates[0] is inf at vertex 1"},
        {[](auto&, auto& p) { p.colors[1].a = infinity; }, "primitives[0].colors is inf at vertex 1"},
        {[](auto&, auto& p) { p.skin.joints.resize(1); },
         "primitives[0].skin.joints has 1 element, but the primitive has 3 vertices of 4 influences"},
        {[](auto&, auto& p) { p.skin.weights.resize(11); }, "primitives[0].skin.weights has 11 elements"},
        {[](auto&, auto& p) { p.skin.influencesPerVertex = 0; },
         "skin.joints has 12 elements, but the primitive has 3 vertices of 0 influences"},
        {[](auto&, auto& p) { p.skin.influencesPerVertex = ~std::size_t{0} / 2; }, "skin.joints has 12 elements"},
        {[](auto&, auto& p) { p.skin.weights[4] = infinity; }, "primitives[0].skin.weights is inf at vertex 1, but must be finite"},
        {[](auto&, auto& p) { p.skin.weights = {.5f, .5f, 0, 0, 1, 0, 0, 0, 1.25f, -.25f, 0, 0}; },
         "skin.weights is -0.25 at vertex 2, but must not be negative"},
        {[](auto&, auto& p) { p.skin.weights[10] = 0.25f; },
         "skin.weights has a sum of 0.75 at vertex 2, but must sum to 1 (within 0.01) or be all 0"},
        {[](auto&, auto& p) { p.morphTargets.clear(); }, "primitives[0].morphTargets has 0 morph targets, but the mesh has 1"},
        {[](auto&, auto& p) { p.morphTargets[0].positions.resize(2); }, "primitives[0].morphTargets[0].positions has 2 elements"},
        {[](auto&, auto& p) { p.morphTargets[0].tangents.resize(2); }, "primitives[0].morphTargets[0].tangents has 2 elements"},
        {[](auto&, auto& p) { p.morphTargets[0].normals[1].x = infinity; }, "primitives[0].morphTargets[0].normals is inf at vertex 1"},
        {[](auto& m, auto&) { m.morphWeights[0] = infinity; }, "mesh body: morphWeights[0] is inf, but must be finite"},
        {[](auto& m, auto&) { m.morphTargetNames.emplace_back("frown"); }, "morphTargetNames has 2 names, but the mesh has 1 morph weight"},
        {[](auto& m, auto&) { m.primitives.emplace_back().indices = {0}; }, "primitives[1].morphTargets has 0 morph targets"},
        {[](auto&, auto& p) { p.topology = static_cast<PrimitiveTopology>(7); }, "primitives[0].topology is 7"},
    };
    Stage stage;
    for (const Lie& lie : lies) {
        MeshDescription mesh = skinnedTriangle();
        lie.tell(mesh, mesh.primitives[0]);
        BOOST_CHECK_EXCEPTION(static_cast<void>(Mesh::create(mesh)), std::invalid_argument, says(lie.says));
        BOOST_CHECK_THROW(stage.scene.addMeshInstance(mesh, stage.node, &stage.skeleton), std::invalid_argument);
    }
    BOOST_TEST(stage.scene.meshInstances().empty());
    BOOST_CHECK_NO_THROW(stage.scene.addMeshInstance(skinnedTriangle(), stage.node, &stage.skeleton));
}

// Random arrays of random lengths: accepted meshes can be picked, bounded and baked without reading past an end (AddressSanitizer checks).
BOOST_AUTO_TEST_CASE(what_is_accepted_can_be_used)
{
    Random random(9);
    std::size_t accepted = 0;
    std::size_t refused = 0;
    for (int round = 0; round < 3000; ++round) {
        MeshDescription mesh = skinnedTriangle();
        Primitive& primitive = mesh.primitives[0];
        const auto length = [&] { return static_cast<std::size_t>(random.integer(0, 4)); };
        switch (random.integer(0, 6)) {
        case 0: primitive.positions.resize(length()); break;
        case 1: primitive.normals.resize(length()); break;
        case 2: primitive.indices[1] = static_cast<std::uint32_t>(length()); break;
        case 3: primitive.skin.influencesPerVertex = length(); break;
        case 4: primitive.morphTargets[0].positions.resize(length()); break;
        case 5: mesh.morphWeights.resize(length()); break;
        default: primitive.topology = static_cast<PrimitiveTopology>(length() + 2); break;
        }
        Stage stage;
        try {
            const MeshInstance& instance = stage.scene.addMeshInstance(mesh, stage.node, &stage.skeleton);
            ++accepted;
            static_cast<void>(intersect(instance, {{0.2f, 0.2f, 5.f}, {0.f, 0.f, -1.f}}));
            static_cast<void>(computeBounds(instance));
            stage.node.setScaling({-1.f, 1.f, 1.f});
            static_cast<void>(bakeTransformIntoVertices(mesh, stage.node));
        } catch (const std::invalid_argument&) {
            ++refused;
        }
    }
    BOOST_TEST(accepted > 300u);
    BOOST_TEST(refused > 300u);
}

BOOST_AUTO_TEST_CASE(joints_and_materials_that_the_scene_lacks_are_refused)
{
    Stage stage;
    MeshDescription mesh = skinnedTriangle();
    mesh.primitives[0].material = 2;
    BOOST_CHECK_EXCEPTION(stage.scene.addMeshInstance(mesh, stage.node, &stage.skeleton), std::invalid_argument,
                          says("mesh body: primitives[0].material is 2, but the scene has 0 materials"));
    for (int i = 0; i < 3; ++i) {
        stage.scene.addMaterial({});
    }
    BOOST_CHECK_NO_THROW(stage.scene.addMeshInstance(mesh, stage.node, &stage.skeleton));
    BOOST_TEST(Mesh::create(mesh)->jointCount() == 2u);
    BOOST_TEST(Mesh::create(mesh)->materialCount() == 3u);
    mesh.primitives[0].skin.joints[3] = 2;
    BOOST_CHECK_EXCEPTION(stage.scene.addMeshInstance(mesh, stage.node, &stage.skeleton), std::invalid_argument,
                          says("primitive 0 has a joint 2, but the skeleton \"rig\" has 2 palette slots"));
    BOOST_TEST(stage.scene.meshInstances().size() == 1u);
}

BOOST_AUTO_TEST_CASE(materials_are_checked_where_they_enter)
{
    Scene scene;
    const auto textured = [](auto change) {
        Material material;
        material.name = "skin";
        material.emissiveTexture.emplace();
        change(material);
        return material;
    };
    const std::size_t image = scene.addImage({});
    BOOST_TEST(scene.addMaterial(textured([&](Material& m) { m.emissiveTexture->image = image; })) == 0u);
    const std::vector<std::pair<std::function<void(Material&)>, std::string>> lies{
        {[](Material& m) { m.emissiveTexture->image = 1000000; }, "material skin uses image 1000000, but there are 1"},
        {[](Material& m) { m.baseColorTexture.emplace().image = 1; }, "material skin uses image 1"},
        {[](Material& m) { m.emissiveTexture->textureCoordinates = 77; }, "uses set 77 of texture coordinates, but there are 2"},
        {[](Material& m) { m.emissiveTexture->rotation = infinity; }, "has inf in its texture rotation"},
        {[](Material& m) { m.baseColor.a = infinity; }, "has inf in its base colour"},
        {[](Material& m) { m.emissiveTexture->wrapT = static_cast<TextureWrap>(9); }, "has an unknown texture wrap of 9"},
        {[](Material& m) { m.alphaMode = static_cast<AlphaMode>(-1); }, "has an unknown alpha mode of -1"},
    };
    for (const auto& [tell, words] : lies) {
        BOOST_CHECK_EXCEPTION(scene.addMaterial(textured(tell)), std::invalid_argument, says(words));
    }
    BOOST_TEST(scene.materials().size() == 1u);
}

// --- instances --------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(an_instance_takes_nothing_unchecked)
{
    Stage stage;
    MeshInstance& instance = stage.scene.addMeshInstance(skinnedTriangle(), stage.node, &stage.skeleton);
    Scene other;
    Skeleton alone("alone");
    Skeleton& tiny = stage.scene.createSkeleton("tiny");
    tiny.createBone("only");
    MeshDescription mesh = skinnedTriangle();
    mesh.primitives[0].material = 0;
    BOOST_CHECK_EXCEPTION(instance.setNode(other.createTransformNode("foreign")), std::invalid_argument, says("foreign"));
    BOOST_CHECK_EXCEPTION(instance.setSkeleton(&alone), std::invalid_argument, says("alone"));
    BOOST_CHECK_EXCEPTION(instance.setSkeleton(&tiny), std::invalid_argument,
                          says("joint 1, but the skeleton \"tiny\" has 1 palette slot"));
    BOOST_CHECK_EXCEPTION(instance.setSkeleton(&stage.skeleton, 1), std::invalid_argument, says("rig: there is no set 1 of inverse binds"));
    BOOST_CHECK_EXCEPTION(instance.setMesh(nullptr), std::invalid_argument, says("no mesh"));
    BOOST_CHECK_EXCEPTION(instance.setMesh(Mesh::create(mesh)), std::invalid_argument, says("material is 0"));
    BOOST_CHECK_EXCEPTION(instance.setMorphWeights({}), std::invalid_argument, says("0 morph weights do not fit a mesh with 1"));
    BOOST_CHECK_EXCEPTION(instance.setMorphWeights(std::vector{infinity}), std::invalid_argument, says("morph weight 0 is inf"));
    BOOST_CHECK_EXCEPTION(instance.setMorphWeight(1, 0.f), std::invalid_argument, says("no morph target 1"));
    BOOST_CHECK_EXCEPTION(instance.setMorphWeight(0, infinity), std::invalid_argument, says("must be finite"));
    BOOST_CHECK_EXCEPTION(instance.setMaterial(0, 0), std::invalid_argument, says("no material 0, the scene has 0"));
    BOOST_CHECK_EXCEPTION(instance.setMaterial(1, {}), std::invalid_argument, says("no primitive 1, the mesh has 1"));
    BOOST_TEST(&instance.getNode() == &stage.node);
    BOOST_TEST(instance.getSkeleton() == &stage.skeleton);
    BOOST_TEST(instance.getInverseBindSet() == 0u);
    BOOST_TEST(instance.getMorphWeights() == std::vector<float>{0.5f}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_instance_changes_to_what_fits)
{
    Stage stage;
    MeshInstance& instance = stage.scene.addMeshInstance(skinnedTriangle(), stage.node, &stage.skeleton);
    TransformNode& elsewhere = stage.scene.createTransformNode("elsewhere");
    const std::vector<glm::mat4> binds(2, glm::mat4(1.f));
    instance.setNode(elsewhere);
    instance.setSkeleton(&stage.skeleton, stage.skeleton.addInverseBindSet(binds));
    instance.setMorphWeight(0, 0.75f);
    instance.setName("mine");
    const std::size_t material = stage.scene.addMaterial({});
    BOOST_TEST(!instance.getMaterial(0).has_value());
    instance.setMaterial(0, material);
    BOOST_TEST(*instance.getMaterial(0) == material);
    BOOST_TEST(&instance.getNode() == &elsewhere);
    BOOST_TEST(instance.getInverseBindSet() == 1u);
    instance.setMesh(Mesh::create(skinnedTriangle()));
    BOOST_TEST(!instance.getMaterial(0).has_value());
    BOOST_TEST(instance.getMorphWeights()[0] == 0.75f);  // the new mesh has the same number of targets
    MeshDescription plain = skinnedTriangle();
    plain.primitives[0].morphTargets.clear();
    plain.morphWeights.clear();
    plain.morphTargetNames.clear();
    instance.setMesh(Mesh::create(plain));
    BOOST_TEST(instance.getMorphWeights().empty());
    BOOST_CHECK_NO_THROW(instance.setMorphWeights({}));
    BOOST_TEST(instance.getName() == "mine");
    stage.scene.removeTransformNode(stage.node);
    BOOST_TEST(stage.scene.meshInstances().size() == 1u);
    stage.scene.removeTransformNode(elsewhere);
    BOOST_TEST(stage.scene.meshInstances().empty());
}

BOOST_AUTO_TEST_CASE(an_instance_is_removed_alone)
{
    Stage stage;
    const auto mesh = Mesh::create(skinnedTriangle());
    MeshInstance& first = stage.scene.addMeshInstance(mesh, stage.node, &stage.skeleton);
    MeshInstance& second = stage.scene.addMeshInstance(mesh, stage.node, &stage.skeleton);
    Scene other;
    BOOST_CHECK_EXCEPTION(other.removeMeshInstance(first), std::invalid_argument, says("body"));
    stage.scene.removeMeshInstance(first);
    BOOST_TEST(std::ranges::equal(stage.scene.meshInstances(), std::vector{&second}));
    BOOST_TEST(stage.scene.nodes().size() == 1u);
    BOOST_TEST(mesh.use_count() == 2);
}

BOOST_AUTO_TEST_SUITE_END()
