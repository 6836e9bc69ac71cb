#include "graph_playback.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/error.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "text_file.hpp"

namespace armature::tools {

namespace {

constexpr double momentInterval = 0.5;          // seconds between saved moments
constexpr std::size_t mostSavedMoments = 1200;  // limit: ten minutes of saved moments
constexpr double farthest = 600.;               // limit: seconds by which goTo() may go beyond getEnd()
constexpr double longestStep = 0.25;

Skeleton& requireMovedSkeleton(Scene& scene)
{
    if (scene.skeletons().empty()) {
        throw Error("there is no skeleton for a graph to move");
    }
    return *scene.skeletons().front();
}

}  // namespace

GraphSource readGraphSource(const std::filesystem::path& file)
{
    return {.name = printable(file.filename().string()), .file = file, .text = readTextFile(file, 16u << 20u, "the limit for graphs")};
}

bool looksLikeGraph(const std::filesystem::path& file)
{
    std::error_code error;
    std::string beginning(256, ' ');
    if (std::filesystem::is_regular_file(file, error)) {
        std::ifstream(file, std::ios::binary).read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    }
    return beginning.find("\"armature graph\"") != std::string::npos;
}

GraphPlayback::GraphPlayback(Scene& scene, GraphSource source)
    : source_(std::move(source))
    , skeleton_(requireMovedSkeleton(scene))
    , file_(loadGraphJson(source_.text, source_.name, scene, skeleton_))
    , player_(file_.graph)
{
    for (Bone* bone : skeleton_.bones()) {
        Node* node = bone->getTransformNode() != nullptr ? static_cast<Node*>(bone->getTransformNode()) : bone;
        posed_.push_back({node, node->getTransform()});
    }
    if (TransformNode* host = skeleton_.getHostNode()) {
        isHosted_ = true;
        carried_.push_back({host, host->getTransform()});
    } else {
        for (TransformNode* node : scene.nodes()) {
            if (node->getParent() == nullptr) {
                carried_.push_back({node, node->getTransform()});
            }
        }
    }
    remember();
}

void GraphPlayback::advance(double seconds)
{
    const double wanted = time_ + seconds;
    if (seconds < 0.) {
        goTo(wanted);
    } else {
        run(wanted);
    }
}

void GraphPlayback::goTo(double seconds)
{
    if (std::isnan(seconds)) {
        throw std::invalid_argument("a graph cannot go to a time that is not a number");
    }
    const double wanted = std::clamp(seconds, getBegin(), end_ + farthest);
    if (wanted < time_) {
        rewind(wanted, inputs_.size());
    }
    run(wanted);
}

void GraphPlayback::restart()
{
    std::vector<float> values;
    for (const GraphParameter& parameter : file_.graph->parameters()) {
        values.push_back(player_.getParameter(parameter.name));
    }
    reset();
    for (std::size_t number = 0; number < values.size(); ++number) {
        const GraphParameter& parameter = file_.graph->parameters()[number];
        if (parameter.kind != ParameterKind::Trigger) {
            set(parameter.name, values[number]);
        }
    }
}

void GraphPlayback::reset()
{
    player_ = GraphPlayer(file_.graph);
    inputs_.clear();
    moments_.clear();
    events_.clear();
    given_ = 0;
    time_ = end_ = 0.;
    travel_ = {};
    remember();
}

void GraphPlayback::set(std::string_view parameter, float value)
{
    const float before = player_.getParameter(parameter);
    player_.setParameter(parameter, value);
    if (player_.getParameter(parameter) != before) {
        take({time_, *file_.graph->findParameter(parameter), value, false});
    }
}

void GraphPlayback::fire(std::string_view trigger)
{
    player_.fire(trigger);
    take({time_, *file_.graph->findParameter(trigger), 1.f, true});
}

void GraphPlayback::follow(const GraphPlayback& other)
{
    std::vector<std::optional<std::size_t>> sameParameters;
    const auto others = other.file_.graph->parameters();
    std::ranges::transform(others, std::back_inserter(sameParameters), [this](const GraphParameter& parameter) {
        const auto same = file_.graph->findParameter(parameter.name);
        return same && file_.graph->parameters()[*same].kind == parameter.kind ? same : std::nullopt;
    });
    std::vector<Input> inputs;
    for (const Input& input : other.inputs_) {
        if (const auto same = sameParameters[input.parameter]) {
            inputs.push_back({input.seconds, *same, input.value, input.isFired});
        }
    }
    const auto [own, foreign] = std::ranges::mismatch(inputs_, inputs);
    if (own != inputs_.end() || foreign != inputs.end()) {
        const auto same = static_cast<std::size_t>(own - inputs_.begin());
        const double until = std::min(own != inputs_.end() ? own->seconds : end_, foreign != inputs.end() ? foreign->seconds : end_);
        if (moments_.front().inputs > same || getBegin() > until) {
            reset();
        } else {
            if (time_ > until || given_ > same) {
                rewind(until, same);
            }
            forgetAfter(same, until);
        }
        inputs_ = std::move(inputs);
    }
    goTo(other.time_);
}

void GraphPlayback::apply(bool isInPlace)
{
    for (const Carried& carried : carried_) {
        carried.node->setTransform(carried.transform);
    }
    player_.apply(skeleton_);
    if (!isInPlace) {
        carry();
    }
}

// Moves the host node, or else all roots, by the travel. The pose must have been written before, because roots may be posed themselves.
void GraphPlayback::carry()
{
    const Transform moved = travel_.moved(isHosted_ ? carried_.front().transform : Transform());
    for (const Carried& carried : carried_) {
        const Transform here = carried.node->getTransform();
        carried.node->setTransform(isHosted_ ? moved
                                             : Transform{.translation = moved.translation + moved.rotation * here.translation,
                                                         .rotation = glm::normalize(moved.rotation * here.rotation),
                                                         .scale = here.scale});
    }
}

glm::vec3 GraphPlayback::getTravelled() const noexcept
{
    const Transform start = isHosted_ ? carried_.front().transform : Transform();
    return travel_.moved(start).translation - start.translation;
}

void GraphPlayback::leave()
{
    for (const auto* before : {&posed_, &carried_}) {
        for (const Carried& one : *before) {
            one.node->setTransform(one.transform);
        }
    }
}

void GraphPlayback::remember()
{
    Moment& moment = moments_.emplace_back(Moment{.seconds = time_, .inputs = given_, .travel = travel_});
    moment.state.save(player_);
    if (moments_.size() > mostSavedMoments) {
        moments_.erase(moments_.begin());
        std::erase_if(events_, [this](const PassedEvent& event) { return event.seconds < getBegin(); });
    }
}

void GraphPlayback::take(const Input& input)
{
    forgetAfter(given_, time_);
    const bool isDragged = !input.isFired && !inputs_.empty() && inputs_.back().seconds == input.seconds
                           && inputs_.back().parameter == input.parameter && !inputs_.back().isFired
                           && moments_.back().inputs < inputs_.size();
    if (isDragged) {
        inputs_.back() = input;
    } else {
        inputs_.push_back(input);
        ++given_;
    }
    give(input);
}

void GraphPlayback::give(const Input& input)
{
    if (input.isFired) {
        player_.fire(file_.graph->parameters()[input.parameter].name);
    } else {
        player_.setParameter(input.parameter, input.value);
    }
}

void GraphPlayback::forgetAfter(std::size_t inputs, double seconds)
{
    inputs_.resize(inputs);
    std::erase_if(events_, [seconds](const PassedEvent& event) { return event.seconds > seconds; });
    std::erase_if(moments_, [&](const Moment& moment) { return moment.seconds > seconds || moment.inputs > inputs; });
    end_ = std::min(end_, seconds);
}

// Advances to a time. Records only events after `end_`, because earlier ones are recorded already.
void GraphPlayback::run(double until)
{
    for (;;) {
        for (; given_ < inputs_.size() && inputs_[given_].seconds <= time_; ++given_) {
            give(inputs_[given_]);
        }
        if (time_ >= until) {
            return;
        }
        double next = std::min(until, time_ + longestStep);
        next = given_ < inputs_.size() ? std::min(next, inputs_[given_].seconds) : next;
        next = time_ < end_ ? std::min(next, end_) : next;
        player_.advance(next - time_);
        travel_ = travel_.then(player_.getTravel());
        if (next > end_) {
            for (const FiredEvent& event : player_.firedEvents()) {
                events_.push_back({time_ + event.moment, event.name, event.clip, event.weight});
            }
            end_ = next;
        }
        time_ = next;
        if (time_ >= moments_.back().seconds + momentInterval) {
            remember();
        }
    }
}

// Goes back to the last saved moment that is not after `seconds` and by which at most `inputs` inputs had been given.
void GraphPlayback::rewind(double seconds, std::size_t inputs)
{
    const auto moment = std::find_if(moments_.rbegin(), std::prev(moments_.rend()),
                                     [&](const Moment& candidate) { return candidate.seconds <= seconds && candidate.inputs <= inputs; });
    moment->state.restore(player_);
    travel_ = moment->travel;
    time_ = moment->seconds;
    given_ = moment->inputs;
}

}  // namespace armature::tools
