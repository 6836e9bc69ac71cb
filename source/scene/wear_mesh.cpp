#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/math/affine.hpp>
#include <armature/scene/wear_mesh.hpp>

#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "mesh/mesh_access.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "scene/scene_state.hpp"
#include "skeleton/skeleton_access.hpp"

/// Puts meshes of one rig on another: see wear_mesh.hpp.
namespace armature {

namespace {

/// Returns the power of ten nearest to a ratio of lengths of two rigs; 1 if the ratio is not a positive finite number. The power is the
/// ratio of the rigs' units; the rest of the ratio is a difference in proportions.
double unitsOf(double ratio) noexcept
{
    return ratio > 0. && std::isfinite(ratio) ? std::pow(10., std::round(std::log10(ratio))) : 1.;
}

double meanScale(const glm::mat4& matrix) noexcept
{
    return std::cbrt(std::abs(determinant(toAffine(matrix))));
}

glm::mat4 scaled(glm::mat4 matrix, double scale) noexcept
{
    const auto factor = static_cast<float>(scale);
    return factor == 1.f ? matrix : glm::scale(glm::mat4(1.f), glm::vec3(factor)) * matrix;
}

const std::string& boneNameOf(const std::string& joint, const WearOptions& options) noexcept
{
    const auto given = std::ranges::find(options.joints, joint, &std::pair<std::string, std::string>::first);
    return given != options.joints.end() ? given->second : joint;
}

/// Returns, for each joint of a mesh, whether it moves anything.
std::vector<bool> usedJoints(const Mesh& mesh)
{
    std::vector<bool> used(mesh.jointCount());
    for (const Primitive& primitive : mesh.primitives()) {
        for (std::size_t i = 0; i < primitive.skin.joints.size(); ++i) {
            if (primitive.skin.weights[i] > 0.f) {
                used[primitive.skin.joints[i]] = true;
            }
        }
    }
    return used;
}

std::string listMissingBones(const std::vector<std::string>& missing, const Skeleton& skeleton)
{
    std::vector<std::string> names;
    for (const Bone* bone : skeleton.bones()) {
        names.push_back(bone->getName());
    }
    constexpr std::size_t shownNames = 3;
    std::vector<std::string> lines;
    bool areNamesListed = false;  // whether a line already lists the names of all bones; later lines then do not
    for (std::size_t i = 0; i < std::min(missing.size(), shownNames); ++i) {
        const std::string suggestion = suggestNames(missing[i], names, "bone");
        const bool isAlike = suggestion.starts_with("did you mean");
        lines.push_back(isAlike || !areNamesListed ? fmt::format("{} ({})", inQuotes(missing[i]), suggestion) : inQuotes(missing[i]));
        areNamesListed = areNamesListed || !isAlike;
    }
    return fmt::format("{}{}", fmt::join(lines, ", "),
                       missing.size() > shownNames ? fmt::format(" and {} more", missing.size() - shownNames) : "");
}

/// Finds the bone of `skeleton` for each joint of a mesh made for another rig, and the joints that have none. Only putOn() changes the
/// skeleton.
class Fitting {
public:
    Fitting(const MeshInstance& instance, Skeleton& skeleton, const WearOptions& options)
        : instance_(instance)
        , mesh_(*instance.getMesh())
        , rig_(*instance.getSkeleton())
        , skeleton_(skeleton)
        , options_(options)
        , used_(usedJoints(mesh_))
    {
        compareRigs();
        for (std::size_t joint = 0; joint < used_.size(); ++joint) {
            if (used_[joint]) {
                findBone(joint);
            }
        }
        if (!missing_.empty()) {
            throw std::invalid_argument(fmt::format("{}: skeleton {} lacks joints of it: {}; WearOptions can name their bones, or add them",
                                                    titleOf(mesh_.getDescription()), inQuotes(skeleton.getName()),
                                                    listMissingBones(missing_, skeleton)));
        }
        if (skeleton.getFinalMatrices().size() + added_.size() > paletteLimit) {
            throw std::invalid_argument(fmt::format("{}: skeleton {} has no room for {} more", titleOf(mesh_.getDescription()),
                                                    inQuotes(skeleton.getName()), counted(added_.size(), "bone")));
        }
    }

    /// Adds the bones and binds that are missing. Returns the index of the set of inverse binds to use.
    std::size_t putOn()
    {
        for (const Bone* original : added_) {
            const glm::mat4 bind = inUnits(original->getBindMatrix());
            BoneOptions bone;
            bone.parent = placeFor(*original->getParentBone());
            bone.bind = isInvertible(toAffine(bind)) ? bind : glm::mat4(1.f);
            bone.rest = inUnits(original->getRestMatrix());
            bone.local = bone.rest;
            bone.length = NodeAccess::firstChildBone(*original) == nullptr ? original->getLength() : std::nullopt;
            skeleton_.createBone(boneNameOf(original->getName(), options_), bone);
        }
        for (std::size_t joint = 0; joint < used_.size(); ++joint) {
            slots_.push_back(static_cast<std::uint16_t>(used_[joint] ? *placeFor(*rig_.getBoneByIndex(joint))->getIndex() : 0));
        }
        std::vector<glm::mat4> binds;
        for (std::size_t slot = 0; slot < skeleton_.getFinalMatrices().size(); ++slot) {
            const Bone* const bone = skeleton_.getBoneByIndex(slot);
            binds.push_back(bone != nullptr ? bone->getAbsoluteInverseBindMatrix() : glm::mat4(1.f));
        }
        for (std::size_t joint = 0; joint < used_.size(); ++joint) {
            if (used_[joint]) {
                binds[slots_[joint]] = scaled(inverseBindOf(rig_, instance_.getInverseBindSet(), joint), units_);
            }
        }
        for (std::size_t set = 0; set < skeleton_.inverseBindSetCount(); ++set) {
            const auto fits = [&](std::uint16_t slot) { return inverseBindOf(skeleton_, set, slot) == binds[slot]; };
            bool isThere = true;
            for (std::size_t joint = 0; joint < used_.size(); ++joint) {
                isThere = isThere && (!used_[joint] || fits(slots_[joint]));
            }
            if (isThere) {
                return set;
            }
        }
        return skeleton_.addInverseBindSet(binds);
    }

    /// Returns the palette slot of each joint; 0 for joints that move nothing. Precondition: putOn() was called.
    [[nodiscard]] const std::vector<std::uint16_t>& slots() const noexcept { return slots_; }

    /// Whether the joint names of `mesh`, whose joints are slots(), are the names of the skeleton's bones.
    [[nodiscard]] bool isNamedRight(const Mesh& mesh) const
    {
        const auto& names = mesh.jointNames();
        for (std::size_t joint = 0; joint < used_.size(); ++joint) {
            const std::size_t slot = slots_[joint];
            if (used_[joint]
                && (names == nullptr || slot >= names->size() || (*names)[slot] != skeleton_.getBoneByIndex(slot)->getName())) {
                return false;
            }
        }
        return true;
    }

    /// Whether the skeleton can move the mesh without changes: each joint that moves vertices is the palette slot of its bone and has the
    /// bone's name, and no joint is beyond the palette.
    [[nodiscard]] bool isAtHome() const
    {
        for (std::size_t joint = 0; joint < used_.size(); ++joint) {
            if (used_[joint] ? slots_[joint] != joint : joint >= skeleton_.getFinalMatrices().size()) {
                return false;
            }
        }
        return isNamedRight(mesh_);
    }

    [[nodiscard]] std::shared_ptr<const Mesh> renumbered() const
    {
        MeshDescription worn = mesh_.getDescription();
        for (Primitive& primitive : worn.primitives) {
            for (std::uint16_t& joint : primitive.skin.joints) {
                joint = slots_[joint];
            }
        }
        auto names = std::make_shared<std::vector<std::string>>();
        for (std::size_t slot = 0; slot < skeleton_.getFinalMatrices().size(); ++slot) {
            const Bone* const bone = skeleton_.getBoneByIndex(slot);
            names->push_back(bone != nullptr ? bone->getName() : std::string());
        }
        worn.jointNames = std::move(names);
        return MeshAccess::adopt(std::move(worn));
    }

private:
    static glm::mat4 inverseBindOf(const Skeleton& skeleton, std::size_t set, std::size_t slot)
    {
        const Rig& rig = SkeletonAccess::state(skeleton).settledRig();
        if (set > 0 && slot < rig.inverseBindSets[set - 1].size()) {
            return toMat4(rig.inverseBindSets[set - 1][slot]);
        }
        const Bone* const bone = skeleton.getBoneByIndex(slot);
        return bone != nullptr ? bone->getAbsoluteInverseBindMatrix() : glm::mat4(1.f);
    }

    [[nodiscard]] Bone* placeFor(const Bone& joint) { return skeleton_.findBone(boneNameOf(joint.getName(), options_)); }

    [[nodiscard]] glm::mat4 inUnits(glm::mat4 local) const noexcept
    {
        local[3] = glm::vec4(glm::vec3(local[3]) * static_cast<float>(units_), 1.f);
        return local;
    }

    /// Compares the rest positions, in the axes of the bone above, of bones that both rigs have below the same bone. Sets units_ from the
    /// median ratio of the distances. Throws std::invalid_argument if there are at least three such bones and the median angle between the
    /// two directions is above 45 degrees.
    void compareRigs()
    {
        std::vector<double> ratios;
        std::vector<double> cosines;
        for (const Bone* joint : std::as_const(rig_).bones()) {
            const Bone* const bone = placeFor(*joint);
            const Bone* const above = joint->getParentBone();
            if (bone == nullptr || above == nullptr || placeFor(*above) == nullptr || placeFor(*above) != bone->getParentBone()) {
                continue;
            }
            const glm::dvec3 own(joint->getRestMatrix()[3]);
            const glm::dvec3 there(bone->getRestMatrix()[3]);
            if (const double length = glm::length(own); length > 0. && glm::length(there) > 0.) {
                ratios.push_back(glm::length(there) / length);
                cosines.push_back(glm::dot(own, there) / (glm::length(there) * length));
            }
        }
        if (ratios.empty()) {
            return;
        }
        const auto middleOf = [](std::vector<double>& numbers) {
            const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
            std::ranges::nth_element(numbers, middle);
            return *middle;
        };
        units_ = unitsOf(middleOf(ratios));
        constexpr std::size_t enough = 3;
        constexpr double leastCosine = 0.7;  // limit: the cosine of 45 degrees, rounded
        if (cosines.size() >= enough && middleOf(cosines) < leastCosine) {
            throw std::invalid_argument(fmt::format(
                "{}: most of its joints do not point where the bones of skeleton {} point, each in the axes of the one above it: "
                "the two rigs have different axes",
                titleOf(mesh_.getDescription()), inQuotes(skeleton_.getName())));
        }
    }

    void findBone(std::size_t joint)
    {
        const Bone* const original = rig_.getBoneByIndex(joint);
        if (original == nullptr) {
            throw std::invalid_argument(fmt::format("{}: its joint {} has no bone in its own skeleton {}", titleOf(mesh_.getDescription()),
                                                    joint, inQuotes(rig_.getName())));
        }
        if (const Bone* const bone = placeFor(*original)) {
            if (!bone->getIndex()) {
                throw std::invalid_argument(fmt::format("{}: {} is a helper bone without a palette slot, and cannot move its joint {}",
                                                        titleOf(mesh_.getDescription()), label(*bone), inQuotes(original->getName())));
            }
            return;
        }
        std::vector<const Bone*> chain;
        const Bone* top = original;
        while (top != nullptr && placeFor(*top) == nullptr && std::ranges::find(added_, top) == added_.end()) {
            chain.push_back(top);
            top = top->getParentBone();
        }
        if (top == nullptr || !options_.addsMissingBones) {
            missing_.push_back(original->getName());
            return;
        }
        added_.insert(added_.end(), chain.rbegin(), chain.rend());
    }

    const MeshInstance& instance_;
    const Mesh& mesh_;
    const Skeleton& rig_;
    Skeleton& skeleton_;
    const WearOptions& options_;
    std::vector<bool> used_;
    double units_ = 1.;  // length of the unit of the mesh's rig, in units of the skeleton
    std::vector<const Bone*> added_;
    std::vector<std::string> missing_;
    std::vector<std::uint16_t> slots_;
};

}  // namespace

std::shared_ptr<const Mesh> Scene::State::wornMesh(const std::shared_ptr<const Mesh>& mesh, const std::vector<std::uint16_t>& slots,
                                                   const std::function<bool(const Mesh&)>& fits,
                                                   const std::function<std::shared_ptr<const Mesh>()>& make)
{
    std::erase_if(wornMeshes, [](const WornMesh& each) { return each.worn.expired(); });
    for (const WornMesh& each : wornMeshes) {
        auto worn = each.worn.lock();
        if (each.original.lock() == mesh && each.slots == slots && worn != nullptr && fits(*worn)) {
            return worn;
        }
    }
    auto made = make();
    wornMeshes.push_back({mesh, made, slots});
    return made;
}

MeshInstance& Scene::State::placeWorn(const MeshInstance& original, TransformNode& node, Skeleton* skeleton, const WearOptions& options)
{
    auto copy = MeshAccess::copy(original, node, skeleton);
    copy->setName(options.name.empty() ? original.getName() : options.name);
    const Scene& from = original.getNode().getScene();
    if (&from != &scene) {
        const SharedModelParts parts = partsOf(from);
        const State& model = *from.state_;
        std::vector<std::size_t> places(model.materials.size(), FileNumbers::none);
        for (std::size_t primitive = 0; primitive < original.getMesh()->primitives().size(); ++primitive) {
            if (const std::optional<std::size_t> material = original.getMaterial(primitive)) {
                places[*material] = bringMaterial(*parts, model, *material);
            }
        }
        bringNumbers(*parts, model);
        FileNumbersThrough through(parts->numbers);
        MeshAccess::transfer(*copy, through.from(SceneAccess::numbersOf(original)), held(parts),
                             [&](std::size_t material) { return places[material]; });
    }
    return place(std::move(copy));
}

MeshInstance& Scene::State::wearSkinned(const MeshInstance& instance, Skeleton& skeleton, const WearOptions& options)
{
    Fitting fitting(instance, skeleton, options);
    const std::size_t set = fitting.putOn();
    std::shared_ptr<const Mesh> mesh = instance.getMesh();
    if (!fitting.isAtHome()) {
        mesh = wornMesh(
            mesh, fitting.slots(), [&](const Mesh& worn) { return fitting.isNamedRight(worn); }, [&] { return fitting.renumbered(); });
    }
    TransformNode& node = scene.createTransformNode(options.name.empty() ? instance.getName() : options.name, skeleton.getHostNode());
    node.setEnabled(instance.getNode().isEnabled());
    MeshInstance& worn = placeWorn(instance, node, &skeleton, options);
    MeshAccess::exchange(worn, std::move(mesh));
    worn.setSkeleton(&skeleton, set);
    return worn;
}

MeshInstance& Scene::State::wearRigid(const MeshInstance& instance, Skeleton& skeleton, const WearOptions& options)
{
    const Node* holder = &instance.getNode();
    Bone* bone = nullptr;
    while (holder != nullptr && (bone = skeleton.findBone(boneNameOf(holder->getName(), options))) == nullptr) {
        holder = NodeAccess::parent(*holder);
    }
    if (bone == nullptr) {
        throw std::invalid_argument(
            fmt::format("{}: it has no skeleton, and neither its node {} nor any above it has the name of a bone of "
                        "skeleton {}; WearOptions can name one, or place it below a bone: see InstantiateOptions",
                        titleOf(instance.getMesh()->getDescription()), label(instance.getNode()), inQuotes(skeleton.getName())));
    }
    const glm::dmat4 from(holder->getWorldMatrix());
    const double units = unitsOf(meanScale(holder->getWorldMatrix()) / meanScale(bone->getWorldMatrix()));
    const glm::mat4 local = scaled(glm::mat4(glm::inverse(from) * glm::dmat4(instance.getNode().getWorldMatrix())), units);
    if (!isFinite(toAffine(local))) {
        throw std::invalid_argument(fmt::format("{}: {} above it is squashed flat: its place relative to that is not known",
                                                titleOf(instance.getMesh()->getDescription()), label(*holder)));
    }
    TransformNode& node = scene.createTransformNode(options.name.empty() ? instance.getName() : options.name, bone);
    node.setLocalMatrix(local);
    node.setEnabled(instance.getNode().isEnabled());
    return placeWorn(instance, node, nullptr, options);
}

MeshInstance& wearMesh(Scene& scene, const MeshInstance& instance, Skeleton& skeleton, const WearOptions& options)
{
    auto& state = SceneAccess::stateOf(scene);
    if (SkeletonAccess::state(skeleton).owner != &state) {
        throw std::invalid_argument(fmt::format("{}: the skeleton {} does not belong to the scene",
                                                named("mesh", instance.getMesh()->getName()), inQuotes(skeleton.getName())));
    }
    return instance.getSkeleton() != nullptr ? state.wearSkinned(instance, skeleton, options)
                                             : state.wearRigid(instance, skeleton, options);
}

}  // namespace armature
