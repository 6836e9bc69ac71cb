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

/// The same as goldenTolerance, for palettes, which Babylon.js computes in single precision.
inline constexpr double paletteTolerance = 2e-5;

/// Read the translation, rotation (quaternion `r` or Euler angles `e`) and scale of a golden bone or node, or its matrix `m`.
[[nodiscard]] Transform transformOf(const Json& spec);
[[nodiscard]] glm::dmat4 matrixOf(const Json& spec);

/// The elements of matrices, one matrix after the other, column by column.
struct MatrixNumbers {
    std::vector<double> numbers;

    [[nodiscard]] operator std::span<const double>() const noexcept { return numbers; }  // NOLINT(google-explicit-constructor)
};
[[nodiscard]] MatrixNumbers numbersOf(const std::vector<glm::dmat4>& matrices);

/// Whether numbers agree: matrices are compared one by one (nearMatrices), other numbers as one row (nearNumbers).
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
[[nodiscard]] bool agree(const Actual& actual, std::span<const double> expected, double tolerance = goldenTolerance)
{
    return static_cast<bool>(compare(actual, expected, tolerance));
}

/// How to treat a bind matrix that cannot be inverted: refuse it, as everywhere in the library, or create the bone with the identity as its
/// inverse bind.
enum class SingularBind { Refuse, GiveInverse };

/// A skeleton as a golden case describes it, with its bones in their order. Bones whose parent comes later are linked once all bones exist.
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
    /// Indices of the parents in bones(), -1 for none.
    [[nodiscard]] std::vector<int> parents() const;

    /// Sets all local matrices. After a deliberate difference, this lets the next step start from the golden state.
    void setLocals(const std::vector<glm::dmat4>& matrices);
    /// Sets the parts that a golden entry names.
    static void setParts(Bone& bone, const Json& entry);

    Skeleton skeleton{"golden"};
};

/// Creates a node and its ancestors, which golden cases describe as nested objects.
TransformNode& makeNode(Scene& scene, const Json& spec, std::string_view name);

/// Judges the values of one step of a case. Each value must equal the golden one. If a mark says why the step differs on purpose, the value
/// must instead equal an independently computed sane value.
class StepVerdict {
public:
    StepVerdict(OracleTally& tally, std::string where) : tally_(tally), where_(std::move(where)) { tally_.examinedStep(); }

    /// Requires the golden value.
    template <class Actual>
    void equal(std::string_view what, const Actual& actual, std::span<const double> golden, double tolerance = goldenTolerance)
    {
        judge(what, compare(actual, golden, tolerance), "");
    }
    void equal(std::string_view what, std::initializer_list<double> actual, std::initializer_list<double> golden,
               double tolerance = goldenTolerance)
    {
        equal(what, std::vector(actual), std::span(golden), tolerance);
    }
    void equalRotation(std::string_view what, const glm::quat& actual, const glm::dquat& golden, double tolerance = goldenTolerance);

    /// Requires the golden value, or the value of `sane()` if `mark`, the reason for a difference, is not empty and the golden value
    /// differs from that of `sane()`. The latter condition matters for marks of whole cases: they do not excuse steps in which nothing is
    /// wrong.
    template <class Actual, class Sane>
    void equalOrSane(std::string_view what, const Actual& actual, std::span<const double> golden, std::string_view mark, const Sane& sane,
                     double tolerance = goldenTolerance)
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
    /// Checks a value that has no golden counterpart, only a sane one.
    template <class Actual, class Sane>
    void isSane(std::string_view what, const Actual& actual, const Sane& sane, std::string_view mark, double tolerance = goldenTolerance)
    {
        judge(what, compare(actual, sane, tolerance), mark);
    }
    void isSane(std::string_view what, bool claim, std::string_view mark) { judge(what, claim, mark); }

    [[nodiscard]] bool differs() const noexcept { return differs_; }

private:
    /// An empty mark means that the value had to be equal.
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
/// Returns x, y, z, w with the sign of `like`, so that rotations can be compared as numbers.
[[nodiscard]] std::vector<double> rotationList(const glm::dquat& rotation, const glm::dquat& like);

}  // namespace armature::test
