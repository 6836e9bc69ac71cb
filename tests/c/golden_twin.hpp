#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <oracle/golden_rig.hpp>

#include "calls.hpp"

namespace armature::test::capi {

/// A golden case's rig twice: as tests/oracle makes it in C++, and made through the C API. Both take the same steps.
///
/// Every number that is read through the C API must be that of C++, bit for bit, and is compared with the golden one. Where the library
/// differs from Babylon.js on purpose, the tests of the same family in tests/oracle compare it with an independent result.
class GoldenTwin {
public:
    explicit GoldenTwin(const Json& bones, SingularBind singular = SingularBind::Refuse);

    [[nodiscard]] armature_bone* bone(std::size_t index) const;
    [[nodiscard]] armature_bone* named(const std::string& name) const;
    [[nodiscard]] armature_node* node(const std::string& name) const { return armature_bone_as_node(named(name)); }

    /// Compares one kind of matrix of all bones.
    void compare(OracleTally& tally, std::string_view what, armature_result (*read)(const armature_bone*, float*),
                 glm::mat4 (Bone::*inCpp)() const noexcept, std::span<const double> golden, double tolerance = goldenTolerance) const;
    /// Compares the local matrices.
    void compareLocals(OracleTally& tally, std::span<const double> golden, double tolerance = goldenTolerance) const;
    /// Sets the golden local matrices in both twins.
    void setLocals(const std::vector<glm::dmat4>& locals);
    /// Sets the parts that a golden entry names, in both twins.
    void setParts(std::size_t bone, const Json& entry);

    Context context;
    GoldenRig cpp;
    armature_skeleton* skeleton = nullptr;
};

/// Compares matrices from the C API with those from C++, bit for bit, and with golden ones. Counts a difference from the latter as "as in
/// C++".
void compareMatrices(OracleTally& tally, std::string_view what, const std::vector<glm::mat4>& actual, const std::vector<glm::mat4>& inCpp,
                     std::span<const double> golden, double tolerance);

}  // namespace armature::test::capi
