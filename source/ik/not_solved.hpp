#pragma once

#include <armature/ik/ik_report.hpp>

namespace armature {

/// The report of a solve that was not done.
template <class Report>
[[nodiscard]] Report notSolved(IkStatus status) noexcept
{
    Report report;
    report.status = status;
    return report;
}

}  // namespace armature
