#include "import/fbx/takes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "words/words.hpp"

namespace armature::fbx {

namespace {

// Bits of a key's attributes.
constexpr std::int64_t holds = 0x2;
constexpr std::int64_t isLine = 0x4;
constexpr std::int64_t holdsNext = 0x100;  // beside `holds`
constexpr std::int64_t isTcb = 0x200;      // beside a cubic
constexpr std::int64_t isWeighted = 0x1000000;
constexpr std::int64_t isNextWeighted = 0x2000000;

/// Weights come as two numbers of 16 bits in the bits of a float; text files write these bits as a whole number.
std::pair<double, double> weightsIn(double stored)
{
    std::uint32_t bits = 0;
    const bool isWhole = stored >= 1. && stored < 4294967296. && std::floor(stored) == stored;
    if (isWhole) {
        bits = static_cast<std::uint32_t>(stored);
    } else if (std::abs(stored) < 3e38) {
        bits = std::bit_cast<std::uint32_t>(static_cast<float>(stored));
    }
    constexpr double unit = 0.0001;
    return {(bits & 0xffffu) * unit, (bits >> 16) * unit};
}

/// Slopes from tension, continuity and bias (Kochanek and Bartels), which a key may have instead of slopes.
struct Tcb {
    double tension = 0.;
    double continuity = 0.;
    double bias = 0.;
};

class KeyList {
public:
    std::vector<CurveKey> keys;
    std::vector<std::pair<std::size_t, Tcb>> tcbs;  ///< By number of the key.

    /// Keys in order of time, the last of those at one time.
    std::optional<Curve> finish()
    {
        resolveTcbs();
        std::ranges::stable_sort(keys, {}, &CurveKey::seconds);
        std::vector<CurveKey> out;
        for (const CurveKey& key : keys) {
            if (!std::isfinite(key.value)) {
                continue;
            }
            if (!out.empty() && out.back().seconds == key.seconds) {
                out.pop_back();
            }
            out.push_back(key);
            mend(out.back());
        }
        return out.empty() ? std::nullopt : std::optional(Curve(std::move(out)));
    }

private:
    /// Time must not run backwards between two keys, which it does not while weights are between 0 and 1.
    static void mend(CurveKey& key)
    {
        key.weight = std::clamp(key.weight, 0., 1.);
        key.nextWeight = std::clamp(key.nextWeight, 0., 1.);
        key.slope = std::isfinite(key.slope) ? key.slope : 0.;
        key.nextSlope = std::isfinite(key.nextSlope) ? key.nextSlope : 0.;
    }

    void resolveTcbs()
    {
        for (const auto& each : tcbs) {
            const std::size_t index = each.first;
            const auto& tcb = each.second;  // not by a structured binding, which Clang 14 lets no lambda use
            CurveKey& key = keys[index];
            const double in = index > 0 ? key.seconds - keys[index - 1].seconds : 0.;
            const double out = index + 1 < keys.size() ? keys[index + 1].seconds - key.seconds : 0.;
            if (in <= 0. && out <= 0.) {
                continue;
            }
            const double before = in > 0. ? (key.value - keys[index - 1].value) / in : (keys[index + 1].value - key.value) / out;
            const double after = out > 0. ? (keys[index + 1].value - key.value) / out : before;
            const double loose = 1. - tcb.tension;
            const auto blend = [&](double continuity) {
                return 0.5 * loose * ((1. + tcb.bias) * (1. - continuity) * before + (1. - tcb.bias) * (1. + continuity) * after);
            };
            key.slope = blend(tcb.continuity);
            if (index > 0) {
                keys[index - 1].nextSlope = blend(-tcb.continuity);
            }
        }
    }
};

CurveSpan spanOf(std::int64_t flags)
{
    if ((flags & holds) != 0) {
        return (flags & holdsNext) != 0 ? CurveSpan::HoldNext : CurveSpan::Hold;
    }
    return (flags & isLine) != 0 ? CurveSpan::Line : CurveSpan::Cubic;
}

/// Reads version 6's list: time, value, a letter for the span, and what that letter requires.
class KeyReader {
public:
    KeyReader(const Document& document, ElementIndex element) : document_(document), element_(element) {}

    std::optional<Curve> read()
    {
        const std::size_t count = document_.values(element_).size();
        while (at_ + 1 < count) {
            readKey();
        }
        return list_.finish();
    }

private:
    void readKey()
    {
        CurveKey key;
        key.seconds = number() / ticksPerSecond;
        key.value = number();
        switch (letter()) {
        case 'C': key.span = letter() == 'n' ? CurveSpan::HoldNext : CurveSpan::Hold; break;
        case 'L': key.span = CurveSpan::Line; break;
        default: readCubic(key); break;
        }
        list_.keys.push_back(key);
    }

    void readCubic(CurveKey& key)
    {
        const char kind = letter();
        if (kind == 'T') {
            Tcb tcb;
            tcb.tension = number();
            tcb.continuity = number();
            tcb.bias = number();
            list_.tcbs.emplace_back(list_.keys.size(), tcb);
            return;
        }
        if (kind != 's' && kind != 'b') {
            document_.refuse(element_, fmt::format("has an unknown kind of tangent as value {}; export the file as FBX 7", at_ - 1));
        }
        key.slope = number();
        key.nextSlope = number();
        switch (letter()) {
        case 'n': break;
        case 'a':
            key.weight = number();
            key.nextWeight = number();
            break;
        case 'r': key.weight = number(); break;
        case 'l': key.nextWeight = number(); break;
        default: document_.refuse(element_, fmt::format("has an unknown kind of weights as value {}; export the file as FBX 7", at_ - 1));
        }
    }

    double number()
    {
        const auto value = document_.real(element_, at_);
        if (!value) {
            document_.refuse(element_, fmt::format("must have a number as value {}", at_));
        }
        ++at_;
        return *value;
    }

    /// A word of one letter, which binary files store as a byte.
    char letter()
    {
        if (const auto byte = document_.integer(element_, at_); byte && *byte >= 'A' && *byte <= 'z') {
            ++at_;
            return static_cast<char>(*byte);
        }
        const auto word = document_.text(element_, at_);
        if (!word || word->empty()) {
            document_.refuse(element_, fmt::format("must have a letter as value {}", at_));
        }
        ++at_;
        return word->front();
    }

    const Document& document_;
    ElementIndex element_;
    std::size_t at_ = 0;
    KeyList list_;
};

}  // namespace

std::optional<Curve> readCurve(Document& document, ElementIndex element)
{
    const auto times = document.integers(document.find(element, "KeyTime"));
    const auto values = document.reals(document.find(element, "KeyValueFloat"));
    const auto flags = document.integers(document.find(element, "KeyAttrFlags"));
    const auto data = document.reals(document.find(element, "KeyAttrDataFloat"));
    const auto counts = document.integers(document.find(element, "KeyAttrRefCount"));
    if (times.size() != values.size()) {
        document.refuse(element, fmt::format("has {}, but {}", counted(times.size(), "key time"), counted(values.size(), "value")));
    }
    constexpr std::size_t dataPerAttribute = 4;
    if (data.size() / dataPerAttribute < flags.size() || counts.size() < flags.size()) {
        document.refuse(element, fmt::format("has {}, but {} and {} for them", counted(flags.size(), "key attribute"),
                                             counted(data.size(), "number"), counted(counts.size(), "count")));
    }
    document.charge(times.size() * sizeof(CurveKey), element);
    KeyList list;
    list.keys.reserve(times.size());
    std::size_t attribute = 0;
    std::int64_t left = flags.empty() ? 0 : counts[0];
    for (std::size_t number = 0; number < times.size(); ++number) {
        while (left <= 0 && attribute + 1 < flags.size()) {
            left = counts[++attribute];
        }
        --left;
        CurveKey key{.seconds = static_cast<double>(times[number]) / ticksPerSecond, .value = values[number]};
        if (attribute < flags.size()) {
            const std::span<const double> numbers = std::span(data).subspan(attribute * dataPerAttribute, dataPerAttribute);
            const std::int64_t flag = flags[attribute];
            key.span = spanOf(flag);
            if (key.span == CurveSpan::Cubic && (flag & isTcb) != 0) {
                list.tcbs.emplace_back(number, Tcb{numbers[0], numbers[1], numbers[2]});
            } else {
                key.slope = numbers[0];
                key.nextSlope = numbers[1];
            }
            const auto [weight, nextWeight] = weightsIn(numbers[2]);
            key.weight = (flag & isWeighted) != 0 ? weight : key.weight;
            key.nextWeight = (flag & isNextWeighted) != 0 ? nextWeight : key.nextWeight;
        }
        list.keys.push_back(key);
    }
    return list.finish();
}

std::optional<Curve> readChannelCurve(Document& document, ElementIndex element)
{
    const ElementIndex keys = document.find(element, "Key");
    if (keys == noElement) {
        return std::nullopt;
    }
    document.charge(document.values(keys).size() * sizeof(CurveKey), keys);
    return KeyReader(document, keys).read();
}

}  // namespace armature::fbx
