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

/// What a command may do with its input, in memory and work: see Budget. Each product that a few bytes of a file can make large (clips
/// times vertices, skins times bones, keys times rate) is asked for here first. `--allow` raises ImportLimits::unbackedBytes, and so
/// this.
class Effort final {
public:
    Effort() = default;  ///< Allows nothing.
    /// `file` is named in errors; the sizes of `inputs`, all that was read, justify what is done.
    Effort(std::string_view file, std::span<const std::string> inputs, const ImportLimits& limits);

    /// True if `cost` may be spent, which then it is.
    [[nodiscard]] bool affords(std::uint64_t cost) noexcept { return budget_.charge(cost); }
    /// Spends `cost` on `what` ("baking clip "walk" for 100 skins"), or throws Error that names file, amounts and option.
    void require(std::uint64_t cost, std::string_view what);
    /// The same for what the library charges itself: `work(budget)`, which may throw OverBudget. Returns what it does.
    template <class Work>
    auto within(std::string_view what, const Work& work)
    {
        try {
            return work(budget_);
        } catch (const OverBudget& excess) {
            refuse(excess.bytes, what);
        }
    }

    /// Begins work of that many steps. If it takes longer than a second, a terminal shows its progress until end().
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

// What work costs, measured and rounded up: see costOfWork().

/// Numbers that a clip writes at each moment.
[[nodiscard]] std::uint64_t valuesOf(const AnimationClip& clip) noexcept;
/// Numbers of all its keys, also where channels share them.
[[nodiscard]] std::uint64_t keyedValuesOf(const AnimationClip& clip) noexcept;
/// Posing all of the scene by a clip.
[[nodiscard]] std::uint64_t costOfPose(const Scene& scene, const AnimationClip& clip) noexcept;
/// Morphing and skinning the vertices of an instance.
[[nodiscard]] std::uint64_t costOfVertices(const MeshInstance& instance) noexcept;

}  // namespace armature::tools
