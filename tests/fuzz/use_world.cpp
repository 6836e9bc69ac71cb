#include "use_world.hpp"

#include <algorithm>
#include <cmath>

#include "oracle.hpp"

namespace armature::test {

namespace {

bool isSame(const Affine& a, const Affine& b)
{
    for (glm::length_t row = 0; row < 3; ++row) {
        for (glm::length_t column = 0; column < 4; ++column) {
            const float x = a[row][column];
            const float y = b[row][column];
            if (!(x == y || (std::isnan(x) && std::isnan(y)))) {
                return false;
            }
        }
    }
    return true;
}

/// FNV-1a.
class Hash {
public:
    template <class T>
    void add(const T& value)
    {
        const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
        for (std::size_t at = 0; at < sizeof value; ++at) {
            value_ = (value_ ^ bytes[at]) * 1099511628211u;
        }
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

private:
    std::uint64_t value_ = 14695981039346656037u;
};

}  // namespace

World::World(std::span<const std::byte> input) : data(input)
{
    scenes.push_back(std::make_unique<Scene>());
    scenes.push_back(std::make_unique<Scene>());
}

// May destroy scenes and loose skeletons first, in either order, so that users of bones and nodes outlive them.
World::~World()
{
    if (data.flag()) {
        scenes.clear();
        loose.clear();
    } else if (data.flag()) {
        loose.clear();
        scenes.clear();
    }
}

std::vector<Skeleton*> World::skeletons()
{
    std::vector<Skeleton*> all;
    for (const auto& scene : scenes) {
        if (scene != nullptr) {
            all.insert(all.end(), scene->skeletons().begin(), scene->skeletons().end());
        }
    }
    for (const auto& skeleton : loose) {
        all.push_back(skeleton.get());
    }
    return all;
}

std::vector<TransformNode*> World::nodes()
{
    std::vector<TransformNode*> all;
    for (const auto& scene : scenes) {
        if (scene != nullptr) {
            all.insert(all.end(), scene->nodes().begin(), scene->nodes().end());
        }
    }
    return all;
}

std::vector<Bone*> World::bones()
{
    std::vector<Bone*> all;
    for (Skeleton* skeleton : skeletons()) {
        all.insert(all.end(), skeleton->bones().begin(), skeleton->bones().end());
    }
    return all;
}

Node* World::nodeOrBone()
{
    if (data.flag()) {
        return node();
    }
    return bone();
}

Bone& World::above(Bone& tip)
{
    Bone* root = &tip;
    for (std::size_t levels = data.below(5); levels > 0 && root->getParentBone() != nullptr; --levels) {
        root = root->getParentBone();
    }
    Bone* other = data.rarely(16) ? bone() : nullptr;
    return other != nullptr ? *other : *root;
}

void World::runNested()
{
    constexpr int deepest = 3;
    ++events;
    if (depth >= deepest) {
        return;
    }
    ++depth;
    try {
        chooseOperation(*this).run(*this);
    } catch (const std::logic_error&) {
        --depth;
        if (data.rarely(56)) {
            throw;  // passes through the library
        }
        return;
    }
    --depth;
}

Affine World::worldOf(const Node& node, Known& worlds, Known& absolutes)
{
    if (const auto known = worlds.find(&node); known != worlds.end()) {
        return known->second;
    }
    Affine world{};
    if (const Bone* bone = node.asBone()) {
        const Affine absolute = absoluteOf(*bone, absolutes);
        const TransformNode* host = bone->getSkeleton().getHostNode();
        world = host != nullptr ? multiply(worldOf(*host, worlds, absolutes), absolute) : absolute;
    } else if (node.asTransformNode()->isWorldMatrixFrozen()) {
        world = toAffine(node.getWorldMatrix());
    } else {
        const Affine local = toAffine(node.getLocalMatrix());
        world = node.getParent() != nullptr ? multiply(worldOf(*node.getParent(), worlds, absolutes), local) : local;
    }
    return worlds[&node] = world;
}

Affine World::absoluteOf(const Bone& bone, Known& absolutes)
{
    if (const auto known = absolutes.find(&bone); known != absolutes.end()) {
        return known->second;
    }
    const Affine local = toAffine(bone.getTransformNode() != nullptr ? bone.getTransformNode()->getLocalMatrix() : bone.getLocalMatrix());
    const Bone* parent = bone.getParentBone();
    return absolutes[&bone] = parent != nullptr ? multiply(absoluteOf(*parent, absolutes), local) : local;
}

void World::checkNode(const TransformNode& node, Known& worlds, Known& absolutes)
{
    require(isSame(toAffine(node.getWorldMatrix()), worldOf(node, worlds, absolutes)), "a node's world matrix is current", node.getPath());
    for (const Node& child : node.getChildren()) {
        require(child.getParent() == &node, "a child's parent is its parent", node.getPath());
    }
    if (const Node* parent = node.getParent()) {
        const bool isChild = std::ranges::any_of(parent->getChildren(), [&](const Node& child) { return &child == &node; });
        require(isChild, "a node is among its parent's children", node.getPath());
    }
}

void World::checkSkeleton(Skeleton& skeleton, Known& worlds, Known& absolutes)
{
    const auto palette = skeleton.getFinalMatrices();
    for (Bone* bone : skeleton.bones()) {
        const std::string path = bone->getPath();
        const Affine absolute = absoluteOf(*bone, absolutes);
        const Affine final = multiply(absolute, toAffine(bone->getAbsoluteInverseBindMatrix()));
        require(&bone->getSkeleton() == &skeleton, "a bone knows its skeleton", path);
        require(isSame(toAffine(bone->getAbsoluteMatrix()), absolute), "a bone's absolute matrix is current", path);
        require(isSame(toAffine(bone->getWorldMatrix()), worldOf(*bone, worlds, absolutes)), "a bone's world matrix is current", path);
        require(isSame(toAffine(bone->getFinalMatrix()), final), "a bone's final matrix is current", path);
        if (const auto slot = bone->getIndex()) {
            require(*slot < palette.size() && isSame(palette[*slot], final), "the palette is current", path);
            require(skeleton.getBoneByIndex(*slot) == bone, "a palette slot leads to its bone", path);
        }
        require(skeleton.findBone(bone->getName()) != nullptr, "a bone is found by name", path);
        const TransformNode* linked = bone->getTransformNode();
        require(linked == nullptr || skeleton.findBoneFromLinkedTransformNode(*linked) != nullptr, "a linked bone is found by its node",
                path);
    }
    for (std::size_t set = 1; set < skeleton.inverseBindSetCount(); ++set) {
        require(skeleton.getFinalMatrices(set).size() == palette.size(), "all palettes are as long", skeleton.getName());
    }
}

void World::check()
{
    if (data.flag()) {
        const Threads threads = data.flag() ? Threads::All : Threads::Caller;
        for (const auto& scene : scenes) {
            if (scene != nullptr) {
                scene->update(threads);
            }
        }
        for (const auto& skeleton : loose) {
            skeleton->update();
        }
    }
    Known worlds;
    Known absolutes;
    for (const TransformNode* each : nodes()) {
        checkNode(*each, worlds, absolutes);
    }
    for (Skeleton* each : skeletons()) {
        checkSkeleton(*each, worlds, absolutes);
    }
}

std::uint64_t World::hash()
{
    Hash hash;
    const auto addPose = [&](const auto& each) {
        hash.add(each.getLocalMatrix());
        hash.add(each.getTransform());
        hash.add(each.getParent());
    };
    for (const TransformNode* each : nodes()) {
        addPose(*each);
        hash.add(each->getPivotPoint());
    }
    for (const Bone* each : bones()) {
        addPose(*each);
        hash.add(each->getTransformNode());
        hash.add(each->getRestMatrix());
        hash.add(each->getBindMatrix());
        hash.add(each->getAbsoluteInverseBindMatrix());
    }
    for (const Skeleton* each : skeletons()) {
        hash.add(each);
        hash.add(each->getHostNode());
    }
    return hash.value();
}

}  // namespace armature::test
