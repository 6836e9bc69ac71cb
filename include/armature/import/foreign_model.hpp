#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <armature/base/export.hpp>

namespace armature {

/// A model in a format that armature::import cannot read by itself, as passed to a ForeignReader. Valid until the reader returns.
struct ARMATURE_API ForeignModel {
    std::span<const std::byte> bytes = {};  ///< The whole file.
    std::string_view extension = {};        ///< The format's file extension: "dae".
    std::string_view stem = {};             ///< The file's name without extension.
    /// Returns the bytes of another file, by its path relative to the model; no value if the file does not exist or may not be read.
    std::function<std::optional<std::span<const std::byte>>(std::string_view path)> fileBeside = {};
};

/// A function that reads a model and returns it in armature's internal form, as bytes that loadScene() checks like any untrusted input. If
/// the function throws a std::exception, loadScene() throws an ImportError.
using ForeignReader = std::function<std::vector<std::byte>(const ForeignModel& model)>;

}  // namespace armature
