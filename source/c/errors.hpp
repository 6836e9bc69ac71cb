#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include <armature/c/base.h>

/// How the functions of the C API fail: no exception leaves them, and each thread keeps the message of its last failure.
namespace armature::capi {

/// A failure with the result that a function of the C API returns for it.
class Refusal : public std::exception {
public:
    Refusal(armature_result result, std::string message) : result_(result), message_(std::move(message)) {}

    [[nodiscard]] armature_result getResult() const noexcept { return result_; }
    [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

private:
    armature_result result_;
    std::string message_;
};

/// Keeps the message of the exception that is being handled for armature_last_error(), and returns its result. Allocates nothing.
[[nodiscard]] armature_result resultOfException() noexcept;

/// Does the work of a function of the C API. Turns every exception into a result.
template <class Work>
[[nodiscard]] armature_result guarded(const Work& work) noexcept
{
    try {
        work();
        return ARMATURE_OK;
    } catch (...) {
        return resultOfException();
    }
}

/// Copies a message into `buffer` as UTF-8 that ends with a zero byte: bytes that are not UTF-8 become '?', and a message that is too long
/// ends with "...". `size` is at least 8.
void copyMessage(const char* message, char* buffer, std::size_t size) noexcept;

/// Returns the number of bytes, from the beginning of `text`, of its first character in UTF-8; 0 if they are not UTF-8. Precondition:
/// `text` is not empty.
[[nodiscard]] std::size_t utf8Length(std::string_view text) noexcept;

}  // namespace armature::capi
