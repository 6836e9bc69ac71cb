#include <algorithm>
#include <bit>
#include <cmath>

#include "animation/clip/clip_layout.hpp"

namespace armature {

namespace {

// The entries of KeyGuesses for one track. The key that is searched for is the guess or one of the `window` - 1 keys after it.
struct Guess {
    float first = 0.f;
    float last = 0.f;
    float perSecond = 0.f;
    std::uint32_t early = 0;
    std::uint32_t window = 1;
};

// The guess never decreases as time increases, because no step of its computation does. Between two keys, the guess therefore lies between
// the guesses at these keys, and the errors at the keys bound the error everywhere.
Guess guessOf(std::span<const float> times)
{
    const float first = times.front();
    const float last = times.back();
    const float perSecond = static_cast<float>(times.size() - 1) / (last - first);
    if (times.size() == 1 || !std::isfinite(perSecond)) {
        return {first, first, 0.f, 0, static_cast<std::uint32_t>(times.size())};
    }
    const auto guessAt = [&](std::size_t key) { return static_cast<std::int64_t>((times[key] - first) * perSecond); };
    std::int64_t early = 0;
    std::int64_t late = 0;
    for (std::size_t key = 0; key < times.size(); ++key) {
        const auto place = static_cast<std::int64_t>(key);
        late = std::max(late, place - guessAt(key));
        early = std::max(early, guessAt(std::min(key + 1, times.size() - 1)) - place);
    }
    return {first, last, perSecond, static_cast<std::uint32_t>(early), static_cast<std::uint32_t>(early + late + 1)};
}

}  // namespace

void guessKeys(std::span<const float> times, ClipPlan& inOutPlan)
{
    for (ClipBlock& block : inOutPlan.blocks) {
        Guess guess;
        for (std::size_t lane = 0; lane < blockLanes; ++lane) {
            if (lane == 0 || block.timeTrack[lane] != block.timeTrack[lane - 1]) {
                guess = guessOf(times.subspan(block.firstTime[lane], block.lastTime[lane] - block.firstTime[lane] + 1));
            }
            block.guesses.first[lane] = guess.first;
            block.guesses.last[lane] = guess.last;
            block.guesses.perSecond[lane] = guess.perSecond;
            block.guesses.early[lane] = guess.early;
            block.searchStep = std::max(block.searchStep, std::bit_floor(guess.window));
        }
    }
}

}  // namespace armature
