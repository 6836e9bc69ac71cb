#pragma once

#include <armature/ik/ik_report.hpp>

namespace armature {

/// Returns the report of a solve that did not take place, with the reason `status`.
template <class Report>
[[nodiscard]] Report notSolved(IkStatus status) noexcept
{
    Report report;
    report.status = status;
    return report;
}

}  // namespace armature
