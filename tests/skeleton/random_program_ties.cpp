#include <skeleton/random_program.hpp>

#include <algorithm>
#include <limits>

namespace armature::test {

// --- names, links, hosts, order -------------------------------------------------------------------------------------

void RandomProgram::rename()
{
    if (const std::size_t object = pickAny(); object != none) {
        const std::string name = randomName();
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
            return;  // another step, refused(), tries that
        }
    }
    note("host " + std::to_string(rig) + " by " + std::to_string(host));
    both([&](ProgramWorld& world) { world.rigs[rig]->setHostNode(host != none ? &world.node(host) : nullptr); });
    model_.rigs[rig].host = host;
}

void RandomProgram::freeze()
{
    const std::size_t node = pickNode();
    if (node == none) {
        return;
    }
    std::optional<glm::dmat4>& frozen = model_.objects[node].frozenWorld;
    if (random_.chance(0.4)) {
        note("unfreeze " + std::to_string(node));
        both([&](ProgramWorld& world) { world.node(node).unfreezeWorldMatrix(); });
        frozen.reset();
        return;
    }
    note("freeze " + std::to_string(node));
    const std::optional<glm::mat4> place = random_.chance(0.5) ? std::optional(randomMatrix()) : std::nullopt;
    const Bounded before = model_.world(node);
    both([&](ProgramWorld& world) { world.node(node).freezeWorldMatrix(place); });
    const glm::mat4 held = eager_.node(node).getWorldMatrix();
    if (place) {
        require(held == *place, "frozen at", node);
    } else {
        compare("frozen world", node, held, before.value, before.limit());
    }
    frozen = held;
}

void RandomProgram::sortBones()
{
    const std::size_t rig = pickRig();
    if (rig == none) {
        return;
    }
    note("sort " + std::to_string(rig));
    both([&](ProgramWorld& world) { world.rigs[rig]->sortBones(); });
    // As documented: each bone comes after its parent, otherwise the order stays. The model always takes the first bone whose parent has
    // been taken.
    std::vector<std::size_t> left = model_.rigs[rig].order;
    std::vector<std::size_t>& sorted = model_.rigs[rig].order;
    sorted.clear();
    const auto isLeft = [&](std::size_t bone) { return std::find(left.begin(), left.end(), bone) != left.end(); };
    if (left.size() > 300) {  // quadratic, so the library's order is taken over for large rigs; other checks require parents first
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

// Random misuse is refused; the checks at the end show that nothing changed.
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
