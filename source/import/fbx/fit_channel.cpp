#include "import/fbx/animations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace armature::fbx {

namespace {

using Numbers = std::vector<double>;

// Limit for the halvings of a piece. Each halving reduces the error of the cubic sixteenfold, so more of them would hardly help.
constexpr int mostHalvings = 8;
// Tolerance within which values are equal, as a fraction of the bound.
constexpr double sameness = 1e-3;
// The budget's charge for the memory of a key and the work of computing it.
constexpr std::uint64_t bytesOfKey = 128;
// The fractions of a piece at which its error is measured.
constexpr std::array<double, 7> probes{0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875};

/// The motion between two keys, without jumps inside. `first` and `last` are the values just inside the piece.
struct Piece {
    double begin = 0.;
    double end = 0.;
    Numbers first;
    Numbers last;
    Numbers firstSlope;
    Numbers lastSlope;
};

double lengthOf(std::span<const double> numbers)
{
    double squared = 0.;
    for (const double number : numbers) {
        squared += number * number;
    }
    return std::sqrt(squared);
}

class Fitter {
public:
    Fitter(const Motion& motion, importing::MemoryBudget& budget, const std::string& place)
        : motion_(motion), budget_(budget), place_(place), probe_(motion.components), guess_(motion.components)
    {}

    FittedChannel fit()
    {
        const std::vector<double> times = distinctTimes();
        makePieces(times);
        FittedChannel out;
        if (pieces_.empty()) {
            out.interpolation = Interpolation::Step;
            addKey(out, times.front(), valueAt(times.front(), Side::After), nullptr, nullptr);
            return out;
        }
        if (allStandStill()) {
            pieces_.front().end = pieces_.back().end;
            pieces_.resize(1);
        } else if (allOf([this](const Piece& piece) { return errorOf(piece, &Fitter::hold); }, motion_.bound * sameness, out.error)) {
            out.interpolation = Interpolation::Step;
            for (const Piece& piece : pieces_) {
                addKey(out, piece.begin, piece.first, nullptr, nullptr);
            }
            addKey(out, pieces_.back().end, valueAt(pieces_.back().end, Side::After), nullptr, nullptr);
            return out;
        }
        out.error = 0.;
        const bool isLines = allOf([this](const Piece& piece) { return errorOf(piece, &Fitter::line); }, motion_.bound, out.error);
        if (!isLines) {
            out.error = 0.;
            out.interpolation = Interpolation::CubicSpline;
            refine(out.error);
        }
        write(out);
        return out;
    }

private:
    using Guess = void (Fitter::*)(const Piece&, double);

    /// Returns the motion's times in order. Of times that are equal as floats, only the earliest remains.
    [[nodiscard]] std::vector<double> distinctTimes() const
    {
        std::vector<double> times = motion_.times;
        std::ranges::sort(times);
        std::vector<double> distinct;
        for (const double time : times) {
            if (distinct.empty() || static_cast<float>(time) > static_cast<float>(distinct.back())) {
                distinct.push_back(time);
            }
        }
        return distinct;
    }

    void pay(std::uint64_t keys)
    {
        const std::uint64_t bytes = keys * motion_.cost * (bytesOfKey + 12 * sizeof(double) * motion_.components);
        if (!budget_.charge(bytes)) {
            budget_.refuse(bytes, place_);
        }
    }

    Numbers valueAt(double time, Side side)
    {
        Numbers value(motion_.components);
        motion_.evaluate(time, side, value);
        return value;
    }

    void makePieces(const std::vector<double>& times)
    {
        pay(times.size());
        for (std::size_t number = 0; number + 1 < times.size(); ++number) {
            pieces_.push_back(makePiece(times[number], times[number + 1]));
        }
    }

    Piece makePiece(double begin, double end)
    {
        Piece piece{begin, end, valueAt(begin, Side::After), valueAt(end, Side::Before), {}, {}};
        piece.firstSlope = slopeAt(piece, begin, 1.);
        piece.lastSlope = slopeAt(piece, end, -1.);
        return piece;
    }

    /// Returns the slope at one end of a piece, computed from the value there and at three points inside; exact for a cubic.
    Numbers slopeAt(const Piece& piece, double time, double direction)
    {
        constexpr std::array<double, 4> factors{-11. / 6., 3., -1.5, 1. / 3.};
        const double step = direction * (piece.end - piece.begin) / 64.;
        Numbers slope(motion_.components, 0.);
        for (std::size_t number = 0; number < factors.size(); ++number) {
            if (number == 0) {
                probe_ = direction > 0. ? piece.first : piece.last;
            } else {
                motion_.evaluate(time + static_cast<double>(number) * step, Side::After, probe_);
            }
            for (std::size_t component = 0; component < slope.size(); ++component) {
                slope[component] += factors[number] * probe_[component] / step;
            }
        }
        return slope;
    }

    // --- approximations of a piece ----------------------------------------------------------------------------------

    void hold(const Piece& piece, double /*share*/) { guess_ = piece.first; }

    void line(const Piece& piece, double share)
    {
        double near = 1. - share;
        double far = share;
        if (motion_.isRotation) {
            double cosine = 0.;
            for (std::size_t component = 0; component < guess_.size(); ++component) {
                cosine += piece.first[component] * piece.last[component];
            }
            const double sign = cosine < 0. ? -1. : 1.;
            const double angle = std::acos(std::min(std::abs(cosine), 1.));
            if (angle > 1e-6) {
                near = std::sin(angle * (1. - share)) / std::sin(angle);
                far = std::sin(angle * share) / std::sin(angle);
            }
            far *= sign;
        }
        for (std::size_t component = 0; component < guess_.size(); ++component) {
            guess_[component] = near * piece.first[component] + far * piece.last[component];
        }
    }

    void cubic(const Piece& piece, double share)
    {
        const double length = piece.end - piece.begin;
        const double squared = share * share;
        const double cubed = squared * share;
        for (std::size_t component = 0; component < guess_.size(); ++component) {
            guess_[component] = (2. * cubed - 3. * squared + 1.) * piece.first[component]
                                + (cubed - 2. * squared + share) * length * piece.firstSlope[component]
                                + (3. * squared - 2. * cubed) * piece.last[component]
                                + (cubed - squared) * length * piece.lastSlope[component];
        }
    }

    double errorOf(const Piece& piece, Guess guess)
    {
        double worst = 0.;
        for (const double share : probes) {
            (this->*guess)(piece, share);
            motion_.evaluate(piece.begin + share * (piece.end - piece.begin), Side::After, probe_);
            const double length = motion_.isRotation ? lengthOf(guess_) : 1.;
            double sum = 0.;
            double opposite = 0.;
            for (std::size_t component = 0; component < guess_.size(); ++component) {
                const double number = guess_[component] / length;
                sum += (number - probe_[component]) * (number - probe_[component]);
                opposite += (number + probe_[component]) * (number + probe_[component]);
            }
            // The rotation angle between quaternions is twice the angle between their vectors, and q and -q are the same rotation.
            const double error = motion_.isRotation ? 2. * std::sqrt(std::min(sum, opposite)) : std::sqrt(sum);
            worst = std::isfinite(error) ? std::max(worst, error) : std::numeric_limits<double>::infinity();
        }
        return worst;
    }

    template <class Error>
    bool allOf(Error errorOfPiece, double bound, double& outWorst)
    {
        return std::ranges::all_of(pieces_, [&](const Piece& piece) {
            const double error = errorOfPiece(piece);
            outWorst = std::max(outWorst, error);
            return error <= bound;
        });
    }

    /// Whether the motion has the same value just before and just after every key.
    [[nodiscard]] bool allStandStill()
    {
        return valueAt(pieces_.back().end, Side::After) == pieces_.front().first
               && std::ranges::all_of(pieces_, [this](const Piece& piece) {
                      return piece.first == pieces_.front().first && piece.last == pieces_.front().first;
                  });
    }

    /// Halves pieces until a cubic in each stays within the bound, or a piece cannot be halved further.
    void refine(double& outError)
    {
        std::vector<Piece> refined;
        std::vector<std::pair<Piece, int>> open;
        for (Piece& piece : pieces_) {
            open.emplace_back(std::move(piece), 0);
            while (!open.empty()) {
                auto [now, halvings] = std::move(open.back());
                open.pop_back();
                const double error = errorOf(now, &Fitter::cubic);
                const double middle = now.begin + (now.end - now.begin) / 2.;
                const bool canHalve = halvings < mostHalvings && std::isfinite(error)
                                      && static_cast<float>(now.begin) < static_cast<float>(middle)
                                      && static_cast<float>(middle) < static_cast<float>(now.end);
                if (error <= motion_.bound || !canHalve) {
                    outError = std::max(outError, error);
                    refined.push_back(std::move(now));
                    continue;
                }
                pay(1);
                open.emplace_back(makePiece(middle, now.end), halvings + 1);
                open.emplace_back(makePiece(now.begin, middle), halvings + 1);
            }
        }
        pieces_ = std::move(refined);
    }

    // --- keys -------------------------------------------------------------------------------------------------------

    void write(FittedChannel& out)
    {
        double sign = 1.;
        const Numbers zero(motion_.components, 0.);
        const Numbers* arriving = &zero;
        for (std::size_t number = 0; number < pieces_.size(); ++number) {
            Piece& piece = pieces_[number];
            if (number > 0 && isJump(pieces_[number - 1], piece, sign)) {
                sign = addJump(out, pieces_[number - 1], piece);
                arriving = &zero;
            }
            scale(piece, sign);
            addKey(out, piece.begin, piece.first, arriving, &piece.firstSlope);
            arriving = &piece.lastSlope;
        }
        const Piece& last = pieces_.back();
        Numbers after = valueAt(last.end, Side::After);
        std::ranges::transform(after, after.begin(), [sign](double number) { return sign * number; });
        if (after != last.last) {
            addKey(out, timeBefore(last.end), last.last, arriving, &zero);
            arriving = &zero;
        }
        addKey(out, last.end, after, arriving, &zero);
    }

    /// Whether the motion jumps between two pieces. `before` has already been multiplied by `sign`, but `next` has not.
    static bool isJump(const Piece& before, const Piece& next, double sign)
    {
        constexpr double rounding = 1e-9;
        double difference = 0.;
        for (std::size_t component = 0; component < next.first.size(); ++component) {
            difference += std::abs(before.last[component] - next.first[component] * sign);
        }
        return difference >= rounding;
    }

    /// Adds a key with the end value of the previous piece, just before the next piece. Returns the sign with which the next piece
    /// continues: for a rotation, the sign that gives the shorter arc.
    double addJump(FittedChannel& out, const Piece& before, const Piece& next)
    {
        double cosine = 0.;
        for (std::size_t component = 0; component < next.first.size(); ++component) {
            cosine += before.last[component] * next.first[component];
        }
        const Numbers zero(motion_.components, 0.);
        addKey(out, timeBefore(before.end), before.last, &before.lastSlope, &zero);
        return motion_.isRotation && cosine < 0. ? -1. : 1.;
    }

    static void scale(Piece& piece, double sign)
    {
        for (Numbers* numbers : {&piece.first, &piece.last, &piece.firstSlope, &piece.lastSlope}) {
            std::ranges::transform(*numbers, numbers->begin(), [sign](double number) { return sign * number; });
        }
    }

    static double timeBefore(double time) { return static_cast<double>(std::nextafter(static_cast<float>(time), 0.f)); }

    void addKey(FittedChannel& out, double time, const Numbers& value, const Numbers* arriving, const Numbers* leaving)
    {
        const auto seconds = static_cast<float>(time);
        if (!out.times.empty() && seconds <= out.times.back()) {
            return;  // the two keys are neighbouring floats: no key fits between them
        }
        out.times.push_back(seconds);
        const auto append = [&](const Numbers& numbers) {
            for (const double number : numbers) {
                out.values.push_back(static_cast<float>(number));
            }
        };
        if (out.interpolation == Interpolation::CubicSpline) {
            append(*arriving);
            append(value);
            append(*leaving);
        } else {
            append(value);
        }
    }

    const Motion& motion_;
    importing::MemoryBudget& budget_;
    const std::string& place_;
    std::vector<Piece> pieces_;
    Numbers probe_;
    Numbers guess_;
};

}  // namespace

FittedChannel fitChannel(const Motion& motion, importing::MemoryBudget& budget, const std::string& place)
{
    return Fitter(motion, budget, place).fit();
}

}  // namespace armature::fbx
