#include "import/fbx/animations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "import/notes.hpp"

namespace armature::fbx {

namespace {

constexpr double rotationBound = 1e-5;     // radians
constexpr double translationBound = 2e-7;  // metres
constexpr double scaleBound = 1e-6;
constexpr double weightBound = 1e-6;
constexpr std::size_t bytesOfTime = 64;  // for a key or its repetition, including the work of placing it
// The precision of float, as a fraction of the largest number in a channel. No smaller error bound can be kept.
constexpr double floatPrecision = 1e-7;

/// Makes the clip of one take.
class ClipBuilder {
public:
    ClipBuilder(const Objects& objects, const Take& take, const ModelNodes& models, double metresPerUnit,
                const std::multimap<std::size_t, std::size_t>& copies, importing::SceneDescription& scene)
        : objects_(objects)
        , take_(take)
        , models_(models)
        , metresPerUnit_(metresPerUnit)
        , copies_(copies)
        , scene_(scene)
        , range_(take.rangeOfKeys())
        , offset_(std::min(take.range.begin, 0.))
    {
        clip_.name = take.name.substr(0, 1024);
    }

    void addModel(ModelIndex index)
    {
        const Model& model = models_.all()[index];
        const auto moving = [&](ModelIndex which, AnimatedProperty property) { return take_.find(models_.all()[which].object, property); };
        const AnimatedVector* translation = moving(index, AnimatedProperty::Translation);
        const AnimatedVector* rotation = moving(index, AnimatedProperty::Rotation);
        const AnimatedVector* scaling = moving(index, AnimatedProperty::Scaling);

        std::vector<const AnimatedVector*> forTranslation{translation};
        if (rotation != nullptr && model.transform.movesWhenTurned(scaling != nullptr)) {
            forTranslation.push_back(rotation);
        }
        if (scaling != nullptr && model.transform.movesWhenScaled()) {
            forTranslation.push_back(scaling);
        }
        for (const ModelIndex other : model.positionScales) {
            forTranslation.push_back(moving(other, AnimatedProperty::Scaling));
        }
        std::vector<const AnimatedVector*> forScale;
        for (const ModelIndex other : model.scales) {
            forScale.push_back(moving(other, AnimatedProperty::Scaling));
        }
        const auto partsAt = [this, index](double seconds, Side side) {
            return models_.partsOf(index, valuesAt(index, seconds, side),
                                   [&](ModelIndex other) { return scalingAt(other, seconds, side); });
        };
        addChannel(model.node, ChannelPath::Translation, forTranslation, translationBound / metresPerUnit_,
                   [partsAt](double seconds, Side side, std::span<double> out) { write(partsAt(seconds, side).translation, out); });
        addChannel(model.node, ChannelPath::Rotation, {rotation}, rotationBound,
                   [this, index](double seconds, Side side, std::span<double> out) {
                       const Model& turned = models_.all()[index];
                       const glm::dquat q = turned.transform.turn(rotationAt(index, seconds, side));
                       out[0] = q.x;
                       out[1] = q.y;
                       out[2] = q.z;
                       out[3] = q.w;
                   });
        addChannel(model.scaled, ChannelPath::Scale, forScale, scaleBound,
                   [partsAt](double seconds, Side side, std::span<double> out) { write(partsAt(seconds, side).scale, out); });
    }

    void addMorphs(const MorphedModel& morphed)
    {
        Motion motion;
        motion.bound = weightBound;
        motion.components = morphed.shapes->targets.size();
        bool isAnimated = false;
        for (const ShapeChannel& channel : morphed.shapes->channels) {
            if (const AnimatedVector* percent = take_.find(channel.object, AnimatedProperty::ShapeWeight, channel.shape)) {
                isAnimated = true;
                motion.cost += percent->layers.size();
                appendTimes(*percent, motion.times);
                appendBends(*percent, channel, motion.times);
            }
        }
        if (!isAnimated) {
            return;
        }
        motion.evaluate = [this, &morphed](double seconds, Side side, std::span<double> out) {
            for (const ShapeChannel& channel : morphed.shapes->channels) {
                const AnimatedVector* percent = take_.find(channel.object, AnimatedProperty::ShapeWeight, channel.shape);
                const double now = percent != nullptr ? percent->at(seconds + offset_, sideAt(seconds, side)).x : channel.percent;
                channel.weigh(now, out.subspan(channel.firstTarget, channel.full.size()));
            }
        };
        add(morphed.node, ChannelPath::Weights, std::move(motion));
    }

    ClipDescription finish()
    {
        if (offset_ < 0.) {
            scene_.notes.add("Takes", fmt::format("{} begins at {:.6g} s, but clips begin at 0: it is {:.6g} s later here",
                                                  importing::quoted(take_.name), offset_, -offset_));
        }
        if (isCut_) {
            scene_.notes.add("Takes", fmt::format("{} has keys before its beginning: left out", importing::quoted(take_.name)));
        }
        return std::move(clip_);
    }

private:
    static void write(const glm::dvec3& vector, std::span<double> out)
    {
        out[0] = vector.x;
        out[1] = vector.y;
        out[2] = vector.z;
    }

    /// Replaces `After` with `At` at the end of the take: repeating curves start again there, which the clip must not show.
    [[nodiscard]] Side sideAt(double seconds, Side side) const
    {
        return side == Side::After && seconds + offset_ >= range_.end ? Side::At : side;
    }

    [[nodiscard]] glm::dquat rotationAt(ModelIndex index, double seconds, Side side) const
    {
        const Model& model = models_.all()[index];
        const AnimatedVector* animated = take_.find(model.object, AnimatedProperty::Rotation);
        return animated != nullptr ? animated->turn(seconds + offset_, sideAt(seconds, side), model.transform.order)
                                   : models_.standing(index).rotation;
    }

    [[nodiscard]] ModelNodes::Values valuesAt(ModelIndex index, double seconds, Side side) const
    {
        const Model& model = models_.all()[index];
        const AnimatedVector* animated = take_.find(model.object, AnimatedProperty::Translation);
        return {animated != nullptr ? animated->at(seconds + offset_, sideAt(seconds, side)) : model.transform.translation,
                rotationAt(index, seconds, side), scalingAt(index, seconds, side)};
    }

    [[nodiscard]] glm::dvec3 scalingAt(ModelIndex index, double seconds, Side side) const
    {
        const Model& model = models_.all()[index];
        const AnimatedVector* animated = take_.find(model.object, AnimatedProperty::Scaling);
        return animated != nullptr ? animated->at(seconds + offset_, sideAt(seconds, side)) : model.transform.scaling;
    }

    /// Appends the clip times of a property's keys and their repetitions. Times before 0 become 0.
    void appendTimes(const AnimatedVector& animated, std::vector<double>& times)
    {
        const std::size_t first = times.size();
        payForTimes(animated, bytesOfTime);
        animated.appendTimes(range_, times);
        for (std::size_t number = first; number < times.size(); ++number) {
            times[number] -= offset_;
            isCut_ = isCut_ || times[number] < -1e-9;
            times[number] = std::max(times[number], 0.);
        }
        if (first == times.size()) {
            times.push_back(std::max(take_.range.begin - offset_, 0.));  // a property without keys keeps the value that it has in the take
        }
    }

    /// Charges the budget for key times, because repetition turns few keys into many.
    void payForTimes(const AnimatedVector& animated, std::size_t bytesOfEach)
    {
        constexpr double most = 1e15;  // limit above any budget; keeps the conversion to an integer safe
        const double bytes = std::min(animated.timeCount(range_) * static_cast<double>(bytesOfEach), most);
        objects_.document().charge(static_cast<std::uint64_t>(bytes), noElement);
    }

    /// Appends the times at which a slider passes 0 or the full weight of one of its shapes, because the shapes' weights have corners
    /// there.
    void appendBends(const AnimatedVector& percent, const ShapeChannel& channel, std::vector<double>& times)
    {
        if (channel.full.size() < 2) {
            return;
        }
        constexpr int steps = 16;
        std::vector<double> bends = channel.full;
        bends.push_back(0.);
        payForTimes(percent, percent.layers.size() * steps * bends.size());
        std::vector<double> keys;
        percent.appendTimes(range_, keys);
        std::ranges::sort(keys);
        for (std::size_t key = 0; key + 1 < keys.size(); ++key) {
            const double step = (keys[key + 1] - keys[key]) / steps;
            for (int number = 0; number < steps && step > 0.; ++number) {
                const double begin = keys[key] + number * step;
                const double from = percent.at(begin, Side::After).x;
                const double to = percent.at(begin + step, Side::Before).x;
                for (const double bend : bends) {
                    if ((from < bend) != (to < bend)) {
                        times.push_back(std::max(crossing(percent, bend, begin, begin + step) - offset_, 0.));
                    }
                }
            }
        }
    }

    static double crossing(const AnimatedVector& percent, double bend, double low, double high)
    {
        const bool isRising = percent.at(low, Side::After).x < bend;
        for (int halving = 0; halving < 50; ++halving) {
            const double middle = (low + high) / 2.;
            ((percent.at(middle, Side::After).x < bend) == isRising ? low : high) = middle;
        }
        return high;
    }

    template <class Evaluate>
    void addChannel(std::size_t node, ChannelPath path, const std::vector<const AnimatedVector*>& movers, double bound, Evaluate evaluate)
    {
        Motion motion;
        motion.cost += movers.size() / 4;  // evaluation looks up the scales of all these ancestors each time
        for (const AnimatedVector* mover : movers) {
            if (mover != nullptr) {
                objects_.document().charge(64, noElement);
                motion.cost += mover->layers.size();
                appendTimes(*mover, motion.times);
            }
        }
        if (motion.times.empty()) {
            return;
        }
        motion.isRotation = path == ChannelPath::Rotation;
        motion.components = motion.isRotation ? 4 : 3;
        motion.evaluate = std::move(evaluate);
        motion.bound = bound;
        add(node, path, std::move(motion));
    }

    void add(std::size_t node, ChannelPath path, Motion motion)
    {
        const std::string place = fmt::format("Takes/{}", importing::quoted(take_.name));
        objects_.document().charge(motion.times.size() * motion.cost * motion.components * sizeof(float), noElement);
        motion.bound = std::max(motion.bound, floatPrecision * largestOf(motion));
        FittedChannel fitted = fitChannel(motion, scene_.budget, place);
        if (fitted.error > 100. * motion.bound) {
            scene_.notes.add(place, fmt::format("node {} is up to {:.6g} from what the curves say: they turn too sharply between keys",
                                                node, fitted.error));
        }
        ChannelDescription channel;
        channel.target.index = node;
        channel.path = path;
        channel.components = motion.components;
        channel.interpolation = fitted.interpolation;
        channel.values = std::move(fitted.values);
        const auto [known, isNew] = tracks_.emplace(fitted.times, clip_.timeTracks.size());
        if (isNew) {
            clip_.timeTracks.push_back(std::move(fitted.times));
        }
        channel.timeTrack = known->second;
        const auto [first, last] = copies_.equal_range(node);
        for (auto copy = first; copy != last; ++copy) {
            scene_.budget.charge(importing::bytesOfChannel + channel.values.size() * sizeof(float))
                ? static_cast<void>(0)
                : scene_.budget.refuse(channel.values.size() * sizeof(float), place);
            ChannelDescription same = channel;
            same.target.index = copy->second;
            clip_.channels.push_back(std::move(same));
        }
        clip_.channels.push_back(std::move(channel));
    }

    static double largestOf(const Motion& motion)
    {
        std::vector<double> value(motion.components);
        double largest = 0.;
        for (const double time : motion.times) {
            motion.evaluate(time, Side::After, value);
            for (const double number : value) {
                largest = std::max(largest, std::abs(number));
            }
        }
        return largest;
    }

    const Objects& objects_;
    const Take& take_;
    const ModelNodes& models_;
    double metresPerUnit_;
    const std::multimap<std::size_t, std::size_t>& copies_;
    importing::SceneDescription& scene_;
    TimeRange range_;  ///< See Take::rangeOfKeys(); in file time.
    double offset_;    ///< File time minus clip time, in seconds; never positive.
    bool isCut_ = false;
    ClipDescription clip_;
    std::map<std::vector<float>, std::size_t> tracks_;
};

}  // namespace

void readAnimations(const Objects& objects, const Takes& takes, const ModelNodes& models, const Meshes& meshes, const Settings& settings,
                    importing::SceneDescription& scene)
{
    std::multimap<std::size_t, std::size_t> copies;
    for (const auto& [copy, original] : meshes.skins().copies()) {
        copies.emplace(original, copy);
    }
    for (const Take& take : takes.takes) {
        objects.document().charge(importing::bytesOfClip + take.name.size(), noElement);
        ClipBuilder builder(objects, take, models, settings.metresPerUnit, copies, scene);
        for (ModelIndex model = 0; model < models.all().size(); ++model) {
            builder.addModel(model);
        }
        for (const MorphedModel& morphed : meshes.morphed()) {
            builder.addMorphs(morphed);
        }
        if (ClipDescription clip = builder.finish(); !clip.channels.empty()) {  // some exporters write takes without keys
            scene.clips.push_back(std::move(clip));
        }
    }
}

}  // namespace armature::fbx
