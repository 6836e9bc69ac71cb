#include <set>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <animation/golden_keys.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr double tolerance = 1e-5;  // the golden files' README, for a library in float

/// Why a kind of script is not compared; empty if it is.
std::string reasonToSkip(const Json& golden)
{
    static const std::set<std::string> plain{"cycle", "once", "reverse", "range", "bones", "goToFrame", "pause", "speedChange", "lastWins"};
    if (golden.flag("quirk")) {
        return golden["why"].text();
    }
    if (golden["kind"].text() == "firstKeyLate") {
        return "each channel loops over its own keys; a group of armature has one clock";
    }
    return plain.contains(golden["kind"].text()) ? "" : "not plain playing: " + golden["kind"].text();
}

/// One golden script and the scene that it runs on.
class Script {
public:
    explicit Script(const Json& golden) : golden_(golden)
    {
        for (const Json& target : golden["targets"].items()) {
            addTarget(target);
        }
        for (const Json& group : golden["groups"].items()) {
            addGroup(group);
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
    /// What Babylon.js does not keep where a user of seconds would look for it.
    struct Clock {
        bool isFresh = false;  // the first tick after start shows the first pose, whatever its duration
        bool isPaused = false;
        double overshoot = 0.;  // seconds past the end that a looping group was sent to: it counts on from there, armature from the end
        std::optional<double> pausedTick;  // a pause shows only at the tick after it, whose time is made up for by the first one that plays
    };

    void addTarget(const Json& json)
    {
        const Transform start{glm::vec3(json["t"].vector()), glm::quat(json["r"].quaternion()), glm::vec3(json["s"].vector())};
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

    void addGroup(const Json& json)
    {
        ClipBuilder builder(golden_["id"].text());
        for (const Json& channel : json["channels"].items()) {
            const std::string property = channel["property"].text();
            const auto path = property == "position"  ? ChannelPath::Translation
                              : property == "scaling" ? ChannelPath::Scale
                                                      : ChannelPath::Rotation;
            const auto keys = channel["keys"].items();
            const auto interpolation = interpolationBetween(keys[0], keys[std::min<std::size_t>(1, keys.size() - 1)]);
            std::vector<float> times;
            std::vector<float> values;
            appendKeys(keys, interpolation, 0., times, values);
            const std::size_t target = channel["target"].index();
            golden_["targetKind"].text() == "node" ? builder.node(target) : builder.bone(0, target);
            builder.channel(path, interpolation, times, values);
        }
        scene_.createAnimationGroup(builder.create());
        clocks_.emplace_back();
    }

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
            start(index);
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
        const Json group = golden_["groups"].items()[index];
        AnimationGroup& player = *scene_.animationGroups()[index];
        const auto whole = golden_["ranges"].items()[index].numbers();
        const double first = group.has("from") ? group["from"].number() : whole[0];
        const double last = group.has("to") ? group["to"].number() : whole[1];
        const double duration = player.getClip().getDuration();
        const double speed = group["speedRatio"].number();
        options_ = {.loop = group["loop"].truth(),
                    .speedRatio = first > last ? -speed : speed,
                    .from = std::min(static_cast<double>(secondsAtFrame(std::min(first, last))), duration),
                    .to = std::min(static_cast<double>(secondsAtFrame(std::max(first, last))), duration)};
        player.play(options_);
        clocks_[index].isFresh = true;
    }

    void tick(double seconds)
    {
        for (std::size_t index = 0; index < clocks_.size(); ++index) {
            Clock& clock = clocks_[index];
            if (clock.isPaused) {
                clock.pausedTick = clock.pausedTick.value_or(seconds);
                continue;
            }
            scene_.animationGroups()[index]->advance(clock.isFresh ? 0. : clock.pausedTick.value_or(seconds) + clock.overshoot);
            clock.isFresh = false;
            clock.overshoot = 0.;
            clock.pausedTick.reset();
        }
    }

    void compare(const Json& command, OracleTally& tally)
    {
        const auto values = command["values"].items();
        for (std::size_t target = 0; target < targets_.size(); ++target) {
            const Transform parts = targets_[target]->getTransform();
            check("translation", near(parts.translation, values[target]["t"].vector(), tolerance), tally);
            check("rotation", nearRotation(parts.rotation, values[target]["r"].quaternion(), tolerance), tally);
            check("scale", near(parts.scale, values[target]["s"].vector(), tolerance), tally);
        }
        const auto playing = command["playing"].items();
        const auto frames = command["frames"].items();
        for (std::size_t index = 0; index < playing.size(); ++index) {
            const AnimationGroup& group = *scene_.animationGroups()[index];
            BOOST_TEST(group.isPlaying() == playing[index].truth());
            tally.equal();
            if (!frames[index].isNull()) {
                const std::array<double, 1> frame{group.getCurrentTime() * 60.};
                check("frame", nearNumbers(frame, std::vector{frames[index].numbers()[0]}, tolerance), tally);
            }
        }
    }

    static void check(const char* what, const boost::test_tools::assertion_result& result, OracleTally& tally)
    {
        BOOST_TEST_CONTEXT(what)
        {
            BOOST_TEST(result);
        }
        tally.equal(std::size_t{static_cast<bool>(result)});
    }

    const Json& golden_;
    Scene scene_;
    std::vector<Node*> targets_;
    std::vector<Clock> clocks_;  // by group
    PlayOptions options_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_oracle)

BOOST_AUTO_TEST_CASE(groups_play_as_in_babylon)
{
    const OracleFile file("anim_play");
    OracleTally tally("anim_play");
    for (const Json& golden : file.cases()) {
        const std::string reason = reasonToSkip(golden);
        if (reason.empty()) {
            tally.examinedCase();
            Script(golden).run(tally);
        } else {
            tally.skipped(reason, golden["script"].items().size());
        }
    }
    tally.report();
}

BOOST_AUTO_TEST_SUITE_END()
