#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <variant>

#include <armature/error.hpp>

#include "terminal.hpp"

namespace armature::tools {

/// The outcome for one file of a batch: std::monostate if the file was not begun, the reason if it failed, otherwise its result.
template <class Result>
using BatchOutcome = std::variant<std::monostate, std::string, Result>;

/// Returns the result of `work` or, if `work` throws, the reason why it failed for the file `input`.
template <class Result, class Work>
[[nodiscard]] BatchOutcome<Result> attempt(const std::string& input, const Work& work) noexcept
{
    try {
        return work();
    } catch (const Error& error) {
        return error.what();
    } catch (const std::bad_alloc&) {
        return "not enough memory";
    } catch (const std::exception& error) {
        return input + ": " + error.what();
    }
}

/// Calls `work(i)` for each i below `count`, `jobs` at a time (by default one per processor), until all are done or the user presses
/// Ctrl-C. If `work` throws, no more calls are begun, and the exception is rethrown here. Returns false if interrupted.
[[nodiscard]] bool runBatch(std::size_t count, std::optional<std::size_t> jobs, const std::function<void(std::size_t)>& work);

}  // namespace armature::tools
