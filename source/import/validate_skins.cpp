#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include <armature/math/affine.hpp>

#include "base/words.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"
#include "math/numbers.hpp"

namespace armature::importing {

namespace {

void checkJoints(const SkinDescription& skin, const std::string& place, std::size_t nodeCount, const ImportLimits& limits, Notes& notes)
{
    if (skin.joints.empty()) {
        throw Refusal(place + "/joints", "is empty, but a skin has at least one joint");
    }
    if (skin.joints.size() > limits.jointsPerSkin) {
        throw Refusal(place + "/joints", fmt::format("has {}, but the limit is {} (ImportLimits::jointsPerSkin)",
                                                     counted(skin.joints.size(), "joint"), limits.jointsPerSkin));
    }
    std::vector<std::size_t> sorted = skin.joints;
    std::ranges::sort(sorted);
    if (sorted.back() >= nodeCount) {
        throw Refusal(place + "/joints", fmt::format("names node {}, but {}", sorted.back(), thereAre(nodeCount, "node")));
    }
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
        notes.add(place + "/joints", fmt::format("names node {} more than once: it gets a bone for each; export the file again", *twice));
    }
}

struct InverseBindFindings {
    std::size_t notAffine = 0;
    std::size_t singular = 0;
    std::size_t firstSingular = 0;
};

void checkInverseBinds(SkinDescription& skin, const std::string& place, Notes& notes)
{
    if (skin.inverseBinds.empty()) {
        return;
    }
    if (skin.inverseBinds.size() < skin.joints.size()) {
        throw Refusal(place + "/inverseBindMatrices",
                      fmt::format("has {}, but the skin has {}", counted(skin.inverseBinds.size(), "matrix", "matrices"),
                                  counted(skin.joints.size(), "joint")));
    }
    InverseBindFindings findings;
    for (std::size_t joint = 0; joint < skin.joints.size(); ++joint) {
        glm::mat4& matrix = skin.inverseBinds[joint];
        if (const auto bad = findNotFinite({glm::value_ptr(matrix), 16})) {
            throw Refusal(place + "/inverseBindMatrices", fmt::format("has {} as number {} of joint {}'s matrix, but must be finite",
                                                                      glm::value_ptr(matrix)[*bad], *bad, joint));
        }
        if (!isAffine(matrix)) {
            ++findings.notAffine;
            matrix[0][3] = matrix[1][3] = matrix[2][3] = 0.f;
            matrix[3][3] = 1.f;
        }
        if (!isInvertible(toAffine(matrix)) && findings.singular++ == 0) {
            findings.firstSingular = joint;
        }
    }
    if (findings.notAffine > 0) {
        notes.add(place + "/inverseBindMatrices",
                  fmt::format("has {} whose fourth row is not (0 0 0 1): taken as that; export the file again",
                              counted(findings.notAffine, "matrix", "matrices")));
    }
    if (findings.singular > 0) {
        notes.add(place + "/inverseBindMatrices",
                  fmt::format("has {} flattening space, the first for joint {}: used as given, and what they move is drawn flat; "
                              "give that joint a scale other than 0 when binding",
                              counted(findings.singular, "matrix", "matrices"), findings.firstSingular));
    }
}

/// Refuses the mesh's largest joint number, for which the skin has no joint. `joints`: the number of joints in the skin.
[[noreturn]] void refuseJoint(const InstanceDescription& instance, const Mesh& mesh, std::size_t joints)
{
    const std::size_t joint = mesh.jointCount() - 1;
    std::size_t primitive = 0;
    std::size_t at = 0;
    while (true) {
        const auto& named = mesh.primitives()[primitive].skin.joints;
        at = static_cast<std::size_t>(std::ranges::find(named, joint) - named.begin());
        if (at < named.size()) {
            break;
        }
        ++primitive;
    }
    const std::size_t influences = mesh.primitives()[primitive].skin.influencesPerVertex;
    throw Refusal(fmt::format("/meshes/{}/primitives/{}/attributes/JOINTS_{}", instance.mesh, primitive, at % influences / 4),
                  fmt::format("names joint {} at vertex {}, but skin {} at node {} has {}", joint, at / influences, *instance.skin,
                              instance.node, counted(joints, "joint")));
}

void checkInstance(InstanceDescription& instance, const SceneDescription& scene, Notes& notes)
{
    const std::string place = fmt::format("/nodes/{}", instance.node);
    const Mesh& mesh = *scene.meshes[instance.mesh];
    if (instance.skin && *instance.skin >= scene.skins.size()) {
        throw Refusal(place + "/skin", fmt::format("is {}, but {}", *instance.skin, thereAre(scene.skins.size(), "skin")));
    }
    if (instance.skin && mesh.jointCount() == 0) {
        notes.add(place + "/skin", fmt::format("skins mesh {}, which has no joints and weights: drawn as a static mesh", instance.mesh));
        instance.skin.reset();
    }
    if (instance.skin && mesh.jointCount() > scene.skins[*instance.skin].joints.size()) {
        refuseJoint(instance, mesh, scene.skins[*instance.skin].joints.size());
    }
}

}  // namespace

void validateSkins(SceneDescription& scene, const ImportLimits& limits)
{
    for (std::size_t index = 0; index < scene.skins.size(); ++index) {
        const std::string place = fmt::format("/skins/{}", index);
        checkJoints(scene.skins[index], place, scene.nodes.size(), limits, scene.notes);
        checkInverseBinds(scene.skins[index], place, scene.notes);
    }
}

void validateInstances(SceneDescription& scene)
{
    for (InstanceDescription& instance : scene.instances) {
        if (instance.node >= scene.nodes.size() || instance.mesh >= scene.meshes.size()) {
            throw Refusal(fmt::format("/nodes/{}/mesh", instance.node),
                          fmt::format("is {}, but {} and {}", instance.mesh, thereAre(scene.meshes.size(), "mesh", "meshes"),
                                      counted(scene.nodes.size(), "node")));
        }
        if (const auto bad = findNotFinite(instance.morphWeights)) {
            throw Refusal(fmt::format("/nodes/{}/weights/{}", instance.node, *bad), "must be finite");
        }
        checkInstance(instance, scene, scene.notes);
    }
}

}  // namespace armature::importing
