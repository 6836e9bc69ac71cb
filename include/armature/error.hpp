#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace armature {

/// Base of the exceptions armature throws for what lies outside the program: files, shaders, OpenGL.
/// Mistakes of the caller (a cycle, a foreign bone, NaN) are std::invalid_argument and kin instead.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A model file cannot be used. what() is "FILE: PLACE: PROBLEM", one line: control characters are escaped (\x0a), and a file without
/// name is "(no file name)".
class ImportError final : public Error {
public:
    /// `place` is where in the file: a JSON pointer for glTF ("/accessors/3/count"), "header", "line 12"; may be empty.
    ImportError(std::string_view file, std::string_view place, std::string_view problem);

    [[nodiscard]] const std::string& file() const noexcept { return file_; }
    [[nodiscard]] const std::string& place() const noexcept { return place_; }
    [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

private:
    std::string file_;
    std::string place_;
    std::string problem_;
};

/// OpenGL, a shader or a context failed, or a limit of the implementation is exceeded; the message holds both numbers.
class RenderError final : public Error {
public:
    using Error::Error;
};

}  // namespace armature
