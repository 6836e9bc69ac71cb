#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>

#include <armature/math/affine.hpp>
#include <armature/math/transform.hpp>

#include "base/words.hpp"
#include "import/gltf/vrm/vrm_source.hpp"
#include "vrm/vrm_rules.hpp"

// Expressions and springs of VRM 0.x, converted to those of VRM 1.0.
namespace armature::gltf {

namespace {

constexpr std::uint64_t bytesOfBind = 128;  // memory of one bind, including its JSON text when saved
constexpr float tailLength = 0.07f;         // in units of the leaf bone (metres unless it is scaled), as in UniVRM

/// Returns the preset of VRM 1.0 for a name in VRM 0.x; empty if there is none. Ignores case, because exporters differ. The list is
/// UniVRM's, plus "surprised".
std::string_view presetOf(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 18> names{{{"a", "aa"},
                                                                                   {"i", "ih"},
                                                                                   {"u", "ou"},
                                                                                   {"e", "ee"},
                                                                                   {"o", "oh"},
                                                                                   {"blink", "blink"},
                                                                                   {"joy", "happy"},
                                                                                   {"angry", "angry"},
                                                                                   {"sorrow", "sad"},
                                                                                   {"fun", "relaxed"},
                                                                                   {"surprised", "surprised"},
                                                                                   {"lookup", "lookUp"},
                                                                                   {"lookdown", "lookDown"},
                                                                                   {"lookleft", "lookLeft"},
                                                                                   {"lookright", "lookRight"},
                                                                                   {"blink_l", "blinkLeft"},
                                                                                   {"blink_r", "blinkRight"},
                                                                                   {"neutral", "neutral"}}};
    const auto isSame = [&](std::string_view known) {
        return std::ranges::equal(known, name, {}, {},
                                  [](char letter) { return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter; });
    };
    const auto found = std::ranges::find_if(names, isSame, &std::pair<std::string_view, std::string_view>::first);
    return found != names.end() ? found->second : std::string_view();
}

std::optional<VrmMaterialColor> colorOf(std::string_view property)
{
    constexpr std::array<std::pair<std::string_view, VrmMaterialColor>, 5> colors{{{"_Color", VrmMaterialColor::Color},
                                                                                   {"_EmissionColor", VrmMaterialColor::EmissionColor},
                                                                                   {"_ShadeColor", VrmMaterialColor::ShadeColor},
                                                                                   {"_RimColor", VrmMaterialColor::RimColor},
                                                                                   {"_OutlineColor", VrmMaterialColor::OutlineColor}}};
    const auto found = std::ranges::find(colors, property, &std::pair<std::string_view, VrmMaterialColor>::first);
    return found != colors.end() ? std::optional(found->second) : std::nullopt;
}

class ExpressionReader0 {
public:
    explicit ExpressionReader0(VrmSource& source) : source_(source), document_(source.document), nodesOfMesh_(source.scene.meshes.size())
    {
        for (const importing::InstanceDescription& instance : source.scene.instances) {
            nodesOfMesh_[instance.mesh].push_back(instance.node);
        }
        for (std::size_t material = 0; material < source.scene.materials.size(); ++material) {
            materialsNamed_[source.scene.materials[material].name].push_back(material);
        }
    }

    void readAll(const Json& groups)
    {
        std::set<std::string_view> presets;
        groups.forEach([&](std::size_t, const Json& group) { presets.insert(presetOf(group.findString("presetName"))); });
        groups.forEach([&](std::size_t, const Json& group) { read(group, presets); });
    }

private:
    /// Reads an expression. `presets`: the presets that the file's groups explicitly declare. A group without a preset becomes the preset
    /// that its name denotes, unless `presets` contains that one.
    void read(const Json& group, const std::set<std::string_view>& presets)
    {
        const std::string_view given = group.findString("name");
        std::string_view preset = presetOf(group.findString("presetName"));
        if (preset.empty() && !presets.contains(presetOf(given))) {
            preset = presetOf(given);
        }
        std::string name(preset.empty() ? given : preset);
        document_.charge(2 * (sizeof(VrmExpression) + 2 * name.size()), group);
        if (preset.empty() && isPresetExpression(name)) {
            name += '_';
            document_.notes.add(group.pointer("name"),
                                fmt::format("is that of a preset of VRM 1.0: read as {}", quoted(std::string_view(name))));
        }
        if (const std::string_view problem = names_.add(name, !preset.empty()); !problem.empty()) {
            leaveOut(document_, group, problem);
            return;
        }
        VrmExpression expression{.name = std::move(name), .isPreset = !preset.empty(), .isBinary = group.findBool("isBinary", false)};
        if (const auto binds = group.findArray("binds")) {
            binds->forEach([&](std::size_t, const Json& bind) { readMorph(bind, expression); });
        }
        if (const auto values = group.findArray("materialValues")) {
            placesOfTextures_.clear();
            values->forEach([&](std::size_t, const Json& value) { readMaterial(value, expression); });
        }
        source_.model.expressions.push_back(std::move(expression));
    }

    /// Reads a morph target of a mesh, for all nodes that have the mesh.
    void readMorph(const Json& bind, VrmExpression& expression)
    {
        const std::uint64_t mesh = bind.requireUnsigned("mesh");
        const std::uint64_t target = bind.requireUnsigned("index");
        if (mesh >= source_.scene.meshes.size() || target >= source_.scene.meshes[mesh]->getMorphWeights().size()) {
            leaveOut(document_, bind, fmt::format("names morph target {} of mesh {}, which is not there", target, mesh));
            return;
        }
        const float weight = 0.01f * bind.findFloat("weight", 100.f);
        for (const std::size_t node : nodesOfMesh_[mesh]) {
            document_.charge(bytesOfBind, bind);
            expression.morphs.push_back({source_.nodes.numberOf(node), static_cast<std::size_t>(target), weight});
        }
    }

    void readMaterial(const Json& value, VrmExpression& expression)
    {
        const std::string_view name = value.findString("materialName");
        const std::string_view property = value.findString("propertyName");
        glm::vec4 target(0.f);
        value.require("targetValue").asFloats({glm::value_ptr(target), 4});
        const std::optional<VrmMaterialColor> color = colorOf(property);
        const auto materials = materialsNamed_.find(name);
        const bool isTexture = property == "_MainTex_ST" || property == "_MainTex_ST_S" || property == "_MainTex_ST_T";
        if (materials == materialsNamed_.end() || (!color && !isTexture)) {
            leaveOut(document_, value, fmt::format("changes {} of material {}, which is not there", quoted(property), quoted(name)));
            return;
        }
        for (const std::size_t material : materials->second) {
            document_.charge(sizeof(VrmColorBind) + 4 * sizeof(VrmTextureBind), value);
            if (color) {
                expression.colors.push_back({material, *color, target});
            } else {
                readTexture(property, target, textureOf(expression, material));
            }
        }
    }

    /// Returns the expression's bind for a material's textures. A new bind starts with the material's own transform, so that components
    /// that the expression does not set stay unchanged.
    VrmTextureBind& textureOf(VrmExpression& expression, std::size_t material)
    {
        const auto [place, isNew] = placesOfTextures_.try_emplace(material, expression.textures.size());
        if (isNew) {
            const auto& texture = source_.scene.materials[material].baseColorTexture;
            expression.textures.push_back(texture ? VrmTextureBind{material, texture->scale, texture->offset} : VrmTextureBind{material});
        }
        return expression.textures[place->second];
    }

    /// Sets the scale and offset of a texture: a property ending in _S sets only the horizontal components, one ending in _T only the
    /// vertical ones. In Unity, v = 0 is the bottom of an image; in glTF, the top.
    static void readTexture(std::string_view property, const glm::vec4& target, VrmTextureBind& bind)
    {
        if (!property.ends_with("_T") || property == "_MainTex_ST") {
            bind.scale.x = target.x;
            bind.offset.x = target.z;
        }
        if (!property.ends_with("_S")) {
            bind.scale.y = target.y;
            bind.offset.y = 1.f - target.w - target.y;
        }
    }

    VrmSource& source_;
    Document& document_;
    VrmExpressionNames names_;
    std::vector<std::vector<std::size_t>> nodesOfMesh_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> materialsNamed_;
    std::unordered_map<std::size_t, std::size_t> placesOfTextures_;  // by material: the index of its bind in the current expression
};

/// Converts springs. A spring of VRM 0.x is a bone with the whole tree below it; one of VRM 1.0 is a single chain of joints. A chain
/// therefore continues with each joint's first child, and every other child starts a chain of its own.
class SpringReader0 {
public:
    explicit SpringReader0(VrmSource& source)
        : source_(source), document_(source.document), nodes_(source.scene.nodes), children_(nodes_.size()), swings_(nodes_.size(), false)
    {
        for (std::size_t node = 0; node < nodes_.size(); ++node) {
            if (nodes_[node].parent) {
                children_[*nodes_[node].parent].push_back(node);
            }
        }
    }

    void readColliders(const Json& list)
    {
        list.forEach([&](std::size_t, const Json& group) {
            SpringColliderGroup& made = source_.model.colliderGroups.emplace_back();
            document_.charge(2 * sizeof made, group);
            const auto node = source_.nodes.readMember(group, "node");
            const auto colliders = group.findArray("colliders");
            if (!node || !colliders) {
                return;
            }
            document_.reserve(made.colliders, *colliders);
            colliders->forEach([&](std::size_t, const Json& json) {
                VrmCollider collider{.node = *node, .solid = {.radius = readWithin(document_, json, "radius", 0.f, 0.f)}};
                collider.solid.offset = vectorOf(json, "offset", glm::vec3(0.f)) * glm::vec3(1.f, 1.f, -1.f);
                document_.charge(2 * sizeof collider, json);
                made.colliders.push_back(source_.model.colliders.size());
                source_.model.colliders.push_back(collider);
            });
        });
    }

    void readGroup(const Json& group)
    {
        VrmSpring like{.name = readText(document_, group, "comment")};
        VrmSpringJoint joint;
        SpringParameters& parameters = joint.parameters;
        parameters.stiffness = readWithin(document_, group, "stiffiness", 1.f, 0.f);  // VRM's own spelling
        parameters.gravityPower = group.findFloat("gravityPower", 0.f);
        // gravityDir is in Unity's world, whose z is opposite to the file's. The half turn about y that makes the model face +Z (turnRound)
        // negates x and z. In all, only x changes its sign.
        parameters.gravityDirection = vectorOf(group, "gravityDir", {0.f, -1.f, 0.f}) * glm::vec3(-1.f, 1.f, 1.f);
        parameters.drag = readWithin(document_, group, "dragForce", 0.5f, 0.f, 1.f);
        parameters.hitRadius = readWithin(document_, group, "hitRadius", 0.f, 0.f);
        if (const auto center = group.find("center"); center && center->asDouble() >= 0.) {
            like.center = source_.nodes.read(*center);
        }
        if (const auto list = group.findArray("colliderGroups")) {
            document_.reserve(like.colliderGroups, *list);
            list->forEach([&](std::size_t, const Json& value) {
                if (value.asUnsigned() < source_.model.colliderGroups.size()) {
                    like.colliderGroups.push_back(static_cast<std::size_t>(value.asUnsigned()));
                } else {
                    leaveOut(document_, value, fmt::format("names collider group {}, which is not there", value.asUnsigned()));
                }
            });
        }
        if (const auto bones = group.findArray("bones")) {
            bones->forEach([&](std::size_t, const Json& value) {
                if (const auto node = source_.nodes.read(value)) {
                    addTree(source_.nodes.fileNodes()[*node], like, joint, value);
                }
            });
        }
    }

private:
    static glm::vec3 vectorOf(const Json& owner, std::string_view key, const glm::vec3& fallback)
    {
        const auto json = owner.findObject(key);
        return json ? glm::vec3(json->findFloat("x", 0.f), json->findFloat("y", 0.f), json->findFloat("z", 0.f)) : fallback;
    }

    void addTree(std::size_t root, const VrmSpring& like, const VrmSpringJoint& joint, const Json& place)
    {
        std::vector<std::size_t> open{root};
        while (!open.empty()) {
            std::size_t node = open.back();
            open.pop_back();
            if (swings_[node]) {
                continue;
            }
            VrmSpring& spring = source_.model.springs.emplace_back(like);
            document_.charge(2 * (sizeof spring + like.name.size() + like.colliderGroups.size() * sizeof(std::size_t)), place);
            while (true) {
                addJoint(spring, joint, node, place);
                if (swings_[node]) {
                    break;
                }
                swings_[node] = true;
                const std::vector<std::size_t>& below = children_[node];
                open.insert(open.end(), below.empty() ? below.end() : below.begin() + 1, below.end());
                if (below.empty()) {
                    addJoint(spring, joint, addTail(node, place), place);
                    break;
                }
                node = below.front();
            }
        }
    }

    void addJoint(VrmSpring& spring, const VrmSpringJoint& like, std::size_t node, const Json& place)
    {
        document_.charge(4 * sizeof like, place);
        spring.joints.push_back(like);
        spring.joints.back().node = source_.nodes.numberOf(node);
    }

    /// Adds a node for the tail of a leaf bone and returns the node's index. The tail continues in the direction from the leaf's parent to
    /// the leaf, as in UniVRM, or along the leaf's +Y if that direction is undefined.
    std::size_t addTail(std::size_t leaf, const Json& place)
    {
        if (nodes_.size() >= document_.options.limits.nodes) {
            place.refuse("needs another node than ImportLimits::nodes allows");
        }
        const glm::mat4 local = nodes_[leaf].matrix.value_or(toMat4(nodes_[leaf].transform));
        const glm::vec3 way = isInvertible(toAffine(local)) ? glm::inverse(glm::mat3(local)) * glm::vec3(local[3]) : glm::vec3(0.f);
        const float length = glm::length(way);
        importing::NodeDescription tail;
        tail.parent = leaf;
        tail.name = nodes_[leaf].name + "_end";
        tail.isShown = nodes_[leaf].isShown;
        tail.transform.translation = tailLength * (length > 0.f ? way / length : glm::vec3(0.f, 1.f, 0.f));
        document_.charge(4 * (sizeof tail + tail.name.size()), place);
        nodes_.push_back(std::move(tail));
        return nodes_.size() - 1;
    }

    VrmSource& source_;
    Document& document_;
    std::vector<importing::NodeDescription>& nodes_;
    std::vector<std::vector<std::size_t>> children_;  // children of the file's own nodes, without added tails
    std::vector<bool> swings_;
};

}  // namespace

void readExpressions0(VrmSource& source, const Json& master)
{
    source.document.charge(8 * sizeof(void*) * (source.scene.instances.size() + source.scene.meshes.size() + source.scene.materials.size()),
                           master);
    ExpressionReader0 reader(source);
    if (const auto groups = master.findArray("blendShapeGroups")) {
        reader.readAll(*groups);
    }
}

void readSprings0(VrmSource& source, const Json& secondary)
{
    source.document.charge(4 * sizeof(void*) * source.scene.nodes.size(), secondary);
    SpringReader0 reader(source);
    if (const auto colliders = secondary.findArray("colliderGroups")) {
        reader.readColliders(*colliders);
    }
    if (const auto groups = secondary.findArray("boneGroups")) {
        groups->forEach([&](std::size_t, const Json& group) { reader.readGroup(group); });
    }
    chargeMeetings(source, secondary);
}

}  // namespace armature::gltf
