#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/gltf/readers.hpp"

// Skins (glTF 2.0, sections 3.7.3 and 5.28).
namespace armature::gltf {

namespace {

void readInverseBinds(Document& document, const Json& value, importing::SkinDescription& skin)
{
    const auto reference = value.find("inverseBindMatrices");
    if (!reference) {
        return;
    }
    skin.inverseBinds = readMatrices(document, document.accessorIndex(*reference), *reference);
    if (skin.inverseBinds.size() < skin.joints.size()) {
        reference->refuse(fmt::format("has {}, but the skin has {}", counted(skin.inverseBinds.size(), "matrix", "matrices"),
                                      counted(skin.joints.size(), "joint")));
    }
}

importing::SkinDescription readSkin(Document& document, const Json& value, std::size_t nodeCount)
{
    importing::SkinDescription skin;
    skin.name = readName(document, value);
    skin.root = value.findIndex("skeleton", nodeCount, "nodes");
    const Json joints = value.require("joints");
    const std::size_t count = joints.size();
    if (count > document.options.limits.jointsPerSkin) {
        joints.refuse(fmt::format("has {}, but the limit is {} (ImportLimits::jointsPerSkin)", counted(count, "joint"),
                                  document.options.limits.jointsPerSkin));
    }
    document.reserve(skin.joints, joints);
    joints.forEach([&](std::size_t, const Json& joint) { skin.joints.push_back(joint.asIndex(nodeCount, "nodes")); });
    readInverseBinds(document, value, skin);
    return skin;
}

}  // namespace

void readSkins(Document& document, importing::SceneDescription& scene)
{
    if (const auto skins = document.root.findArray("skins")) {
        document.reserve(scene.skins, *skins);
        skins->forEach([&](std::size_t, const Json& value) { scene.skins.push_back(readSkin(document, value, scene.nodes.size())); });
    }
}

}  // namespace armature::gltf
