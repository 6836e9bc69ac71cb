#include <cmath>
#include <set>
#include <span>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <animation/golden_keys.hpp>
#include <animation/golden_loop.hpp>
#include <animation/golden_matrix_keys.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// Returns why a kind of script is not compared; empty if it is.
std::string reasonToSkip(const Json& golden)
{
    static const std::set<std::string> plain{"cycle",        "once",         "reverse",       "range",         "bones",
                                             "goToFrame",    "pause",        "speedChange",   "lastWins",      "CONSTANT",
                                             "YOYO",         "YOYO-from",    "RELATIVE",      "RELATIVE-quat", "RELATIVE_FROM_CURRENT",
                                             "bones-matrix", "firstKeyLate", "unequalLengths"};
    if (plain.contains(golden["kind"].text())) {
        return "";
    }
    return "a kind of script that is not known: " + golden["kind"].text();
}

/// One golden script and the scene that it runs on.
class PlayScript {
public:
    explicit PlayScript(const Json& golden) : golden_(golden)
    {
        for (const Json& target : golden["targets"].items()) {
            addTarget(target);
        }
        for (const Json& group : golden["groups"].items()) {
            const auto channels = group["channels"].items();
            for (std::size_t first = 0; first < channels.size(); first += hasOwnClocks_ ? 1 : channels.size()) {
                addGroup(std::span(channels).subspan(first, hasOwnClocks_ ? 1 : channels.size()));
            }
        }
    }

    void run(OracleTally& tally)
    {
        std::size_t step = 0;
        for (const Json& command : golden_["script"].items()) {
            BOOST_TEST_CONTEXT(golden_["id"].text() << " (" << golden_["kind"].text() << ") step " << step++)
            {
                execute(command);
                if (command.has("values")) {
                    compare(command, tally);
                }
            }
        }
    }

private:
    /// Behaviour of Babylon.js's clock that a group's time in seconds does not reproduce.
    struct Clock {
        bool isFresh = false;  // the first tick after start shows the first pose, whatever its duration
        bool isPaused = false;
        double overshoot = 0.;   // seconds that goToFrame went past a loop's end; Babylon.js continues from there, armature from the end
        double lastStep = 0.;    // of the last tick, in frames
        double timeBefore = 0.;  // in seconds
        std::optional<double> pausedTick;  // a pause shows one tick late; the first tick that plays again lasts as long as that one
    };

    void addTarget(const Json& json)
    {
        const Transform start = json.transform();
        if (golden_["targetKind"].text() == "node") {
            targets_.push_back(&scene_.createTransformNode(json["n"].text(), nullptr, start));
            return;
        }
        Skeleton& skeleton = scene_.skeletons().empty() ? scene_.createSkeleton("rig") : *scene_.skeletons()[0];
        Bone* const parent = skeleton.bones().empty() ? nullptr : skeleton.bones().back();
        Bone& bone = skeleton.createBone(json["n"].text(), {.parent = parent});
        bone.setTransform(start);
        targets_.push_back(&bone);
    }

    void addGroup(std::span<const Json> channels)
    {
        ClipBuilder builder(golden_["id"].text());
        for (const Json& channel : channels) {
            const std::string property = channel["property"].text();
            if (property == "_matrix") {
                builder.bone(0, channel["target"].index());
                const bool isLinear = golden_["interpolateMatrices"].truth();
                appendMatrixChannels(builder, channel["keys"].items(), isLinear ? Interpolation::Linear : Interpolation::Step);
                continue;
            }
            const bool isX = property == "position.x";
            const auto path = isX || property == "position" ? ChannelPath::Translation
                              : property == "scaling"       ? ChannelPath::Scale
                                                            : ChannelPath::Rotation;
            const auto keys = channel["keys"].items();
            const auto interpolation = interpolationBetween(keys[0], keys[std::min<std::size_t>(1, keys.size() - 1)]);
            std::vector<float> times;
            std::vector<float> values;
            appendKeys(keys, interpolation, 0., times, values);
            const std::size_t target = channel["target"].index();
            if (isX) {  // y and z stay where they are
                const glm::vec3 start = targets_[target]->getTransform().translation;
                std::vector<float> vectors;
                for (const float x : values) {
                    vectors.insert(vectors.end(), {x, start.y, start.z});
                }
                values = std::move(vectors);
            }
            golden_["targetKind"].text() == "node" ? builder.node(target) : builder.bone(0, target);
            builder.channel(path, interpolation, times, values);
        }
        const std::size_t index = clocks_.size();
        AnimationGroup& group = scene_.createAnimationGroup(builder.create());
        subscriptions_.push_back(group.observeLoop([this, index] { looped_.insert(index); }));
        subscriptions_.push_back(group.observeEnd([this, index] { ended_.insert(index); }));
        clocks_.emplace_back();
        loops_.emplace_back(golden_, goldenGroup(index));
        const auto keys = channels[0]["keys"].items();
        ranges_.push_back(hasOwnClocks_ ? std::vector{keys.front()["f"].number(), keys.back()["f"].number()}
                                        : golden_["ranges"].items()[index].numbers());
    }

    [[nodiscard]] std::size_t goldenGroup(std::size_t index) const { return hasOwnClocks_ ? 0 : index; }

    void execute(const Json& command)
    {
        const std::string op = command["op"].text();
        if (op == "tick") {
            tick(command["dt"].number() / 1000.);
            return;
        }
        const std::size_t index = command["g"].index();
        AnimationGroup& group = *scene_.animationGroups()[index];
        if (op == "start") {
            for (std::size_t each = index; each < (hasOwnClocks_ ? clocks_.size() : index + 1); ++each) {
                start(each);
            }
        } else if (op == "pause") {
            group.pause();
            clocks_[index].isPaused = true;
        } else if (op == "restart") {
            group.play(options_);
            clocks_[index].isPaused = false;
        } else if (op == "goToFrame") {
            const double time = static_cast<double>(secondsAtFrame(command["frame"].number()));
            group.goTo(time);
            clocks_[index].overshoot = options_.loop ? std::max(0., time - options_.to.value_or(time)) / group.getSpeedRatio() : 0.;
        } else if (op == "speedRatio") {
            group.setSpeedRatio(command["value"].number());
        } else {
            BOOST_FAIL("unknown command " << op);
        }
    }

    void start(std::size_t index)
    {
        const Json group = golden_["groups"].items()[goldenGroup(index)];
        AnimationGroup& player = *scene_.animationGroups()[index];
        const double first = group.has("from") ? group["from"].number() : ranges_[index][0];
        const double last = group.has("to") ? group["to"].number() : ranges_[index][1];
        const double duration = player.getClip().getDuration();
        const double speed = group["speedRatio"].number();
        options_ = {.loop = group["loop"].truth() && !loops_[index].isConstant(),
                    .speedRatio = first > last ? -speed : speed,
                    .from = std::min(static_cast<double>(secondsAtFrame(std::min(first, last))), duration),
                    .to = std::min(static_cast<double>(secondsAtFrame(std::max(first, last))), duration),
                    .loopMode = loopModeOf(group)};
        player.play(options_);
        clocks_[index].isFresh = true;
    }

    static LoopMode loopModeOf(const Json& group)
    {
        const auto mode = group["channels"].items()[0].find("loopMode");
        const std::string name = mode ? mode->text() : "";
        return name == "YOYO"                    ? LoopMode::PingPong
               : name == "RELATIVE"              ? LoopMode::Accumulate
               : name == "RELATIVE_FROM_CURRENT" ? LoopMode::AccumulateFromCurrent
                                                 : LoopMode::Cycle;
    }

    void tick(double seconds)
    {
        looped_.clear();
        ended_.clear();
        for (std::size_t index = 0; index < clocks_.size(); ++index) {
            Clock& clock = clocks_[index];
            if (clock.isPaused) {
                clock.pausedTick = clock.pausedTick.value_or(seconds);
                continue;
            }
            const double step = clock.isFresh ? 0. : clock.pausedTick.value_or(seconds) + clock.overshoot;
            clock.timeBefore = scene_.animationGroups()[index]->getCurrentTime();
            scene_.animationGroups()[index]->advance(step);
            clock.lastStep = step * 60. * std::abs(options_.speedRatio);
            loops_[index].play(clock.lastStep);
            clock.isFresh = false;
            clock.overshoot = 0.;
            clock.pausedTick.reset();
        }
    }

    void compare(const Json& command, OracleTally& tally)
    {
        const auto values = command["values"].items();
        for (std::size_t target = 0; target < targets_.size(); ++target) {
            if (values[target].has("m")) {
                check("matrix", near(targets_[target]->getLocalMatrix(), values[target]["m"].matrix(), goldenTolerance), tally);
                continue;
            }
            const Transform parts = targets_[target]->getTransform();
            const glm::dvec3 translation = values[target]["t"].vector();
            const glm::dquat rotation = values[target]["r"].quaternion();
            glm::dvec3 saneTranslation = translation;
            glm::dquat saneRotation = rotation;
            loops_[0].correct(target, saneTranslation, saneRotation);
            const bool moves = !near(glm::vec3(saneTranslation), translation, goldenTolerance);
            const bool turns = !nearRotation(glm::quat(saneRotation), rotation, goldenTolerance);
            const std::string mark = loops_[0].mark();
            check("translation", near(parts.translation, moves ? saneTranslation : translation, goldenTolerance), tally, moves ? mark : "");
            check("rotation", nearRotation(parts.rotation, turns ? saneRotation : rotation, goldenTolerance), tally, turns ? mark : "");
            check("scale", near(parts.scale, values[target]["s"].vector(), goldenTolerance), tally);
        }
        const auto playing = command["playing"].items();
        const auto frames = command["frames"].items();
        for (std::size_t index = 0; index < clocks_.size(); ++index) {
            const AnimationGroup& group = *scene_.animationGroups()[index];
            const GoldenLoop& loop = loops_[index];
            const bool isPlaying = playing[goldenGroup(index)].truth();
            if (loop.hasEnded() && isPlaying) {
                check("playing", !group.isPlaying(), tally, "CONSTANT counts on behind its end; a group without loop stops there");
                continue;
            }
            check("playing", group.isPlaying() == isPlaying, tally);
            if (!frames[goldenGroup(index)].isNull()) {
                const std::array<double, 1> frame{group.getCurrentTime() * 60.};
                const std::vector golden{frames[goldenGroup(index)].numbers().at(hasOwnClocks_ ? index : 0)};
                const std::vector sane{loop.frame()};
                const bool differs = loop.isPingPong() && !nearNumbers(sane, golden, goldenTolerance);
                check("frame", nearNumbers(frame, differs ? sane : golden, goldenTolerance), tally, differs ? loop.mark() : "");
            }
        }
        compareNotices(command, tally);
    }

    /// Compares which groups have begun another round and which have ended. Only for groups that play forwards from frame 0: otherwise
    /// Babylon.js counts rounds from frame 0, so that they end in the middle of the range.
    void compareNotices(const Json& command, OracleTally& tally)
    {
        static const std::set<std::string> kinds{"cycle", "once", "bones", "RELATIVE_FROM_CURRENT"};
        if (command["op"].text() != "tick" || !kinds.contains(golden_["kind"].text())) {
            return;
        }
        const auto expected = [&](const char* field) {
            std::set<std::size_t> groups;
            if (const auto list = command.find(field)) {
                for (const Json& group : list->items()) {
                    groups.insert(group.index());
                }
            }
            return groups;
        };
        const std::set<std::size_t> told = expected("loops");
        const std::size_t untold =
            std::erase_if(looped_, [&](std::size_t group) { return !told.contains(group) && isRoundWithinStep(group); });
        if (untold != 0) {
            tally.saneBecause("Babylon.js tells of no round where the frame after a step is not lower than before it", untold);
        }
        BOOST_TEST((looped_ == told), "loops");
        BOOST_TEST((ended_ == expected("ends")), "ends");
        tally.equal(2);
    }

    /// True if the last step went through a whole round and ended no earlier in its round than it began. Babylon.js compares frames and
    /// does not notice such a round.
    [[nodiscard]] bool isRoundWithinStep(std::size_t group) const
    {
        const double round = ranges_[group][1] - ranges_[group][0];
        const Clock& clock = clocks_[group];
        return clock.lastStep >= round && scene_.animationGroups()[group]->getCurrentTime() >= clock.timeBefore;
    }

    static void check(const char* what, const boost::test_tools::assertion_result& result, OracleTally& tally, const std::string& mark = "")
    {
        BOOST_TEST_CONTEXT(what)
        {
            BOOST_TEST(result);
        }
        if (mark.empty()) {
            tally.equal(std::size_t{static_cast<bool>(result)});
        } else {
            tally.saneBecause(mark, std::size_t{static_cast<bool>(result)});
        }
    }

    const Json& golden_;
    /// Babylon.js's channels each loop over their own keys. A group of armature has one clock, so each channel is a group here.
    bool hasOwnClocks_ = golden_["kind"].text() == "firstKeyLate" || golden_["kind"].text() == "unequalLengths";
    Scene scene_;
    std::vector<Node*> targets_;
    std::vector<Clock> clocks_;                // by group
    std::vector<GoldenLoop> loops_;            // by group
    std::vector<std::vector<double>> ranges_;  // by group, in frames
    std::vector<Subscription> subscriptions_;
    std::set<std::size_t> looped_;  // since the last tick
    std::set<std::size_t> ended_;
    PlayOptions options_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_oracle)

BOOST_AUTO_TEST_CASE(groups_play_as_in_babylon)
{
    const OracleFile file("anim_play");
    OracleTally tally("anim_play");
    for (const Json& golden : file.cases()) {
        if (isWeighted(golden)) {
            continue;  // layers_blend_as_weighted_groups_of_babylon
        }
        const std::string reason = reasonToSkip(golden);
        if (reason.empty()) {
            tally.examinedCase();
            PlayScript(golden).run(tally);
        } else {
            tally.skipped(reason, golden["script"].items().size());
        }
    }
    tally.report();
}

BOOST_AUTO_TEST_SUITE_END()
