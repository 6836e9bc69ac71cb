#include "golden_twin.hpp"

#include <cstring>

namespace armature::test::capi {

namespace {

void giveMatrix(const Json& spec, std::string_view key, float* numbers, bool& has)
{
    if (spec.has(key)) {
        const MatrixFloats matrix{glm::mat4(spec[key].matrix())};
        std::memcpy(numbers, matrix.numbers, sizeof matrix.numbers);
        has = true;
    }
}

}  // namespace

// GoldenRig reads the same members.
GoldenTwin::GoldenTwin(const Json& bones, SingularBind singular) : cpp(bones, singular), skeleton(createSkeleton(context))
{
    const auto specs = bones.items();
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const Json& spec = specs[i];
        armature_bone_options options;
        ok(armature_bone_options_default(&options, sizeof options));
        const auto parent = spec["p"].integer();
        options.parent = parent >= 0 && parent < static_cast<std::int64_t>(i) ? bone(static_cast<std::size_t>(parent)) : nullptr;
        options.has_local = options.has_rest = true;
        const MatrixFloats local(spec.has("t") || spec.has("m") ? glm::mat4(matrixOf(spec)) : glm::mat4(1));
        std::memcpy(options.local, local.numbers, sizeof local.numbers);
        std::memcpy(options.rest, local.numbers, sizeof local.numbers);
        options.has_absolute_inverse_bind =
            singular == SingularBind::GiveInverse
            && glm::determinant(spec.has("t") || spec.has("m") ? glm::mat4(matrixOf(spec)) : glm::mat4(1)) == 0.f;
        giveMatrix(spec, "rest", options.rest, options.has_rest);
        giveMatrix(spec, "bind", options.bind, options.has_bind);
        if (spec.has("len")) {
            options.has_length = true;
            options.length = static_cast<float>(spec["len"].number());
        }
        if (spec.has("idx")) {
            options.is_helper = spec["idx"].integer() < 0;
            options.has_index = !options.is_helper;
            options.index = options.is_helper ? 0 : static_cast<std::uint32_t>(spec["idx"].index());
        }
        armature_bone* made = nullptr;
        ok(armature_skeleton_create_bone(skeleton, spec["n"].text().c_str(), &options, &made));
    }
    for (std::size_t i = 0; i < specs.size(); ++i) {
        if (const auto parent = specs[i]["p"].integer(); parent > static_cast<std::int64_t>(i)) {
            armature_node* const above = armature_bone_as_node(bone(static_cast<std::size_t>(parent)));
            ok(armature_node_set_parent(armature_bone_as_node(bone(i)), above, ARMATURE_KEEP_LOCAL));
        }
    }
}

armature_bone* GoldenTwin::bone(std::size_t index) const
{
    armature_bone* found = nullptr;
    ok(armature_skeleton_bone(skeleton, index, &found));
    return found;
}

armature_bone* GoldenTwin::named(const std::string& name) const
{
    armature_bone* found = nullptr;
    ok(armature_skeleton_find_bone(skeleton, name.c_str(), &found));
    return found;
}

void GoldenTwin::compare(OracleTally& tally, std::string_view what, armature_result (*read)(const armature_bone*, float*),
                         glm::mat4 (Bone::*inCpp)() const noexcept, std::span<const double> golden, double tolerance) const
{
    std::vector<glm::mat4> actual;
    std::vector<glm::mat4> expected;
    for (std::size_t i = 0; i < cpp.skeleton.bones().size(); ++i) {
        actual.push_back(capi::matrixOf(read, static_cast<const armature_bone*>(bone(i))));
        expected.push_back((cpp.skeleton.bones()[i]->*inCpp)());
    }
    compareMatrices(tally, what, actual, expected, golden, tolerance);
}

void GoldenTwin::compareLocals(OracleTally& tally, std::span<const double> golden, double tolerance) const
{
    std::vector<glm::mat4> actual;
    std::vector<glm::mat4> expected;
    for (std::size_t i = 0; i < cpp.skeleton.bones().size(); ++i) {
        actual.push_back(capi::matrixOf(armature_bone_local_matrix, static_cast<const armature_bone*>(bone(i))));
        expected.push_back(cpp.skeleton.bones()[i]->getLocalMatrix());
    }
    compareMatrices(tally, "local", actual, expected, golden, tolerance);
}

void GoldenTwin::setLocals(const std::vector<glm::dmat4>& locals)
{
    cpp.setLocals(locals);
    for (std::size_t i = 0; i < locals.size(); ++i) {
        ok(armature_node_set_local_matrix(armature_bone_as_node(bone(i)), MatrixFloats{glm::mat4(locals[i])}.numbers));
    }
}

void GoldenTwin::setParts(std::size_t index, const Json& entry)
{
    GoldenRig::setParts(*cpp.skeleton.bones()[index], entry);
    armature_node* const node = armature_bone_as_node(bone(index));
    if (entry.has("t")) {
        const glm::vec3 position(entry["t"].vector());
        ok(armature_node_set_position(node, &position.x, ARMATURE_SPACE_LOCAL));
    }
    if (entry.has("r")) {
        const glm::quat rotation(entry["r"].quaternion());
        const float numbers[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
        ok(armature_node_set_rotation(node, numbers, ARMATURE_SPACE_LOCAL));
    }
    if (entry.has("s")) {
        const glm::vec3 scaling(entry["s"].vector());
        ok(armature_node_set_scaling(node, &scaling.x, ARMATURE_SPACE_LOCAL));
    }
}

void compareMatrices(OracleTally& tally, std::string_view what, const std::vector<glm::mat4>& actual, const std::vector<glm::mat4>& inCpp,
                     std::span<const double> golden, double tolerance)
{
    BOOST_TEST((actual == inCpp), what << ": not the bits of C++");
    const auto numbers = numbersOf(std::vector<glm::dmat4>(actual.begin(), actual.end()));
    agree(numbers, golden, tolerance) ? tally.equal() : tally.saneBecause("as in C++, whose difference tests/oracle explains");
}

}  // namespace armature::test::capi
