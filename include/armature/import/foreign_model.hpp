#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace armature {

/// A model in a format that armature::import cannot read by itself, as passed to a ForeignReader. Valid until the reader returns.
struct ForeignModel {
    std::span<const std::byte> bytes = {};  ///< The whole file.
    std::string_view extension = {};        ///< The format's file extension: "dae".
    std::string_view stem = {};             ///< The file's name without extension.
    /// Returns the bytes of another file, by its path relative to the model; no value if the file does not exist or may not be read.
    std::function<std::optional<std::span<const std::byte>>(std::string_view path)> fileBeside = {};
};

/// Reads a model into bytes in armature's internal form, which loadScene() checks like any untrusted input. A std::exception that it throws
/// becomes an ImportError.
using ForeignReader = std::function<std::vector<std::byte>(const ForeignModel& model)>;

}  // namespace armature
