#include "import/bvh/reader.hpp"

#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "import/bvh/tokens.hpp"
#include "import/file_access.hpp"
#include "import/notes.hpp"
#include "import/scene_builder.hpp"

namespace armature::bvh {

namespace {

/// Returns the file's text without a byte order mark.
std::string_view contentOf(std::span<const std::byte> file) noexcept
{
    const std::string_view text = importing::textOf(file);
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

// Adds a node for each joint, placed as before any motion: by the OFFSETs alone, without rotation. Only the bone of an End Site needs a
// length, 0: any other bone reaches to its first child, which may be an End Site.
void addNodes(const std::vector<Joint>& joints, importing::SceneDescription& scene)
{
    scene.nodes.reserve(joints.size());
    for (const Joint& joint : joints) {
        importing::NodeDescription& node = scene.nodes.emplace_back();
        node.name = joint.name;
        node.parent = joint.parent;
        node.transform.translation = glm::vec3(joint.offset);
        if (joint.isEnd) {
            node.boneLength = 0.f;
        }
    }
}

void addSkin(const std::vector<Joint>& joints, importing::SceneDescription& scene, const ImportLimits& limits)
{
    importing::SkinDescription& skin = scene.skins.emplace_back();
    skin.name = joints.front().name;
    std::vector<glm::dvec3> places;
    places.reserve(joints.size());
    for (std::size_t index = 0; index < joints.size(); ++index) {
        const Joint& joint = joints[index];
        const glm::dvec3 place = joint.offset + (joint.parent ? places[*joint.parent] : glm::dvec3(0.));
        places.push_back(place);
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            if (!(std::abs(place[axis]) <= std::numeric_limits<float>::max())) {
                Tokens::refuse(joint.line,
                               fmt::format("places {} at {:.3g}, which is too far", importing::quoted(joint.name), place[axis]));
            }
        }
        if (skin.joints.size() >= limits.jointsPerSkin) {
            Tokens::refuse(joint.line,
                           fmt::format("has one more joint than the limit of {} (ImportLimits::jointsPerSkin)", limits.jointsPerSkin));
        }
        skin.joints.push_back(index);
        glm::mat4& inverse = skin.inverseBinds.emplace_back(1.f);
        inverse[3] = glm::vec4(-glm::vec3(place), 1.f);
    }
}

}  // namespace

bool isBvh(std::span<const std::byte> file) noexcept
{
    return Tokens(contentOf(file)).take("HIERARCHY");
}

importing::SceneDescription readBvh(std::span<const std::byte> file, const ImportOptions& options)
{
    importing::SceneDescription scene;
    scene.budget = importing::MemoryBudget(options.limits.unbackedBytes);
    scene.budget.addBacking(file.size());
    scene.budget.addJson(file.size());  // its text becomes objects, as with JSON
    Tokens tokens(contentOf(file));
    const std::vector<Joint> joints = readHierarchy(tokens, options.limits, scene.budget, scene.notes);
    if (tokens.hasNext()) {
        Motion motion = readMotion(tokens, joints, scene.budget, scene.notes);
        scene.extras = fmt::format(R"({{"bvh":{{"frameTime":{}}}}})", motion.frameSeconds);
        if (motion.clip) {
            scene.clips.push_back(*std::move(motion.clip));
        }
    } else {
        scene.notes.add("MOTION", "is missing or empty: loaded as a skeleton without a clip");
    }
    addNodes(joints, scene);
    addSkin(joints, scene, options.limits);
    importing::validateNodes(scene, options.limits);
    return scene;
}

}  // namespace armature::bvh
