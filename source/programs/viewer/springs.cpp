#include "springs.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_debug_lines.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "bone_ends.hpp"
#include "edit_history.hpp"

namespace armature::tools {

namespace {

void appendLinesOf(std::vector<DebugLine>& outLines, const SpringBones* springs)
{
    if (springs != nullptr) {
        appendSpringLines(outLines, *springs);
    }
}

}  // namespace

Springs::Springs(Scene& scene)
{
    for (std::size_t model = 0; model < vrmModels(scene).size(); ++model) {
        try {
            VrmCharacter& character = characters_.emplace_back(scene, model);
            warnings_.insert(warnings_.end(), character.warnings().begin(), character.warnings().end());
            if (const SpringBones* const springs = character.getSprings()) {
                note(*springs);
                modelChains_ += springs->getChains().size();
            }
            if (const NodeConstraints* const constraints = character.getConstraints()) {
                for (const NodeConstraint& constraint : constraints->getConstraints()) {
                    note(*constraint.node);
                }
            }
        } catch (const std::exception& error) {
            warnings_.push_back(fmt::format("VRM model {} stands still: {}", model, error.what()));
        }
    }
}

void Springs::add(Bone& bone)
{
    std::vector<SpringChain> chains = chains_;
    SpringChain chain{.name = bone.getName()};
    for (Bone* next = &bone; next != nullptr; next = firstChildOf(*next)) {
        chain.joints.push_back({.bone = next, .parameters = feel_});
    }
    chain.end = endOf(*chain.joints.back().bone);
    chains.push_back(std::move(chain));
    rest();
    rebuild(std::move(chains));
    note(springs_.front());
}

void Springs::setFeel(const SpringParameters& feel)
{
    std::vector<SpringChain> chains = chains_;
    for (SpringChain& chain : chains) {
        for (SpringJoint& joint : chain.joints) {
            joint.parameters = feel;
        }
    }
    rebuild(std::move(chains));
    feel_ = feel;
}

void Springs::removeAdded()
{
    rest();
    springs_.clear();
    chains_.clear();
}

void Springs::rebuild(std::vector<SpringChain> chains)
{
    if (!chains.empty()) {
        SpringBones springs(chains);
        springs_.clear();
        springs_.push_back(std::move(springs));
    }
    chains_ = std::move(chains);
}

void Springs::note(const SpringBones& springs)
{
    for (const SpringChain& chain : springs.getChains()) {
        for (const SpringJoint& joint : chain.joints) {
            if (joint.bone != nullptr) {
                note(*joint.bone);
            }
        }
    }
}

void Springs::note(Node& turned)
{
    Node& node = posedBy(turned);
    if (std::ranges::find(atEase_, &node, &AtEase::node) == atEase_.end()) {
        atEase_.push_back({&node, node.getRotationQuaternion()});
    }
}

std::vector<Bone*> Springs::addedBones() const
{
    std::vector<Bone*> bones;
    for (const SpringChain& chain : chains_) {
        bones.push_back(chain.joints.front().bone);
    }
    return bones;
}

void Springs::advance(double seconds)
{
    for (VrmCharacter& character : characters_) {
        character.update(seconds);
    }
    for (SpringBones& springs : springs_) {
        springs.update(seconds);
    }
}

void Springs::jump()
{
    for (VrmCharacter& character : characters_) {
        character.jump();
    }
    for (SpringBones& springs : springs_) {
        springs.jump();
    }
}

void Springs::rest()
{
    for (VrmCharacter& character : characters_) {
        character.reset();
    }
    for (SpringBones& springs : springs_) {
        springs.reset();
    }
    for (const AtEase& each : atEase_) {
        each.node->setRotationQuaternion(each.rotation);
    }
}

void Springs::appendLines(std::vector<DebugLine>& outLines)
{
    for (VrmCharacter& character : characters_) {
        appendLinesOf(outLines, character.getSprings());
    }
    for (const SpringBones& springs : springs_) {
        appendLinesOf(outLines, &springs);
    }
}

}  // namespace armature::tools
