#pragma once

#include <string>

#include <simdjson.h>
#include <support/oracle_json.hpp>

namespace armature::test {

/// JSON printed by a program. The constructor throws std::runtime_error if the text is not valid JSON.
class PrintedJson {
public:
    explicit PrintedJson(const std::string& text)
    {
        if (const auto error = parser_.parse(text).get(root_); error != simdjson::SUCCESS) {
            throw std::runtime_error(std::string("not JSON: ") + simdjson::error_message(error) + ": " + text.substr(0, 200));
        }
    }

    [[nodiscard]] Json root() const { return Json(root_); }
    [[nodiscard]] Json operator[](std::string_view key) const { return root()[key]; }

private:
    simdjson::dom::parser parser_;
    simdjson::dom::element root_;
};

}  // namespace armature::test
