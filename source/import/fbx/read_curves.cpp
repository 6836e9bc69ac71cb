#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/fbx/key_list.hpp"

namespace armature::fbx {

namespace {

// Flags of a key's attribute.
constexpr std::int64_t holds = 0x2;
constexpr std::int64_t isLine = 0x4;
constexpr std::int64_t holdsNext = 0x100;  // together with `holds`: holds the value of the next key
constexpr std::int64_t isAuto = 0x100;     // for cubic spans only, like all flags below
constexpr std::int64_t isTcb = 0x200;
constexpr std::int64_t hasSlopes = 0x400;
constexpr std::int64_t isFlatNearNeighbors = 0x1000;
constexpr std::int64_t isTimeIndependent = 0x2000;
constexpr std::int64_t staysBetween = 0x4000;
constexpr std::int64_t isWeighted = 0x1000000;
constexpr std::int64_t isNextWeighted = 0x2000000;

/// Unpacks two weights, stored as 16-bit integers in the bits of a float.
std::pair<double, double> weightsIn(float stored)
{
    const auto bits = std::bit_cast<std::uint32_t>(stored);
    constexpr double unit = 0.0001;
    return {(bits & 0xffffu) * unit, (bits >> 16) * unit};
}

/// Returns an array's floats. From version 7.2 on, text files write the bits of each float as a whole number, whatever the bits represent.
std::vector<float> readFloats(Document& document, ElementIndex element)
{
    if (element == noElement) {
        return {};
    }
    const auto numbers = document.reals(element);
    std::vector<float> floats;
    floats.reserve(numbers.size());
    constexpr std::uint32_t firstWithBits = 7200;
    const bool hasBits = document.isText() && document.version() >= firstWithBits;
    for (const double number : numbers) {
        constexpr double least = -2147483648.;
        constexpr double beyond = 4294967296.;
        const bool isWhole = std::floor(number) == number && number >= least && number < beyond;
        if (hasBits && isWhole) {
            floats.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(static_cast<std::int64_t>(number))));
        } else {
            floats.push_back(std::abs(number) < 3e38 ? static_cast<float>(number) : 0.f);
        }
    }
    return floats;
}

CurveSpan spanOf(std::int64_t flags)
{
    if ((flags & holds) != 0) {
        return (flags & holdsNext) != 0 ? CurveSpan::HoldNext : CurveSpan::Hold;
    }
    return (flags & isLine) != 0 ? CurveSpan::Line : CurveSpan::Cubic;
}

/// Sets a key's span and tangents from its attribute: flags and four numbers. Returns the rule for computing slopes, if any.
TangentRule applyAttribute(std::int64_t flags, std::span<const float> numbers, CurveKey& key)
{
    key.span = spanOf(flags);
    if (key.span != CurveSpan::Cubic) {
        return {};
    }
    const auto [weight, nextWeight] = weightsIn(numbers[2]);
    if ((flags & isTcb) != 0) {
        return Tcb{static_cast<double>(numbers[0]), static_cast<double>(numbers[1]), static_cast<double>(numbers[2])};
    }
    key.weight = (flags & isWeighted) != 0 ? weight : key.weight;
    key.nextWeight = (flags & isNextWeighted) != 0 ? nextWeight : key.nextWeight;
    key.slope = static_cast<double>(numbers[0]);
    key.nextSlope = static_cast<double>(numbers[1]);
    if ((flags & isAuto) != 0 && (flags & hasSlopes) == 0) {
        return AutoTangent{.isFlatNearNeighbors = (flags & isFlatNearNeighbors) != 0,
                           .isTimeIndependent = (flags & isTimeIndependent) != 0,
                           .staysBetween = (flags & staysBetween) != 0,
                           .bias = key.slope};
    }
    return {};
}

CurveEnd readEnd(const Document& document, ElementIndex element)
{
    CurveEnd end;
    const ElementIndex type = document.find(element, "Type");
    const auto word = document.text(type, 0);
    const auto byte = document.integer(type, 0);
    switch (word && !word->empty() ? word->front() : static_cast<char>(byte.value_or('C') & 0x7f)) {
    case 'A': end.extrapolation = Extrapolation::RepeatOffset; break;
    case 'K': end.extrapolation = Extrapolation::Slope; break;
    case 'M': end.extrapolation = Extrapolation::Mirror; break;
    case 'R': end.extrapolation = Extrapolation::Repeat; break;
    default: break;
    }
    const std::int64_t repetitions = document.integer(document.find(element, "Repetition"), 0).value_or(-1);
    end.repetitions = repetitions < 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(repetitions);
    return end;
}

/// Returns the curve of the collected keys and sets how it continues before and after them. AnimationCurve and Channel elements store these
/// settings in the same way.
std::optional<Curve> finish(KeyList& list, const Document& document, ElementIndex element)
{
    std::optional<Curve> curve = list.finish();
    if (curve) {
        curve->setEnds(readEnd(document, document.find(element, "Pre-Extrapolation")),
                       readEnd(document, document.find(element, "Post-Extrapolation")));
    }
    return curve;
}

/// Reads a list of keys from a version before 7. A key consists of a time, a value, a letter for the span, and further values that depend
/// on the letter.
class KeyReader {
public:
    /// `element` is the list of keys, a child of `channel`.
    KeyReader(const Document& document, ElementIndex channel, ElementIndex element)
        : document_(document)
        , channel_(channel)
        , element_(element)
        , version_(document.integer(document.find(channel, "KeyVer"), 0).value_or(0))
        , ticksPerSecond_(ticksPerSecond(document))
    {
        if (version_ <= 0) {
            version_ = document.version() < 5000 ? versionWithoutHold : document.version() < 6000 ? lastWithFewWeights : 4005;
        }
    }

    std::optional<Curve> read()
    {
        const std::size_t count = document_.values(element_).size();
        while (at_ + 1 < count) {
            readKey();
        }
        return finish(list_, document_, channel_);
    }

private:
    static constexpr std::int64_t versionWithoutHold = 4003;  // its files have no letter after a hold's 'C', and no weights after slopes
    static constexpr std::int64_t lastWithFewWeights = 4004;

    void readKey()
    {
        CurveKey key;
        TangentRule rule;
        key.seconds = number() / ticksPerSecond_;
        key.value = number();
        switch (letter()) {
        case 'C':
            key.span = CurveSpan::Hold;
            if (version_ > versionWithoutHold && letter() == 'n') {
                key.span = CurveSpan::HoldNext;
            }
            break;
        case 'L': key.span = CurveSpan::Line; break;
        default: rule = readCubic(key); break;
        }
        list_.add(key, rule);
    }

    /// Reads the tangents of a cubic span. Kinds of tangents without a public description are replaced by automatic tangents that do not
    /// overshoot.
    TangentRule readCubic(CurveKey& key)
    {
        const char kind = letter();
        const bool isNewer = version_ > lastWithFewWeights;
        std::size_t weights = 1;
        TangentRule rule = AutoTangent{.isTimeIndependent = true, .staysBetween = true};
        switch (kind) {
        case 'T': {
            Tcb tcb;
            tcb.tension = number();
            tcb.continuity = number();
            tcb.bias = number();
            return tcb;
        }
        case 's':
        case 'b':
            key.slope = number();
            key.nextSlope = number();
            rule = {};
            weights = version_ == versionWithoutHold ? 0 : 1;
            break;
        case 'a': weights = isNewer ? 1 : 0; break;
        case 'p':
        case 'q':
            skip(2);
            weights = isNewer ? 2 : 1;
            break;
        case 't':
            skip(3);
            weights = 0;
            break;
        case 'd': skip(1); break;
        default: document_.refuse(element_, fmt::format("has an unknown kind of tangent as value {}; export the file as FBX 7", at_ - 1));
        }
        for (std::size_t weight = 0; weight < weights; ++weight) {
            readWeights(key);
        }
        return rule;
    }

    void readWeights(CurveKey& key)
    {
        switch (letter()) {
        case 'n':
        case 'c':
        case 'd': break;
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

    void skip(std::size_t numbers)
    {
        for (std::size_t which = 0; which < numbers; ++which) {
            number();
        }
    }

    /// Reads a one-letter word, which binary files store as a byte.
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
    ElementIndex channel_;
    ElementIndex element_;
    std::int64_t version_;
    double ticksPerSecond_;
    std::size_t at_ = 0;
    KeyList list_;
};

}  // namespace

double ticksPerSecond(const Document& document)
{
    // Files can choose the coarser time unit of FBX 8 in their header.
    constexpr std::int64_t finer = 127;
    constexpr std::int64_t firstHeader = 1004;
    const ElementIndex header = document.find(0, "FBXHeaderExtension");
    const bool canSay = document.integer(document.find(header, "FBXHeaderVersion"), 0).value_or(0) >= firstHeader;
    const auto definition = document.integer(document.find(document.find(header, "OtherFlags"), "TCDefinition"), 0);
    return canSay && definition && *definition != finer ? 141'120'000. : 46'186'158'000.;
}

std::optional<Curve> readCurve(Document& document, ElementIndex element)
{
    const auto times = document.integers(document.find(element, "KeyTime"));
    const auto values = document.reals(document.find(element, "KeyValueFloat"));
    const auto flags = document.integers(document.find(element, "KeyAttrFlags"));
    const auto data = readFloats(document, document.find(element, "KeyAttrDataFloat"));
    const auto counts = document.integers(document.find(element, "KeyAttrRefCount"));
    if (times.size() != values.size()) {
        document.refuse(element, fmt::format("has {}, but {}", counted(times.size(), "key time"), counted(values.size(), "value")));
    }
    constexpr std::size_t dataPerAttribute = 4;
    if (data.size() / dataPerAttribute < flags.size() || counts.size() < flags.size()) {
        document.refuse(element, fmt::format("has {}, but {} and {} for them", counted(flags.size(), "key attribute"),
                                             counted(data.size(), "number"), counted(counts.size(), "count")));
    }
    document.charge(times.size() * (sizeof(CurveKey) + sizeof(TangentRule)), element);
    KeyList list;
    list.reserve(times.size());
    const double ticks = ticksPerSecond(document);
    std::size_t attribute = 0;
    std::int64_t left = flags.empty() ? 0 : counts[0];
    for (std::size_t number = 0; number < times.size(); ++number) {
        while (left <= 0 && attribute + 1 < flags.size()) {
            left = counts[++attribute];
        }
        --left;
        CurveKey key{.seconds = static_cast<double>(times[number]) / ticks, .value = values[number]};
        TangentRule rule;
        if (attribute < flags.size()) {
            rule = applyAttribute(flags[attribute], std::span(data).subspan(attribute * dataPerAttribute, dataPerAttribute), key);
        }
        list.add(key, rule);
    }
    return finish(list, document, element);
}

std::optional<Curve> readChannelCurve(Document& document, ElementIndex element)
{
    const ElementIndex keys = document.find(element, "Key");
    if (keys == noElement) {
        return std::nullopt;
    }
    document.charge(document.values(keys).size() * (sizeof(CurveKey) + sizeof(TangentRule)), keys);
    return KeyReader(document, element, keys).read();
}

}  // namespace armature::fbx
