#include <skeleton/random_program.hpp>

#include <algorithm>
#include <limits>

namespace armature::test {

namespace {

Transform toTransform(const ModelParts& parts)
{
    return {glm::vec3(parts.translation), glm::quat(parts.rotation), glm::vec3(parts.scale)};
}

/// Composing rounds a few times, relative to the scale; the rotation may be off unit length by 2.5e-7 or be split from a matrix.
glm::dmat4 composingLimit(const ModelParts& parts)
{
    const glm::dvec3 s = glm::abs(parts.scale) * 4e-6;
    const glm::dvec3 t = glm::abs(parts.translation) * 1e-7;
    return {glm::dvec4(s.x), glm::dvec4(s.y), glm::dvec4(s.z), glm::dvec4(t, 0.)};
}

const char* const names[] = {"hips", "spine", "arm", "arm", "leg", ""};

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
    const std::string name = names[random_.integer(0, 5)];
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
    node.name = names[random_.integer(0, 5)];
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

// As a clip does it: all bones of a skeleton get parts, so that whole blocks of them are for the kernels.
void RandomProgram::poseRig()
{
    const std::size_t rig = pickRig();
    if (rig == none) {
        return;
    }
    note("pose all of " + std::to_string(rig));
    for (const std::size_t bone : model_.rigs[rig].order) {
        const ModelParts parts = randomParts();
        for (ProgramWorld* world : {&lazy_, &eager_}) {
            world->bone(bone).setTransform(toTransform(parts));
        }
        if (const std::size_t target = model_.targetOf(bone); target != none) {
            model_.objects[target].pose.parts = parts;
            adoptLocal(target, parts.matrix(), composingLimit(parts));
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

// --- names, links, hosts, order -------------------------------------------------------------------------------------

void RandomProgram::rename()
{
    if (const std::size_t object = pickAny(); object != none) {
        const std::string name = names[random_.integer(0, 5)];
        note("rename " + std::to_string(object));
        both([&](ProgramWorld& world) { world.objects[object]->setName(name); });
        model_.objects[object].name = name;
    }
}

void RandomProgram::link()
{
    const std::size_t bone = pickBone();
    if (bone == none) {
        return;
    }
    const std::size_t node = random_.chance(0.3) ? none : pickNode();
    const bool forwards = random_.chance(0.5);
    note("link " + std::to_string(bone) + " to " + std::to_string(node));
    both([&](ProgramWorld& world) {
        world.bone(bone).linkTransformNode(node != none ? &world.node(node) : nullptr,
                                           forwards ? LinkMode::ForwardWrites : LinkMode::NodeDrives);
    });
    ModelObject& linked = model_.objects[bone];
    linked.pose = model_.poseOf(bone);  // unlinking keeps the pose
    linked.driver = node;
    linked.forwardsWrites = forwards;
}

void RandomProgram::setHost()
{
    const std::size_t rig = pickRig();
    if (rig == none) {
        return;
    }
    const std::size_t host = random_.chance(0.3) ? none : pickNode();
    for (std::size_t up = host; up != none; up = model_.above(up)) {
        if (model_.objects[up].rig == rig) {
            return;  // refused(), another step, tries that
        }
    }
    note("host " + std::to_string(rig) + " by " + std::to_string(host));
    both([&](ProgramWorld& world) { world.rigs[rig]->setHostNode(host != none ? &world.node(host) : nullptr); });
    model_.rigs[rig].host = host;
}

void RandomProgram::sortBones()
{
    const std::size_t rig = pickRig();
    if (rig == none) {
        return;
    }
    note("sort " + std::to_string(rig));
    both([&](ProgramWorld& world) { world.rigs[rig]->sortBones(); });
    // As documented: each after its parent, otherwise as before. Here: always the first whose parent is out.
    std::vector<std::size_t> left = model_.rigs[rig].order;
    std::vector<std::size_t>& sorted = model_.rigs[rig].order;
    sorted.clear();
    const auto isLeft = [&](std::size_t bone) { return std::find(left.begin(), left.end(), bone) != left.end(); };
    if (left.size() > 300) {  // quadratic: large rigs are taken at their word, but for parents first
        for (Bone* bone : lazy_.rigs[rig]->bones()) {
            const auto found = std::find(lazy_.objects.begin(), lazy_.objects.end(), bone);
            sorted.push_back(static_cast<std::size_t>(found - lazy_.objects.begin()));
        }
        return;
    }
    for (const std::size_t bone : std::vector(left)) {
        std::vector<std::size_t> chain;
        for (std::size_t up = bone; up != none && isLeft(up); up = model_.objects[up].parent) {
            chain.insert(chain.begin(), up);
        }
        for (const std::size_t next : chain) {
            sorted.push_back(next);
            std::erase(left, next);
        }
    }
}

// Bad use of a random kind: refused, and the checks at the end show that nothing changed.
void RandomProgram::refused()
{
    const std::size_t object = pickAny();
    if (object == none) {
        return;
    }
    note("refused " + std::to_string(object));
    const std::vector<std::size_t> below = [&] {
        std::vector<std::size_t> found;
        for (const std::size_t other : alive(true, true)) {
            if (model_.hangsOn(other, object)) {
                found.push_back(other);
            }
        }
        return found;
    }();
    const std::size_t parent = pick(below);
    const Keep keep = random_.chance(0.5) ? Keep::Local : Keep::World;
    const glm::vec3 bad(0.f, std::numeric_limits<float>::quiet_NaN(), 0.f);
    both([&](ProgramWorld& world) {
        const auto mustThrow = [&](const char* what, const auto& misuse) {
            try {
                misuse();
            } catch (const std::invalid_argument&) {
                return;
            }
            require(false, what, object);
        };
        Node& node = *world.objects[object];
        if (Bone* bone = node.asBone()) {
            mustThrow("a singular bind was taken", [&] { bone->setBindMatrix(glm::mat4(0.f)); });
            mustThrow("a NaN was taken", [&] { bone->setScaling(bad); });
            if (Bone* under = world.objects[parent]->asBone(); under != nullptr) {
                mustThrow("a cycle was made", [&] { bone->setParent(under, keep); });
            } else {
                mustThrow("a skeleton was hosted by its own bone", [&] { bone->getSkeleton().setHostNode(&world.node(parent)); });
            }
        } else {
            mustThrow("a NaN was taken", [&] { world.node(object).setPosition(bad); });
            mustThrow("a cycle was made", [&] { world.node(object).setParent(world.objects[parent], keep); });
        }
    });
}

}  // namespace armature::test
