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

/// The outcome of one file of several: nothing if it was not begun, the reason if it failed, or its result.
template <class Result>
using BatchOutcome = std::variant<std::monostate, std::string, Result>;

/// The result of `work` for a file, or the reason why it failed.
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

/// Calls `work(i)` for each number below `count`, `jobs` at a time (as many as there are processors if not given), until all are done or
/// Ctrl-C. If it throws, no more are begun, and that is thrown here. Returns false if it was interrupted.
[[nodiscard]] bool runBatch(std::size_t count, std::optional<std::size_t> jobs, const std::function<void(std::size_t)>& work);

}  // namespace armature::tools
