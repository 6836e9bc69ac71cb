#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <oracle/reference.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>

namespace armature::test {

/// README of the golden cases, for a library in single precision; relative to the largest number of an array.
inline constexpr double floatTolerance = 1e-5;
/// The same for palettes, which Babylon.js computes in single precision.
inline constexpr double paletteTolerance = 2e-5;

/// Translation, rotation (quaternion `r` or Euler angles `e`) and scale of a golden bone or node, or its matrix `m`.
[[nodiscard]] Transform transformOf(const Json& spec);
[[nodiscard]] glm::dmat4 matrixOf(const Json& spec);

/// Numbers that are matrices of four columns, one after the other.
struct MatrixNumbers {
    std::vector<double> numbers;

    [[nodiscard]] operator std::span<const double>() const noexcept { return numbers; }  // NOLINT(google-explicit-constructor)
};
[[nodiscard]] MatrixNumbers numbersOf(const std::vector<glm::dmat4>& matrices);

/// Whether numbers agree: matrices each on its own (nearMatrices), others as one row (nearNumbers).
[[nodiscard]] inline boost::test_tools::assertion_result compare(const std::vector<double>& actual, std::span<const double> expected,
                                                                 double tolerance)
{
    return nearNumbers(actual, expected, tolerance);
}
[[nodiscard]] inline boost::test_tools::assertion_result compare(const MatrixNumbers& actual, std::span<const double> expected,
                                                                 double tolerance)
{
    return nearMatrices(actual, expected, tolerance);
}
template <class Actual>
[[nodiscard]] bool agree(const Actual& actual, std::span<const double> expected, double tolerance = floatTolerance)
{
    return static_cast<bool>(compare(actual, expected, tolerance));
}

/// What becomes of a bind matrix that cannot be inverted: it is refused, as anywhere, or the identity is given as the inverse bind.
enum class SingularBind { Refuse, GiveInverse };

/// A skeleton as a golden case describes it: bones in their order, those whose parent comes later linked once all exist.
struct GoldenRig {
    explicit GoldenRig(const Json& bones, SingularBind singular = SingularBind::Refuse);

    [[nodiscard]] std::vector<glm::dmat4> locals() const;
    [[nodiscard]] std::vector<glm::dmat4> absolutes() const;
    [[nodiscard]] std::vector<glm::dmat4> finals() const;
    template <class Matrix>
    [[nodiscard]] std::vector<glm::dmat4> each(const Matrix& matrix) const
    {
        std::vector<glm::dmat4> result;
        for (const Bone* bone : skeleton.bones()) {
            result.emplace_back(matrix(*bone));
        }
        return result;
    }
    /// Positions of parents among bones(), -1 for none.
    [[nodiscard]] std::vector<int> parents() const;

    /// So that what follows a deliberate difference starts from the golden state.
    void setLocals(const std::vector<glm::dmat4>& matrices);
    /// Sets the parts that a golden entry names.
    static void setParts(Bone& bone, const Json& entry);

    Skeleton skeleton{"golden"};
};

/// A node and those above it, as golden cases nest them.
TransformNode& makeNode(Scene& scene, const Json& spec, std::string_view name);

/// The values that one step of a case is judged by: each is equal to the golden one, or the step has a mark that says why it differs on
/// purpose and the value is equal to a sane one, worked out independently.
class StepVerdict {
public:
    StepVerdict(OracleTally& tally, std::string where) : tally_(tally), where_(std::move(where)) { tally_.examinedStep(); }

    /// No difference is allowed.
    template <class Actual>
    void equal(std::string_view what, const Actual& actual, std::span<const double> golden, double tolerance = floatTolerance)
    {
        judge(what, compare(actual, golden, tolerance), "");
    }
    void equal(std::string_view what, std::initializer_list<double> actual, std::initializer_list<double> golden,
               double tolerance = floatTolerance)
    {
        equal(what, std::vector(actual), std::span(golden), tolerance);
    }
    void equalRotation(std::string_view what, const glm::quat& actual, const glm::dquat& golden, double tolerance = floatTolerance);

    /// A difference is allowed if `mark` is not empty, which says why, and the golden value is not what `sane()` returns: a mark of a whole
    /// case excuses none of its steps in which nothing is wrong. Then the value must be that of `sane()`.
    template <class Actual, class Sane>
    void equalOrSane(std::string_view what, const Actual& actual, std::span<const double> golden, std::string_view mark, const Sane& sane,
                     double tolerance = floatTolerance)
    {
        if (mark.empty() || agree(actual, golden, tolerance)) {
            equal(what, actual, golden, tolerance);
            return;
        }
        const auto expected = sane();
        if (agree(expected, golden, tolerance)) {
            equal(what, actual, golden, tolerance);
        } else {
            isSane(what, actual, expected, mark, tolerance);
        }
    }
    /// The golden value is not to be had; a sane one is.
    template <class Actual, class Sane>
    void isSane(std::string_view what, const Actual& actual, const Sane& sane, std::string_view mark, double tolerance = floatTolerance)
    {
        judge(what, compare(actual, sane, tolerance), mark);
    }
    void isSane(std::string_view what, bool claim, std::string_view mark) { judge(what, claim, mark); }

    [[nodiscard]] bool differs() const noexcept { return differs_; }

private:
    /// An empty mark: it had to be equal.
    void judge(std::string_view what, const boost::test_tools::assertion_result& result, std::string_view mark);

    OracleTally& tally_;
    std::string where_;
    bool differs_ = false;
};

template <class Vector>
[[nodiscard]] std::vector<double> listOf(const Vector& vector)
{
    std::vector<double> list;
    for (glm::length_t i = 0; i < vector.length(); ++i) {
        list.push_back(static_cast<double>(vector[i]));
    }
    return list;
}
/// x, y, z, w with the sign of `like`, so that rotations compare as numbers.
[[nodiscard]] std::vector<double> rotationList(const glm::dquat& rotation, const glm::dquat& like);

}  // namespace armature::test
