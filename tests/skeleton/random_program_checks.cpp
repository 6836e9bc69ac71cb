#include <skeleton/random_program.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

#include <armature/math/affine.hpp>

namespace armature::test {

namespace {

const glm::dmat4 equal(glm::dvec4(1e-37), glm::dvec4(1e-37), glm::dvec4(1e-37), glm::dvec4(1e-37));

std::vector<glm::mat4> bonesMatrices(const Bone& bone)
{
    return {bone.getFinalMatrix(),
            bone.getAbsoluteMatrix(),
            bone.getBindMatrix(),
            bone.getRestMatrix(),
            bone.getAbsoluteInverseBindMatrix(),
            bone.getAbsoluteBindMatrix()};
}

}  // namespace

void RandomProgram::require(bool holds, const char* what, std::size_t object)
{
    ++comparisons_;
    if (holds) {
        return;
    }
    std::ostringstream message;
    message << what << ", object " << object << ", after " << log_.size() << " steps";
    constexpr std::size_t readable = 60;  // a large rig would bury the error
    for (std::size_t i = log_.size() - std::min(log_.size(), readable); i < log_.size(); ++i) {
        message << "\n    " << log_[i];
    }
    const auto print = [&](const char* label, std::size_t index) { index != none ? message << label << index : message << ""; };
    for (std::size_t i = 0; i < std::min(model_.objects.size(), readable); ++i) {
        const ModelObject& each = model_.objects[i];
        message << "\n    " << i << (each.isBone() ? ": bone" : ": node") << (each.isAlive ? "" : ", gone");
        print(", rig ", each.rig);
        print(", under ", each.parent);
        print(", linked to ", each.driver);
    }
    throw Mismatch(message.str());
}

void RandomProgram::compare(const char* what, std::size_t object, const glm::mat4& actual, const glm::dmat4& expected,
                            const glm::dmat4& limit)
{
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            const double error = std::abs(static_cast<double>(actual[column][row]) - expected[column][row]);
            if (!(error <= limit[column][row])) {
                std::ostringstream message;
                message << what << " [" << column << "][" << row << "] is " << actual[column][row] << " instead of "
                        << expected[column][row] << ": error " << error << ", limit " << limit[column][row];
                require(false, message.str().c_str(), object);
            }
        }
    }
    ++comparisons_;
}

void RandomProgram::adoptLocal(std::size_t object, const glm::dmat4& expected, const glm::dmat4& limit)
{
    const glm::mat4 local = eager_.objects[object]->getLocalMatrix();
    compare("local matrix after a write", object, local, expected, limit);
    model_.objects[object].pose.local = local;
}

void RandomProgram::readSomething()
{
    const int kind = random_.integer(0, 9);
    const std::size_t rig = pickRig();
    if (rig != none && kind == 0) {
        checkRig(rig);
    } else if (rig != none && kind == 1) {
        lazy_.rigs[rig]->update();
    } else if (rig != none && kind == 2) {
        lazy_.rigs[rig]->computeAbsoluteMatrices();
    } else if (kind == 3) {
        lazy_.scene.update();
    } else if (const std::size_t object = pickAny(); object != none) {
        checkObject(object);
    }
}

void RandomProgram::checkObject(std::size_t object)
{
    const ModelObject& expected = model_.objects[object];
    const Node& node = *lazy_.objects[object];
    require(node.getName() == expected.name, "name", object);
    require(node.isBone() == expected.isBone(), "kind", object);
    require(node.getParent() == (expected.parent != none ? lazy_.objects[expected.parent] : nullptr), "parent", object);
    const Bounded world = model_.world(object);
    if (random_.chance(0.5)) {  // in either order
        compare("world", object, node.getWorldMatrix(), world.value, world.limit());
    }
    if (node.isBone()) {
        checkBone(object);
    }
    compare("local", object, node.getLocalMatrix(), model_.poseOf(object).local, equal);
    compare("world", object, node.getWorldMatrix(), world.value, world.limit());
    if (model_.poseOf(object).hasParts()) {
        const Transform parts = node.getTransform();
        const ModelParts wide{parts.translation, parts.rotation, parts.scale};
        const glm::dmat4 limit(glm::dvec4(1e-5 * std::abs(wide.scale.x)), glm::dvec4(1e-5 * std::abs(wide.scale.y)),
                               glm::dvec4(1e-5 * std::abs(wide.scale.z)), glm::dvec4(1e-37));
        compare("parts", object, node.getLocalMatrix(), wide.matrix(), limit);
    }
}

void RandomProgram::checkBone(std::size_t index)
{
    const ModelObject& expected = model_.objects[index];
    const Bone& bone = *lazy_.objects[index]->asBone();
    const Bounded absolute = model_.absolute(index);
    const Bounded bind = model_.absoluteBind(index);
    const glm::dmat4 inverse = expected.givenInverse ? *expected.givenInverse : glm::inverse(bind.value);
    const glm::dmat4 inverseMagnitude = absolutes(inverse) * bind.magnitude * absolutes(inverse);
    if (random_.chance(0.5)) {
        compare("absolute", index, bone.getAbsoluteMatrix(), absolute.value, absolute.limit());
    }
    const glm::mat4 actualInverse = bone.getAbsoluteInverseBindMatrix();
    compare("absolute inverse bind", index, actualInverse, inverse,
            expected.givenInverse ? equal : 2. * unitRoundoff * absolutes(inverse) + doubleError * inverseMagnitude + equal);
    const Bounded final = absolute * Bounded::exact(actualInverse);
    compare("final", index, bone.getFinalMatrix(), final.value, final.limit());
    compare("absolute", index, bone.getAbsoluteMatrix(), absolute.value, absolute.limit());
    compare("absolute bind", index, bone.getAbsoluteBindMatrix(), bind.value,
            2. * unitRoundoff * absolutes(bind.value) + doubleError * bind.magnitude + equal);
    if (expected.givenInverse) {
        const Bounded above = model_.absoluteBind(expected.parent);
        const glm::dmat4 undo = glm::inverse(above.value);
        const glm::dmat4 undoMagnitude = absolutes(undo) * above.magnitude * absolutes(undo);
        const glm::dmat4 local = undo * bind.value;
        compare("bind", index, bone.getBindMatrix(), local,
                2. * unitRoundoff * absolutes(local) + doubleError * undoMagnitude * bind.magnitude + equal);
    } else {
        compare("bind", index, bone.getBindMatrix(), expected.bind, equal);
    }
    compare("rest", index, bone.getRestMatrix(), expected.rest.local, equal);
    require(bone.getIndex() == expected.index, "palette slot", index);
    require(bone.getTransformNode() == (expected.driver != none ? lazy_.objects[expected.driver] : nullptr), "linked node", index);
    require(bone.getParentBone() == bone.getParent(), "parent bone", index);
}

void RandomProgram::checkRig(std::size_t rig)
{
    Skeleton& skeleton = *lazy_.rigs[rig];
    const ModelRig& expected = model_.rigs[rig];
    require(skeleton.bones().size() == expected.order.size(), "number of bones", rig);
    require(skeleton.getHostNode() == (expected.host != none ? lazy_.objects[expected.host] : nullptr), "host", rig);
    const std::span<const glm::mat3x4> palette = skeleton.getFinalMatrices();
    require(palette.size() == expected.paletteSize, "size of the palette", rig);
    std::vector<bool> isTaken(palette.size(), false);
    for (std::size_t i = 0; i < expected.order.size(); ++i) {
        const ModelObject& object = model_.objects[expected.order[i]];
        Bone* bone = skeleton.bones()[i];
        require(bone == lazy_.objects[expected.order[i]], "order of the bones", expected.order[i]);
        if (object.index) {
            isTaken[*object.index] = true;
            require(skeleton.getBoneByIndex(*object.index) == bone, "bone of a palette slot", expected.order[i]);
            const glm::mat4 fromPalette = toMat4(palette[*object.index]);
            const glm::mat4 final = bone->getFinalMatrix();
            require(std::memcmp(&fromPalette, &final, sizeof final) == 0, "palette entry", expected.order[i]);
        }
        const auto first = std::find_if(expected.order.begin(), expected.order.end(),
                                        [&](std::size_t other) { return model_.objects[other].name == object.name; });
        require(skeleton.findBone(object.name) == lazy_.objects[*first], "bone by name", expected.order[i]);
        if (object.driver != none) {
            const Bone* linked = skeleton.findBoneFromLinkedTransformNode(lazy_.node(object.driver));
            require(linked != nullptr && linked->getTransformNode() == lazy_.objects[object.driver], "bone by node", expected.order[i]);
        }
    }
    for (std::size_t slot = 0; slot < palette.size(); ++slot) {
        const glm::mat3x4 identity = identityAffine();
        require(isTaken[slot] || std::memcmp(&palette[slot], &identity, sizeof identity) == 0, "free palette slot", slot);
    }
}

void RandomProgram::checkAll()
{
    std::vector<std::size_t> objects = alive(true, true);
    std::shuffle(objects.begin(), objects.end(), random_.engine());
    for (const std::size_t object : objects) {
        checkObject(object);
    }
    for (std::size_t rig = 0; rig < model_.rigs.size(); ++rig) {
        if (model_.rigs[rig].isAlive) {
            checkRig(rig);
        }
    }
    require(std::ranges::is_permutation(lazy_.scene.nodes(), alive(false, true), {}, {},
                                        [&](std::size_t node) { return lazy_.objects[node]->asTransformNode(); }),
            "nodes of the scene", none);
}

void RandomProgram::checkBits()
{
    const auto requireSame = [&](const glm::mat4& a, const glm::mat4& b, const char* what, std::size_t object) {
        require(std::memcmp(&a, &b, sizeof a) == 0, what, object);
    };
    for (const std::size_t object : alive(true, true)) {
        const Node& lazy = *lazy_.objects[object];
        const Node& eager = *eager_.objects[object];
        requireSame(lazy.getLocalMatrix(), eager.getLocalMatrix(), "bits of the local matrix", object);
        requireSame(lazy.getWorldMatrix(), eager.getWorldMatrix(), "bits of the world matrix", object);
        require(lazy.getTransform() == eager.getTransform(), "bits of the parts", object);
        if (lazy.isBone()) {
            const auto a = bonesMatrices(*lazy.asBone());
            const auto b = bonesMatrices(*eager.asBone());
            require(std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::mat4)) == 0, "bits of a bone", object);
        }
    }
}

}  // namespace armature::test
