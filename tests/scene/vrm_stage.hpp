#pragma once

#include <cmath>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

namespace armature::test {

/// A head, two eyes whose rest poses are rotated, a strand of hair, and a face with three morph targets and two materials.
struct VrmStage {
    Scene scene;
    TransformNode& root = scene.createTransformNode("root");
    TransformNode& head = scene.createTransformNode("head", &root, {{0.f, 1.5f, 0.f}, turn({1.f, 1.f, 0.f}, 0.6f), glm::vec3(1.f)});
    TransformNode& leftEye = scene.createTransformNode("leftEye", &head, {{0.f, 0.f, 0.f}, turn({0.f, 1.f, 1.f}, 1.1f), glm::vec3(1.f)});
    TransformNode& rightEye = scene.createTransformNode("rightEye", &head, {{0.f, 0.f, 0.f}, turn({1.f, 0.f, 1.f}, 0.4f), glm::vec3(1.f)});
    TransformNode& hair0 = scene.createTransformNode("hair0", &head, {{0.f, 0.1f, -0.1f}});
    TransformNode& hair1 = scene.createTransformNode("hair1", &hair0, {{0.1f, 0.f, 0.f}});
    TransformNode& hair2 = scene.createTransformNode("hair2", &hair1, {{0.1f, 0.f, 0.f}});
    TransformNode& face = scene.createTransformNode("face", &root);
    TransformNode& hat = scene.createTransformNode("hat", &root);
    MeshInstance* mesh = nullptr;
    VrmModel model;

    VrmStage()
    {
        scene.addImage({.name = "picture"});
        scene.addMaterial({.name = "skin", .baseColor = {0.5f, 0.5f, 0.5f, 1.f}, .baseColorTexture = TextureReference{}});
        scene.addMaterial({.name = "glow"});
        Primitive triangle{.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}}, .morphTargets = {3, MorphTarget{}}};
        mesh = &scene.addMeshInstance({.name = "face", .primitives = {triangle}, .morphWeights = {0.f, 0.f, 0.25f}}, face);
        model.meta.name = "Ada";
        model.humanoid = {{HumanoidRole::Head, model.add(head)},
                          {HumanoidRole::LeftEye, model.add(leftEye)},
                          {HumanoidRole::RightEye, model.add(rightEye)}};
        model.lookAt = VrmLookAt{
            .horizontalInner = {90.f, 30.f}, .horizontalOuter = {90.f, 60.f}, .verticalDown = {90.f, 45.f}, .verticalUp = {45.f, 20.f}};
        const std::size_t faceNode = model.add(face);
        model.expressions = {
            {.name = "happy",
             .isPreset = true,
             .morphs = {{faceNode, 0, 0.5f}},
             .colors = {{0, VrmMaterialColor::Color, {1.f, 0.f, 0.5f, 1.f}}, {1, VrmMaterialColor::EmissionColor, {2.f, 0.f, 0.f, 1.f}}},
             .textures = {{0, {0.5f, 2.f}, {0.25f, 0.f}}}},
            {.name = "surprised",
             .isPreset = true,
             .isBinary = true,
             .morphs = {{faceNode, 0, 1.f}},
             .overrideBlink = VrmOverride::Block,
             .overrideMouth = VrmOverride::Blend},
            {.name = "sad", .isPreset = true, .overrideMouth = VrmOverride::Blend},
            {.name = "blink", .isPreset = true, .morphs = {{faceNode, 1, 1.f}}},
            {.name = "aa", .isPreset = true, .morphs = {{faceNode, 1, 0.5f}}},
            {.name = "lookLeft", .isPreset = true},
            {.name = "lookUp", .isPreset = true}};
        model.springs = {{"hair", {{model.add(hair0)}, {model.add(hair1)}, {model.add(hair2)}}}};
    }

    static glm::quat turn(const glm::vec3& axis, float angle) { return glm::angleAxis(angle, glm::normalize(axis)); }

    VrmCharacter make(const Node* space = nullptr)
    {
        addVrmModel(scene, model);
        return VrmCharacter(scene, vrmModels(scene).size() - 1, space);
    }

    /// Returns, in world space, the current direction of the axis that pointed along +Z when the node was at rest.
    [[nodiscard]] static glm::vec3 aheadOf(const TransformNode& node, const glm::quat& restInWorld)
    {
        return glm::quat_cast(glm::mat3(node.getWorldMatrix()) / std::cbrt(glm::determinant(glm::mat3(node.getWorldMatrix()))))
               * glm::conjugate(restInWorld) * glm::vec3(0.f, 0.f, 1.f);
    }
    [[nodiscard]] static glm::quat worldRotation(const TransformNode& node)
    {
        return glm::quat_cast(glm::mat3(node.getWorldMatrix()) / std::cbrt(glm::determinant(glm::mat3(node.getWorldMatrix()))));
    }
};

}  // namespace armature::test
