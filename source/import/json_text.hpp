#pragma once

#include <simdjson.h>
#include <string_view>

#include <armature/import/import_options.hpp>

#include "import/json.hpp"
#include "import/memory_budget.hpp"

namespace armature::importing {

/// A stand-alone JSON text, parsed within the limits fileBytes, jsonDepth and unbackedBytes. It must outlive the values read from it.
class JsonText final {
public:
    /// Parses the text. Throws Refusal if it is not valid JSON or exceeds a limit.
    JsonText(std::string_view json, const ImportLimits& limits);

    [[nodiscard]] Json root() const noexcept { return Json(root_); }

    /// Charges memory before it is allocated for the value at `place`. Throws Refusal if the budget is exceeded.
    void charge(std::uint64_t bytes, const Json& place);
    /// The memory and work that reading the text may still cost.
    [[nodiscard]] MemoryBudget& budget() noexcept { return budget_; }

private:
    MemoryBudget budget_;
    simdjson::dom::parser parser_;
    simdjson::dom::element root_;
};

/// Requires an object with the given `format` and `version`. Refuses any other document.
void requireFormat(const Json& root, std::string_view format, std::uint64_t version);

}  // namespace armature::importing
