#include <skeleton/random_program.hpp>

#include <algorithm>

namespace armature::test {

namespace {

/// Below this, rounding decides whether the library considers a matrix invertible: such steps are left out.
constexpr double leastRoundness = 1e-5;

}  // namespace

std::optional<RandomProgram::Kept> RandomProgram::keeping(std::size_t object, std::size_t parent) const
{
    if (model_.objects[object].frozenWorld) {
        return std::nullopt;  // it stays in place whatever its local pose
    }
    const bool isBone = model_.objects[object].isBone();
    const Bounded place = isBone ? model_.absolute(object) : model_.world(object);
    const Bounded above = isBone ? model_.absolute(parent) : model_.world(parent);
    if (roundness(above.value) < leastRoundness) {
        return std::nullopt;
    }
    Kept kept;
    kept.object = object;
    // In the common space, the rotation and the signs of the scale stay the same; a mirroring frame negates y.
    const std::size_t oldParent = model_.objects[object].parent;
    const Bounded oldAbove = isBone ? model_.absolute(oldParent) : model_.world(oldParent);
    const auto mirror = [](const Bounded& frame) { return glm::dvec3(1., glm::determinant(glm::dmat3(frame.value)) < 0. ? -1. : 1., 1.); };
    kept.signs = signsOf(model_.poseOf(object).partsOrSplit().scale) * mirror(oldAbove) * mirror(above);
    const glm::dmat4 undo = glm::inverse(above.value);
    kept.local = undo * place.value;
    // Twice the first-order error of inverse(above) * place; the library rounds the result once.
    kept.localLimit = 2. * (absolutes(undo) * place.limit() + absolutes(undo) * above.limit() * absolutes(kept.local))
                      + 2. * unitRoundoff * absolutes(kept.local);
    if (isBone) {
        const Bounded restAbove = model_.absoluteRest(parent);
        if (roundness(restAbove.value) < leastRoundness) {
            return std::nullopt;
        }
        // Computed in double and rounded once.
        const auto undone = [](const Bounded& from, const Bounded& what, glm::dmat4& outValue, glm::dmat4& outLimit) {
            const glm::dmat4 inverse = glm::inverse(from.value);
            const glm::dmat4 inverseMagnitude = absolutes(inverse) * from.magnitude * absolutes(inverse);
            outValue = inverse * what.value;
            outLimit = 2. * unitRoundoff * absolutes(outValue) + doubleError * inverseMagnitude * what.magnitude;
        };
        undone(model_.absoluteBind(parent), model_.absoluteBind(object), kept.bind, kept.bindLimit);
        undone(restAbove, model_.absoluteRest(object), kept.rest, kept.restLimit);
    }
    return kept;
}

std::vector<std::size_t> RandomProgram::drivenBy(std::size_t node) const
{
    std::vector<std::size_t> bones;
    for (std::size_t i = 0; i < model_.objects.size(); ++i) {
        if (model_.objects[i].isAlive && model_.objects[i].driver == node) {
            bones.push_back(i);
        }
    }
    return bones;
}

// A child whose local pose drives a remaining bone would move others while they are to be kept in place. Bones that are removed are
// unlinked first.
std::optional<std::vector<RandomProgram::Kept>> RandomProgram::keepingAll(const std::vector<std::size_t>& children, std::size_t parent,
                                                                          const std::vector<std::size_t>& doomed) const
{
    std::vector<Kept> kept;
    for (const std::size_t child : children) {
        const auto place = keeping(child, parent);
        const auto stays = [&](std::size_t bone) { return std::find(doomed.begin(), doomed.end(), bone) == doomed.end(); };
        if (!place || std::ranges::any_of(drivenBy(child), stays)) {
            return std::nullopt;
        }
        kept.push_back(*place);
    }
    return kept;
}

// Continues from the floats that the library rounded to.
void RandomProgram::adopt(const Kept& kept)
{
    ModelObject& object = model_.objects[kept.object];
    if (object.driver == none) {
        object.pose.parts.reset();
        object.pose.signs = kept.signs;
        adoptLocal(kept.object, kept.local, kept.localLimit);
    }
    if (object.isBone()) {
        const Bone& bone = eager_.bone(kept.object);
        if (!object.givenInverse) {
            compare("kept bind", kept.object, bone.getBindMatrix(), kept.bind, kept.bindLimit);
            object.bind = bone.getBindMatrix();
        }
        compare("kept rest", kept.object, bone.getRestMatrix(), kept.rest, kept.restLimit);
        object.rest = {bone.getRestMatrix(), std::nullopt};
    }
}

void RandomProgram::setParent()
{
    const std::size_t object = pickAny();
    if (object == none) {
        return;
    }
    const ModelObject& moved = model_.objects[object];
    std::vector<std::size_t> parents{none};
    for (const std::size_t other : alive(true, !moved.isBone())) {
        const bool isAllowed = !moved.isBone() || model_.objects[other].rig == moved.rig;
        if (isAllowed && !model_.hangsOn(other, object)) {
            parents.push_back(other);
        }
    }
    const std::size_t parent = pick(parents);
    if (parent != moved.parent) {
        moveUnder(object, parent, random_.chance(0.5));
    }
}

void RandomProgram::moveUnder(std::size_t object, std::size_t parent, bool keepWorld)
{
    const std::optional<Kept> kept = keepWorld ? keeping(object, parent) : std::nullopt;
    const auto bearsTheParent = [&](std::size_t bone) { return model_.hangsOn(parent, bone); };
    if (keepWorld && (!kept || std::ranges::any_of(drivenBy(object), bearsTheParent))) {
        return;  // no local pose keeps a node in place below a bone that it drives
    }
    note("move " + std::to_string(object) + " under " + std::to_string(parent) + (keepWorld ? " in place" : ""));
    const Keep keep = keepWorld ? Keep::World : Keep::Local;
    both([&](ProgramWorld& world) {
        Node* above = parent != none ? world.objects[parent] : nullptr;
        if (Bone* bone = world.objects[object]->asBone()) {
            bone->setParent(above != nullptr ? above->asBone() : nullptr, keep);
        } else {
            world.node(object).setParent(above, keep);
        }
    });
    model_.objects[object].parent = parent;
    if (kept) {
        adopt(*kept);
    }
}

void RandomProgram::forgetBone(std::size_t bone)
{
    model_.objects[bone].driver = none;
    std::erase(model_.rigs[model_.objects[bone].rig].order, bone);
    forgetObject(bone);
}

// Addresses are reused, so those of removed objects must not be kept.
void RandomProgram::forgetObject(std::size_t object)
{
    model_.objects[object].isAlive = false;
    lazy_.objects[object] = nullptr;
    eager_.objects[object] = nullptr;
}

void RandomProgram::removeBone()
{
    const std::size_t bone = pickBone();
    if (bone == none || model_.objects.size() < 3) {
        return;
    }
    const bool isSubtree = random_.chance(0.3);
    const std::size_t parent = model_.objects[bone].parent;
    std::vector<std::size_t> doomed{bone};
    std::vector<std::size_t> movedUp;
    for (std::size_t i = 0; i < doomed.size(); ++i) {
        for (const std::size_t child : model_.childrenOf(doomed[i])) {
            (isSubtree && model_.objects[child].isBone() ? doomed : movedUp).push_back(child);
        }
    }
    const auto kept = keepingAll(movedUp, parent, doomed);
    if (!kept) {
        return;
    }
    note("remove bone " + std::to_string(bone) + (isSubtree ? " and below" : ""));
    const Removal removal = isSubtree ? Removal::Subtree : Removal::KeepChildren;
    both([&](ProgramWorld& world) { world.bone(bone).getSkeleton().removeBone(world.bone(bone), removal); });
    for (const std::size_t gone : doomed) {
        forgetBone(gone);
    }
    for (const Kept& place : *kept) {
        model_.objects[place.object].parent = parent;
        adopt(place);
    }
}

void RandomProgram::removeNode()
{
    const std::size_t node = pickNode();
    if (node == none) {
        return;
    }
    const bool isSubtree = random_.chance(0.5);
    const std::size_t parent = model_.objects[node].parent;
    std::vector<std::size_t> doomed{node};
    std::vector<std::size_t> movedUp;
    for (std::size_t i = 0; i < (isSubtree ? doomed.size() : 1); ++i) {
        for (const std::size_t child : model_.childrenOf(doomed[i])) {
            (isSubtree ? doomed : movedUp).push_back(child);
        }
    }
    const auto kept = keepingAll(movedUp, parent, {});
    if (!kept) {
        return;
    }
    note("remove node " + std::to_string(node) + (isSubtree ? " and below" : ""));
    const Removal removal = isSubtree ? Removal::Subtree : Removal::KeepChildren;
    both([&](ProgramWorld& world) { world.scene.removeTransformNode(world.node(node), removal); });
    for (const Kept& place : *kept) {
        model_.objects[place.object].parent = parent;
        adopt(place);
    }
    for (const std::size_t gone : doomed) {
        for (ModelObject& object : model_.objects) {
            if (object.isAlive && object.driver == gone) {
                object.pose = model_.objects[gone].pose;
                object.driver = none;
            }
        }
        for (ModelRig& rig : model_.rigs) {
            rig.host = rig.host == gone ? none : rig.host;
        }
        forgetObject(gone);
    }
}

void RandomProgram::cloneRig()
{
    const std::size_t rig = pickRig();
    if (rig == none || model_.objects.size() > 2500) {
        return;
    }
    note("clone " + std::to_string(rig) + " as " + std::to_string(model_.rigs.size()));
    ModelRig copy = model_.rigs[rig];
    copy.host = none;
    copy.order.clear();
    std::vector<std::size_t> twins(model_.objects.size(), none);
    for (const std::size_t bone : model_.rigs[rig].order) {
        twins[bone] = model_.objects.size();
        copy.order.push_back(twins[bone]);
        ModelObject twin = model_.objects[bone];
        twin.pose = model_.poseOf(bone);
        twin.driver = none;
        twin.rig = model_.rigs.size();
        model_.objects.push_back(twin);
    }
    for (const std::size_t twin : copy.order) {
        std::size_t& parent = model_.objects[twin].parent;
        parent = parent != none ? twins[parent] : none;
    }
    model_.rigs.push_back(copy);
    both([&](ProgramWorld& world) {
        world.rigs.push_back(&world.scene.addSkeleton(world.rigs[rig]->clone()));
        for (Bone* bone : world.rigs.back()->bones()) {
            world.objects.push_back(bone);
        }
    });
}

void RandomProgram::dropRig()
{
    const std::size_t rig = pickRig();
    if (rig == none || model_.rigs.size() < 2) {
        return;
    }
    std::vector<std::size_t> attached;
    for (const std::size_t node : alive(false, true)) {
        const std::size_t parent = model_.objects[node].parent;
        if (parent != none && model_.objects[parent].rig == rig) {
            attached.push_back(node);
        }
    }
    const auto kept = keepingAll(attached, none, model_.rigs[rig].order);
    if (!kept) {
        return;
    }
    note("drop " + std::to_string(rig));
    both([&](ProgramWorld& world) { world.scene.removeSkeleton(*world.rigs[rig]); });
    for (const Kept& place : *kept) {
        model_.objects[place.object].parent = none;
        adopt(place);
    }
    for (const std::size_t bone : std::vector(model_.rigs[rig].order)) {
        forgetBone(bone);
    }
    model_.rigs[rig].isAlive = false;
}

}  // namespace armature::test
