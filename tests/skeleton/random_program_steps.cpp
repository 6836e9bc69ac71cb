#include <skeleton/random_program.hpp>

#include <algorithm>

namespace armature::test {

namespace {

Transform toTransform(const ModelParts& parts)
{
    return {glm::vec3(parts.translation), glm::quat(parts.rotation), glm::vec3(parts.scale)};
}

/// Returns the error limit of composing a matrix from parts. Composing rounds a few times, relative to the scale. The rotation's length may
/// be off by 2.5e-7, or the rotation may come from a split matrix.
glm::dmat4 composingLimit(const ModelParts& parts)
{
    const glm::dvec3 s = glm::abs(parts.scale) * 4e-6;
    const glm::dvec3 t = glm::abs(parts.translation) * 1e-7;
    return {glm::dvec4(s.x), glm::dvec4(s.y), glm::dvec4(s.z), glm::dvec4(t, 0.)};
}

}  // namespace

// --- creation -------------------------------------------------------------------------------------------------------

void RandomProgram::createBone()
{
    const std::size_t parent = random_.chance(0.2) ? none : pickBone();
    const std::size_t rig = parent != none ? model_.objects[parent].rig : pickRig();
    if (rig != none) {
        createBoneIn(rig, parent);
    }
}

void RandomProgram::createBoneIn(std::size_t rig, std::size_t parent)
{
    note("create bone " + std::to_string(model_.objects.size()));
    ++bonesMade_;
    ModelRig& owner = model_.rigs[rig];
    const std::string name = randomName();
    BoneOptions options;
    options.bind = random_.chance(0.7) ? std::optional(randomMatrix()) : std::nullopt;
    options.local = random_.chance(0.3) ? std::optional(randomMatrix()) : std::nullopt;
    options.rest = random_.chance(0.2) ? std::optional(randomMatrix()) : std::nullopt;
    options.absoluteInverseBind = random_.chance(0.1) ? std::optional(randomMatrix()) : std::nullopt;
    options.isHelper = random_.chance(0.1);

    const glm::mat4 bind = options.bind ? *options.bind : options.local ? *options.local : glm::mat4(1.f);
    ModelObject bone;
    bone.name = name;
    bone.rig = rig;
    bone.parent = parent;
    bone.bind = bind;
    bone.pose.local = options.local.value_or(bind);
    bone.rest.local = options.rest.value_or(bind);
    if (options.absoluteInverseBind) {
        bone.givenInverse = *options.absoluteInverseBind;
    }
    if (!options.isHelper) {
        std::size_t next = 0;
        for (const std::size_t other : owner.order) {
            next = std::max(next, model_.objects[other].index.value_or(none) + 1);
        }
        if (random_.chance(0.1)) {
            next += static_cast<std::size_t>(random_.integer(0, 3));  // a gap
            options.index = next;
        }
        bone.index = next;
        owner.paletteSize = std::max(owner.paletteSize, next + 1);
    }
    owner.order.push_back(model_.objects.size());
    model_.objects.push_back(bone);
    both([&](ProgramWorld& world) {
        options.parent = parent != none ? &world.bone(parent) : nullptr;
        world.objects.push_back(&world.rigs[rig]->createBone(name, options));
    });
}

void RandomProgram::createNode()
{
    const std::size_t parent = random_.chance(0.2) ? none : pickAny();
    note("create node " + std::to_string(model_.objects.size()));
    const ModelParts parts = randomParts();
    ModelObject node;
    node.name = randomName();
    node.parent = parent;
    node.pose.parts = parts;
    model_.objects.push_back(node);
    both([&](ProgramWorld& world) {
        Node* above = parent != none ? world.objects[parent] : nullptr;
        world.objects.push_back(&world.scene.createTransformNode(node.name, above, toTransform(parts)));
    });
    adoptLocal(model_.objects.size() - 1, parts.matrix(), composingLimit(parts));
}

// --- pose -----------------------------------------------------------------------------------------------------------

void RandomProgram::writePart()
{
    const std::size_t object = pickAny();
    if (object == none) {
        return;
    }
    const std::size_t target = model_.targetOf(object);
    const ModelPose before = model_.poseOf(object);
    const int part = before.hasParts() ? random_.integer(0, 4) : 4;
    note("write part " + std::to_string(part) + " of " + std::to_string(object));
    const ModelParts drawn = randomParts();
    ModelParts after = before.hasParts() ? before.partsOrSplit() : drawn;
    const glm::vec3 euler(random_.vector(-3.f, 3.f));
    if (part == 0 || part == 4) {
        after.translation = drawn.translation;
    }
    if (part == 1 || part == 4) {
        after.rotation = drawn.rotation;
    } else if (part == 2) {  // turns about Z, then X, then Y
        after.rotation = glm::angleAxis(static_cast<double>(euler.y), glm::dvec3(0, 1, 0))
                         * glm::angleAxis(static_cast<double>(euler.x), glm::dvec3(1, 0, 0))
                         * glm::angleAxis(static_cast<double>(euler.z), glm::dvec3(0, 0, 1));
    }
    if (part == 3 || part == 4) {
        after.scale = drawn.scale;
    }
    const auto write = [&](auto& written) {
        switch (part) {
        case 0: written.setPosition(glm::vec3(drawn.translation)); break;
        case 1: written.setRotationQuaternion(glm::quat(drawn.rotation)); break;
        case 2: written.setRotation(euler); break;
        case 3: written.setScaling(glm::vec3(drawn.scale)); break;
        default: written.setTransform(toTransform(drawn)); break;
        }
    };
    both([&](ProgramWorld& world) {
        if (Bone* bone = world.objects[object]->asBone()) {
            write(*bone);
        } else {
            write(world.node(object));
        }
    });
    if (target != none) {
        model_.objects[target].pose.parts = after;
        adoptLocal(target, after.matrix(), composingLimit(after));
    }
}

void RandomProgram::writeMatrix()
{
    const std::size_t object = pickAny();
    if (object == none) {
        return;
    }
    note("write matrix of " + std::to_string(object));
    const glm::mat4 matrix = randomMatrix();
    both([&](ProgramWorld& world) {
        if (Bone* bone = world.objects[object]->asBone()) {
            bone->setLocalMatrix(matrix);
        } else {
            world.node(object).setLocalMatrix(matrix);
        }
    });
    if (const std::size_t target = model_.targetOf(object); target != none) {
        model_.objects[target].pose = {matrix, std::nullopt};
    }
}

// As with a clip, all bones of a skeleton get parts, so that kernels take whole blocks. The lazy world writes bone by bone, the eager one
// in one call.
void RandomProgram::poseRig()
{
    const std::size_t rig = pickRig();
    if (rig == none) {
        return;
    }
    note("pose all of " + std::to_string(rig));
    const auto& order = model_.rigs[rig].order;
    std::vector<ModelParts> parts;
    std::vector<Bone*> bones;
    std::vector<Transform> transforms;
    for (const std::size_t bone : order) {
        parts.push_back(randomParts());
        transforms.push_back(toTransform(parts.back()));
        bones.push_back(&eager_.bone(bone));
        lazy_.bone(bone).setTransform(transforms.back());
    }
    if (!bones.empty()) {
        bones.front()->getSkeleton().setLocalTransforms(bones, transforms);
    }
    std::vector<std::size_t> written;  // several bones may forward to one node: the last write wins
    for (std::size_t i = order.size(); i-- > 0;) {
        if (const std::size_t target = model_.targetOf(order[i]); target != none && std::ranges::find(written, target) == written.end()) {
            written.push_back(target);
            model_.objects[target].pose.parts = parts[i];
            adoptLocal(target, parts[i].matrix(), composingLimit(parts[i]));
        }
    }
    eager_.scene.update();
}

// --- bind and rest --------------------------------------------------------------------------------------------------

void RandomProgram::setRest()
{
    if (const std::size_t bone = pickBone(); bone != none) {
        note("set rest of " + std::to_string(bone));
        const glm::mat4 rest = randomMatrix();
        both([&](ProgramWorld& world) { world.bone(bone).setRestMatrix(rest); });
        model_.objects[bone].rest = {rest, std::nullopt};
    }
}

void RandomProgram::returnToRest()
{
    if (const std::size_t bone = pickBone(); bone != none) {
        note("return to rest " + std::to_string(bone));
        both([&](ProgramWorld& world) { world.bone(bone).returnToRest(); });
        const std::size_t driver = model_.objects[bone].driver;
        model_.objects[driver != none ? driver : bone].pose = model_.objects[bone].rest;
    }
}

void RandomProgram::returnSkeletonToRest()
{
    if (const std::size_t rig = pickRig(); rig != none) {
        note("return skeleton to rest " + std::to_string(rig));
        both([&](ProgramWorld& world) { world.rigs[rig]->returnToRest(); });
        for (const std::size_t bone : model_.rigs[rig].order) {
            const std::size_t driver = model_.objects[bone].driver;
            model_.objects[driver != none ? driver : bone].pose = model_.objects[bone].rest;
        }
    }
}

void RandomProgram::setPoseAsRest()
{
    if (const std::size_t bone = pickBone(); bone != none) {
        note("set pose as rest " + std::to_string(bone));
        both([&](ProgramWorld& world) { world.bone(bone).setCurrentPoseAsRest(); });
        model_.objects[bone].rest = model_.poseOf(bone);
    }
}

void RandomProgram::setBind()
{
    if (const std::size_t bone = pickBone(); bone != none) {
        note("set bind of " + std::to_string(bone));
        const glm::mat4 bind = randomMatrix();
        both([&](ProgramWorld& world) { world.bone(bone).setBindMatrix(bind); });
        model_.objects[bone].bind = bind;
        model_.objects[bone].givenInverse.reset();
    }
}

void RandomProgram::setInverseBind()
{
    if (const std::size_t bone = pickBone(); bone != none) {
        note("set inverse bind of " + std::to_string(bone));
        const glm::mat4 inverse = randomMatrix();
        both([&](ProgramWorld& world) { world.bone(bone).setAbsoluteInverseBindMatrix(inverse); });
        model_.objects[bone].givenInverse = inverse;
    }
}

}  // namespace armature::test
