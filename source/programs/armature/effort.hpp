#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>

#include "base/budget.hpp"
#include "terminal.hpp"

namespace armature::tools {

/// The memory and work that a command may spend on its input: see Budget. A few bytes of a file can make some products large (clips times
/// vertices, skins times bones, keys times rate). Call affords() or require() before work in proportion to such a product. `--allow` raises
/// ImportLimits::unbackedBytes, and thereby this budget.
class Effort final {
public:
    Effort() = default;  ///< An effort that allows nothing.
    /// Errors name `file`. `inputs`: all files that were read; the larger they are, the more may be spent.
    Effort(std::string_view file, std::span<const std::string> inputs, const ImportLimits& limits);

    /// Spends `cost` if the budget allows it. Returns whether the budget allowed it.
    [[nodiscard]] bool affords(std::uint64_t cost) noexcept { return budget_.charge(cost); }
    /// Spends `cost` on `what` ("baking clip "walk" for 100 skins"). Throws Error if the budget does not allow it; the message names the
    /// file, the amounts and the option that allows more.
    void require(std::uint64_t cost, std::string_view what);
    /// Returns `work(budget)`, for work whose cost the library itself charges to the budget. If `work` throws OverBudget, throws the same
    /// Error as require().
    template <class Work>
    auto within(std::string_view what, const Work& work)
    {
        try {
            return work(budget_);
        } catch (const OverBudget& excess) {
            refuse(excess.bytes, what);
        }
    }

    /// Begins work of `steps` steps. If it takes longer than a second, a terminal shows its progress until end().
    void begin(std::size_t steps);
    /// Counts one step as done.
    void advance();
    void end() noexcept { progress_.reset(); }

private:
    [[noreturn]] void refuse(std::uint64_t cost, std::string_view what) const;

    std::string file_;
    Budget budget_;
    std::unique_ptr<Progress> progress_;
};

// Costs of work, measured and rounded up: see costOfWork().

/// Returns the number of floats in one key of each channel of a clip: times and values, without tangents.
[[nodiscard]] std::uint64_t valuesOf(const AnimationClip& clip) noexcept;
/// Returns the number of floats in all keys of a clip, tangents included; times that channels share count once for each channel.
[[nodiscard]] std::uint64_t keyedValuesOf(const AnimationClip& clip) noexcept;
/// Returns the cost of posing the whole scene by a clip.
[[nodiscard]] std::uint64_t costOfPose(const Scene& scene, const AnimationClip& clip) noexcept;
/// Returns the cost of morphing and skinning the vertices of an instance.
[[nodiscard]] std::uint64_t costOfVertices(const MeshInstance& instance) noexcept;

}  // namespace armature::tools
