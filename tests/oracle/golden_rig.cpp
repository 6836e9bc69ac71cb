#include <oracle/golden_rig.hpp>

namespace armature::test {

namespace {

glm::dquat rotationOfSpec(const Json& spec)
{
    return spec.has("r") ? glm::normalize(spec["r"].quaternion()) : reference::eulerRotation(spec["e"].vector());
}

}  // namespace

Transform transformOf(const Json& spec)
{
    return {glm::vec3(spec["t"].vector()), glm::quat(rotationOfSpec(spec)), glm::vec3(spec["s"].vector())};
}

glm::dmat4 matrixOf(const Json& spec)
{
    return spec.has("m") ? spec["m"].matrix() : reference::compose({spec["t"].vector(), rotationOfSpec(spec), spec["s"].vector()});
}

MatrixNumbers numbersOf(const std::vector<glm::dmat4>& matrices)
{
    std::vector<double> numbers;
    for (const glm::dmat4& matrix : matrices) {
        for (glm::length_t column = 0; column < 4; ++column) {
            for (glm::length_t row = 0; row < 4; ++row) {
                numbers.push_back(matrix[column][row]);
            }
        }
    }
    return {std::move(numbers)};
}

std::vector<double> rotationList(const glm::dquat& rotation, const glm::dquat& like)
{
    const glm::dquat same = alignedTo(like, rotation);
    return {same.x, same.y, same.z, same.w};
}

// --- skeletons ------------------------------------------------------------------------------------------------------

GoldenRig::GoldenRig(const Json& specs, SingularBind singular)
{
    const auto items = specs.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Json& spec = items[i];
        const auto matrix = [&](std::string_view key) {
            return spec.has(key) ? std::optional(glm::mat4(spec[key].matrix())) : std::nullopt;
        };
        const auto parent = spec["p"].integer();
        BoneOptions options;
        options.parent =
            parent >= 0 && parent < static_cast<std::int64_t>(i) ? skeleton.bones()[static_cast<std::size_t>(parent)] : nullptr;
        options.local = spec.has("t") || spec.has("m") ? glm::mat4(matrixOf(spec)) : glm::mat4(1);
        options.bind = matrix("bind");
        options.rest = spec.has("rest") ? matrix("rest") : options.local;
        if (singular == SingularBind::GiveInverse && glm::determinant(*options.local) == 0.f) {
            options.absoluteInverseBind = glm::mat4(1);
        }
        if (spec.has("len")) {
            options.length = static_cast<float>(spec["len"].number());
        }
        if (spec.has("idx")) {
            options.isHelper = spec["idx"].integer() < 0;
            options.index = options.isHelper ? std::nullopt : std::optional(spec["idx"].index());
        }
        skeleton.createBone(spec["n"].text(), options);
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (const auto parent = items[i]["p"].integer(); parent > static_cast<std::int64_t>(i)) {
            skeleton.bones()[i]->setParent(skeleton.bones()[static_cast<std::size_t>(parent)]);
        }
    }
}

std::vector<glm::dmat4> GoldenRig::locals() const
{
    return each([](const Bone& bone) { return bone.getLocalMatrix(); });
}

std::vector<glm::dmat4> GoldenRig::absolutes() const
{
    return each([](const Bone& bone) { return bone.getAbsoluteMatrix(); });
}

std::vector<glm::dmat4> GoldenRig::finals() const
{
    return each([](const Bone& bone) { return bone.getFinalMatrix(); });
}

std::vector<int> GoldenRig::parents() const
{
    std::vector<int> parents;
    const auto bones = skeleton.bones();
    for (const Bone* bone : bones) {
        const auto found = std::ranges::find(bones, bone->getParentBone());
        parents.push_back(found == bones.end() ? -1 : static_cast<int>(found - bones.begin()));
    }
    return parents;
}

void GoldenRig::setLocals(const std::vector<glm::dmat4>& matrices)
{
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        skeleton.bones()[i]->setLocalMatrix(glm::mat4(matrices[i]));
    }
}

void GoldenRig::setParts(Bone& bone, const Json& entry)
{
    if (entry.has("t")) {
        bone.setPosition(glm::vec3(entry["t"].vector()));
    }
    if (entry.has("r")) {
        bone.setRotationQuaternion(glm::quat(entry["r"].quaternion()));
    }
    if (entry.has("s")) {
        bone.setScaling(glm::vec3(entry["s"].vector()));
    }
}

TransformNode& makeNode(Scene& scene, const Json& spec, std::string_view name)
{
    TransformNode* parent = spec.has("parent") ? &makeNode(scene, spec["parent"], std::string(name) + " parent") : nullptr;
    return scene.createTransformNode(name, parent, transformOf(spec));
}

// --- verdicts -------------------------------------------------------------------------------------------------------

void StepVerdict::equalRotation(std::string_view what, const glm::quat& actual, const glm::dquat& golden, double tolerance)
{
    equal(what, rotationList(glm::dquat(actual), golden), rotationList(golden, golden), tolerance);
}

void StepVerdict::judge(std::string_view what, const boost::test_tools::assertion_result& result, std::string_view mark)
{
    if (mark.empty()) {
        BOOST_TEST(result, where_ << ": " << what << ": " << result.message());
        tally_.equal();
        return;
    }
    BOOST_TEST(result, where_ << ": " << what << ", deliberately different (" << mark << "): " << result.message());
    differs_ = true;
    tally_.saneBecause(std::string(mark));
}

}  // namespace armature::test
