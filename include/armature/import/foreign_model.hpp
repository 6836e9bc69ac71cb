#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace armature {

/// A model in a format that armature::import has no reader of its own for, as it is given to a ForeignReader. All of it lasts until that
/// returns.
struct ForeignModel {
    std::span<const std::byte> bytes = {};
    std::string_view extension = {};  ///< What files of the format are called: "dae".
    std::string_view stem = {};       ///< The file's name without extension.
    /// The bytes of another file, by its path relative to the model; none if there is none or it may not be read.
    std::function<std::optional<std::span<const std::byte>>(std::string_view path)> fileBeside = {};
};

/// Reads a model into bytes of a form that only armature knows, and that loadScene() checks like a stranger's. What it throws, if it is a
/// std::exception, becomes an ImportError.
using ForeignReader = std::function<std::vector<std::byte>(const ForeignModel& model)>;

}  // namespace armature
