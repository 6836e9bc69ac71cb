#include "bone_matrices.hpp"

#include <fmt/format.h>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

namespace {

// Writes a float as a literal: "1.f" for C++, "1" elsewhere. Infinity and NaN have names in each language.
std::string literal(float number, Notation notation)
{
    std::string text = fmt::format("{}", number);
    const bool isFinite = number - number == 0.f;
    if (!isFinite) {
        const bool isNan = number != number;
        switch (notation) {
        case Notation::Glm:
            text = isNan ? "std::numeric_limits<float>::quiet_NaN()" : "std::numeric_limits<float>::infinity()";
            return number < 0.f ? '-' + text : text;
        case Notation::BabylonJs: return isNan ? "NaN" : number < 0.f ? "-Infinity" : "Infinity";
        case Notation::NumPy: return isNan ? "np.nan" : number < 0.f ? "-np.inf" : "np.inf";
        }
    }
    if (notation == Notation::Glm) {
        const bool isWhole = text.find_first_of(".e") == std::string::npos;
        text += isWhole ? ".f" : "f";
    }
    return text;
}

// Writes 16 numbers as four groups of four: number j of group i is `at(i, j)`. Puts `beforeLine` and `afterLine` around each group.
template <class At>
std::string fourByFour(Notation notation, std::string_view beforeLine, std::string_view afterLine, const At& at)
{
    std::string text;
    for (int first = 0; first < 4; ++first) {
        text += first > 0 ? ", " : "";
        text += beforeLine;
        for (int second = 0; second < 4; ++second) {
            text += second > 0 ? ", " : "";
            text += literal(at(first, second), notation);
        }
        text += afterLine;
    }
    return text;
}

std::vector<NamedMatrix> matricesOfBone(const Bone& bone, ShownIn shownIn)
{
    const bool asDefined = shownIn == ShownIn::AsDefined;
    const glm::mat4 host = shownIn == ShownIn::World ? bone.getSkeleton().getWorldMatrix() : glm::mat4(1.f);
    const Bone* parent = bone.getParentBone();
    const glm::mat4 above = parent != nullptr && !asDefined ? parent->getAbsoluteMatrix() : glm::mat4(1.f);
    const std::string_view inSkeleton = shownIn == ShownIn::World ? "world" : "skeleton";
    const std::string_view inParent = asDefined ? "parent" : inSkeleton;
    return {
        {"local", inParent, host * above * bone.getLocalMatrix()},
        {"absolute", inSkeleton, host * bone.getAbsoluteMatrix()},
        {"bind", inParent, asDefined ? bone.getBindMatrix() : host * bone.getAbsoluteBindMatrix()},
        {"absolute bind", inSkeleton, host * bone.getAbsoluteBindMatrix()},
        {"absolute inverse bind", "bone", bone.getAbsoluteInverseBindMatrix()},
        {"rest", inParent, host * above * bone.getRestMatrix()},
        {"final", inSkeleton, host * bone.getFinalMatrix()},
    };
}

}  // namespace

std::vector<NamedMatrix> matricesOf(const Node& node, ShownIn shownIn)
{
    if (const Bone* bone = node.asBone()) {
        return matricesOfBone(*bone, shownIn);
    }
    const glm::mat4 world = node.getWorldMatrix();
    const bool asDefined = shownIn == ShownIn::AsDefined;
    return {{"local", asDefined ? "parent" : "world", asDefined ? node.getLocalMatrix() : world}, {"world", "world", world}};
}

std::string writeMatrix(const glm::mat4& matrix, Notation notation)
{
    const auto byColumns = [&matrix](int column, int row) { return matrix[column][row]; };
    const auto byRows = [&matrix](int row, int column) { return matrix[column][row]; };
    switch (notation) {
    case Notation::Glm: return "glm::mat4(" + fourByFour(notation, "", "", byColumns) + ")";
    case Notation::BabylonJs: return "BABYLON.Matrix.FromValues(" + fourByFour(notation, "", "", byColumns) + ")";
    case Notation::NumPy: return "np.array([" + fourByFour(notation, "[", "]", byRows) + "], dtype=np.float32)";
    }
    return {};
}

}  // namespace armature::tools
