#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>

namespace armature {

/// Base class of the exceptions that armature throws for failures outside the program: files, shaders, OpenGL. Mistakes of the caller (a
/// cycle, a bone of another skeleton, NaN) throw std::invalid_argument and similar exceptions instead.
class ARMATURE_API Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Thrown if a model file or a JSON file cannot be used. what() is one line: "FILE: PLACE: PROBLEM", or "FILE: PROBLEM" if the place is
/// empty. Control characters are escaped. A file without a name appears as "(no file name)".
class ARMATURE_API ImportError final : public Error {
public:
    /// Makes the error. `place` is the place in the file: a JSON pointer for glTF ("/accessors/3/count"), "header", "line 12"; may be
    /// empty.
    ImportError(std::string_view file, std::string_view place, std::string_view problem);

    /// The file's name as given to the constructor, not escaped.
    [[nodiscard]] const std::string& getFile() const noexcept { return file_; }
    [[nodiscard]] const std::string& getPlace() const noexcept { return place_; }      ///< The place in the file; may be empty.
    [[nodiscard]] const std::string& getProblem() const noexcept { return problem_; }  ///< The problem at that place.

private:
    std::string file_;
    std::string place_;
    std::string problem_;
};

/// Thrown if OpenGL, a shader or a context fails, or if a limit of the OpenGL implementation is exceeded; in the latter case, the message
/// gives the value and the limit.
class ARMATURE_API RenderError final : public Error {
public:
    using Error::Error;
};

}  // namespace armature
