#include <skeleton/random_program.hpp>

#include <algorithm>

namespace armature::test {

RandomProgram::RandomProgram(std::uint64_t seed) : random_(seed)
{
    model_.rigs.emplace_back();
    for (ProgramWorld* world : {&lazy_, &eager_}) {
        world->rigs.push_back(&world->scene.createSkeleton("rig"));
    }
}

void RandomProgram::run()
{
    growRig();
    const int steps = random_.integer(10, 40);
    for (int i = 0; i < steps; ++i) {
        step();
        if (random_.chance(0.4)) {
            readSomething();
        }
    }
    checkAll();
    checkBits();
}

// Most rigs are small, because small ones find more errors in the same time; a few have up to 2000 bones.
void RandomProgram::growRig()
{
    const float size = random_.real(0.f, 1.f);
    const int bones = size < 0.6f     ? random_.integer(1, 8)
                      : size < 0.95f  ? random_.integer(9, 40)
                      : size < 0.998f ? random_.integer(41, 200)
                                      : random_.integer(201, 2000);
    scaleSpread_ = bones > 40 ? 0.02f : 0.7f;  // products of hundreds of scales must stay within floats
    const bool isChain = bones <= 200 && random_.chance(0.3);
    const bool anyOrder = random_.chance(0.4);
    for (int i = 0; i < bones; ++i) {
        const std::size_t last = model_.objects.size() - 1;
        const bool isRoot = i == 0 || random_.chance(0.05) || anyOrder;
        createBoneIn(0, isRoot ? none : isChain ? last : pickBone());
    }
    if (anyOrder) {  // parents that come after their children
        std::vector<std::size_t> bonesToPlace = alive(true, false);
        std::shuffle(bonesToPlace.begin(), bonesToPlace.end(), random_.engine());
        for (std::size_t i = 1; i < bonesToPlace.size(); ++i) {
            const std::size_t parent = isChain ? i - 1 : static_cast<std::size_t>(random_.integer(0, static_cast<int>(i) - 1));
            moveUnder(bonesToPlace[i], bonesToPlace[parent], false);
        }
    }
}

void RandomProgram::step()
{
    struct Choice {
        int weight;
        Step step;
    };
    static constexpr Choice choices[] = {
        {12, &RandomProgram::writePart},   {4, &RandomProgram::writeMatrix},
        {6, &RandomProgram::createNode},   {3, &RandomProgram::createBone},
        {8, &RandomProgram::setParent},    {2, &RandomProgram::removeBone},
        {2, &RandomProgram::removeNode},   {3, &RandomProgram::setRest},
        {3, &RandomProgram::returnToRest}, {2, &RandomProgram::setPoseAsRest},
        {3, &RandomProgram::setBind},      {2, &RandomProgram::setInverseBind},
        {5, &RandomProgram::link},         {3, &RandomProgram::setHost},
        {2, &RandomProgram::freeze},       {1, &RandomProgram::sortBones},
        {2, &RandomProgram::rename},       {1, &RandomProgram::cloneRig},
        {1, &RandomProgram::dropRig},      {1, &RandomProgram::returnSkeletonToRest},
        {4, &RandomProgram::poseRig},      {4, &RandomProgram::refused},
    };
    int total = 0;
    for (const Choice& choice : choices) {
        total += choice.weight;
    }
    int drawn = random_.integer(0, total - 1);
    for (const Choice& choice : choices) {
        drawn -= choice.weight;
        if (drawn < 0) {
            (this->*choice.step)();
            return;
        }
    }
}

std::vector<std::size_t> RandomProgram::alive(bool bones, bool nodes) const
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < model_.objects.size(); ++i) {
        const ModelObject& object = model_.objects[i];
        if (object.isAlive && (object.isBone() ? bones : nodes)) {
            found.push_back(i);
        }
    }
    return found;
}

std::size_t RandomProgram::pick(const std::vector<std::size_t>& objects)
{
    return objects.empty() ? none : random_.pick(objects);
}

std::size_t RandomProgram::pickRig()
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < model_.rigs.size(); ++i) {
        if (model_.rigs[i].isAlive) {
            found.push_back(i);
        }
    }
    return pick(found);
}

ModelParts RandomProgram::randomParts()
{
    ModelParts parts;
    parts.translation = random_.vector(-2.f, 2.f);
    parts.rotation = random_.rotation();
    if (random_.chance(0.5)) {
        parts.scale = glm::exp(random_.vector(-scaleSpread_, scaleSpread_));
    }
    for (int axis = 0; axis < 3; ++axis) {
        parts.scale[axis] *= random_.chance(0.1) ? -1. : 1.;
    }
    return parts;
}

// There are few names, so they repeat.
std::string RandomProgram::randomName()
{
    static constexpr const char* names[] = {"hips", "spine", "arm", "leg", ""};
    return names[random_.integer(0, 4)];
}

glm::mat4 RandomProgram::randomMatrix()
{
    glm::mat4 matrix(randomParts().matrix());
    if (random_.chance(0.3)) {
        matrix[1] += matrix[0] * (scaleSpread_ * random_.real(-0.3f, 0.3f));  // shear
    }
    return matrix;
}

}  // namespace armature::test
