#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/scene/scene.hpp>
#include <armature/text.hpp>

#include <animation/clip_builder.hpp>
#include <animation/golden_keys.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

glm::dmat4 composed(const glm::dvec3& t, const glm::dquat& r, const glm::dvec3& s)
{
    return glm::scale(glm::translate(glm::dmat4(1.), t) * glm::mat4_cast(glm::normalize(r)), s);
}

std::size_t countOf(const boost::test_tools::assertion_result& result)
{
    return static_cast<bool>(result) ? 1 : 0;
}

/// A clip of a golden case, with its root motion.
struct GoldenClip {
    std::shared_ptr<const AnimationClip> clip;
    std::shared_ptr<const RootMotion> motion;
    glm::dvec3 up{0., 1., 0.};
};

class Case {
public:
    Case(const Json& golden, OracleTally& tally) : golden_(golden), tally_(tally)
    {
        for (const Json& node : golden["nodes"].items()) {
            const int parent = static_cast<int>(node["p"].integer());
            nodes_.push_back(&scene_.createTransformNode(node["n"].text(), parent < 0 ? nullptr : nodes_[static_cast<std::size_t>(parent)],
                                                         restOf(node)));
        }
        character_ = golden["character"].index();
        root_ = golden["root"].index();
        for (const Json& clip : golden["clips"].items()) {
            addClip(clip);
        }
    }

    void checkResults()
    {
        const auto results = golden_["results"].items();
        for (std::size_t i = 0; i < results.size(); ++i) {
            BOOST_TEST_CONTEXT(golden_["id"].text() << " clip " << i)
            {
                checkResult(results[i], clips_[i]);
            }
        }
    }

    void checkRuns()
    {
        for (const Json& run : golden_["runs"].items()) {
            for (std::size_t i = 0; i < nodes_.size(); ++i) {
                nodes_[i]->setTransform(restOf(golden_["nodes"].items()[i]));
            }
            play(run);
        }
    }

private:
    static Transform restOf(const Json& node) { return node.transform(); }

    void addClip(const Json& json)
    {
        ClipBuilder builder(golden_["id"].text());
        for (const Json& channel : json["channels"].items()) {
            std::vector<float> times;
            std::vector<float> values;
            appendKeys(channel["keys"].items(), Interpolation::Linear, 0., times, values);
            const bool isPosition = channel["prop"].text() == "position";
            builder.node(channel["node"].index());
            builder.channel(isPosition ? ChannelPath::Translation : ChannelPath::Rotation, Interpolation::Linear, times, values);
        }
        GoldenClip clip;
        clip.clip = builder.create();
        const Json options = json["options"];
        RootMotionOptions asked;
        if (const auto up = options.find("upAxis")) {
            clip.up = up->vector();
            asked.up = glm::vec3(clip.up);
        }
        if (const auto rotation = options.find("extractRotation")) {
            asked.extractRotation = rotation->truth();
        }
        if (options.has("source")) {
            asked.source = RootMotionSource::Root;
        }
        if (const auto angle = options.find("directionSnapAngle")) {
            asked.directionSnapAngle = angle->number();
        }
        asked.extractLateralMotion = options.flag("extractLateralMotion");
        clip.motion = RootMotion::create(clip.clip, scene_, *nodes_[root_], nodes_[character_], asked);
        clips_.push_back(std::move(clip));
    }

    void check(const std::string& what, const boost::test_tools::assertion_result& result, const std::string& mark = "")
    {
        BOOST_TEST(result, golden_["id"].text() << ", " << what);
        mark.empty() ? tally_.equal(countOf(result)) : tally_.saneBecause(mark, countOf(result));
    }

    void checkResult(const Json& result, const GoldenClip& clip)
    {
        const RootMotion& motion = *clip.motion;
        const auto number = [](double actual, double expected) {
            return nearNumbers(std::array{actual}, std::array{expected}, goldenTolerance);
        };
        check("source", toString(motion.getSource()) == result["source"].text());
        check("extractsRotation", motion.hasTurn() == result["extractsRotation"].truth());
        check("range", number(clip.clip->getDuration(), result["to"].number() / 60. - result["from"].number()));
        check("height", number(motion.getCharacterHeight(), result["characterHeight"].number()));
        check("direction", near(motion.getDirection(), result["travelDirection"].vector(), goldenTolerance));
        check("cycle's offset", near(motion.getCycle().offset, result["cycleOffset"].vector(), goldenTolerance));
        check("cycle's distance", number(glm::dot(motion.getCycle().offset, motion.getDirection()), result["cycleDistance"].number()));
        check("cycle's rotation", number(motion.getCycle().turn, result["cycleRotation"].number()));
        for (const Json& sample : result["at"].items()) {
            const RootMotionDelta delta = motion.between(0., static_cast<double>(secondsAtFrame(sample["f"].number())));
            check("offset at a frame", near(delta.offset, sample["offset"].vector(), goldenTolerance));
            check("turn at a frame", number(delta.turn, sample["yaw"].number()));
        }
        checkInPlace(result["inPlace"].items(), *motion.getInPlaceClip());
    }

    /// The root's channel with this path, or none.
    [[nodiscard]] std::optional<std::size_t> channelOf(const AnimationClip& clip, ChannelPath path) const
    {
        for (std::size_t i = 0; i < clip.channels().size(); ++i) {
            const AnimationChannel& channel = clip.channels()[i];
            if (channel.target.index == root_ && channel.path == path) {
                return i;
            }
        }
        return std::nullopt;
    }

    void checkInPlace(const std::vector<Json>& channels, const AnimationClip& clip)
    {
        for (const Json& json : channels) {
            const bool isPosition = json["prop"].text() == "position";
            const auto channel = channelOf(clip, isPosition ? ChannelPath::Translation : ChannelPath::Rotation);
            BOOST_REQUIRE(channel.has_value());
            for (const Json& key : json["keys"].items()) {
                const auto value = sampled(clip, *channel, static_cast<double>(secondsAtFrame(key["f"].number())));
                check("in-place key", isPosition ? nearNumbers(value, key["v"].numbers(), goldenTolerance)
                                                 : nearRotation(glm::dquat(value[3], value[0], value[1], value[2]), key["v"].quaternion(),
                                                                goldenTolerance));
            }
        }
    }

    void play(const Json& run)
    {
        const bool isSane = run.has("sane");
        const auto steps = (isSane ? run["sane"] : run)["steps"].items();
        const std::string mark = isSane ? golden_["why"].text() : "";
        const auto script = run["script"].items();
        // Beside weighted groups, a group without a weight does not count.
        const bool isWeighted = std::ranges::any_of(script, [](const Json& command) { return command["op"].text() == "weight"; });
        AnimationMixer mixer(scene_);
        for (const GoldenClip& clip : clips_) {
            mixer.addLayer(clip.motion->getInPlaceClip(), {.weight = isWeighted ? 0.f : 1.f}).setRootMotion(clip.motion);
        }
        mixer.setRootMotionNode(nodes_[character_]);
        std::size_t step = 0;
        for (const Json& command : script) {
            const std::string op = command["op"].text();
            if (op == "tick") {
                tally_.examinedStep();
                const Transform before = nodes_[character_]->getTransform();
                // The first tick only determines the current time of playback.
                mixer.advance(step == 0 ? 0. : command["dt"].number() / 1000.);
                showBeginning(*mixer.layers()[0], mixer, steps[step]);
                compare(mixer, before, steps[step++], mark);
                continue;
            }
            AnimationLayer& layer = *mixer.layers()[command["clip"].index()];
            op == "start" ? start(layer, command) : layer.setWeight(static_cast<float>(command["value"].number()));
        }
        BOOST_TEST(step == steps.size());
    }

    /// Exactly at the end of a round, Babylon.js shows the beginning of the next one, or still the end if its clock has been rounded down.
    void showBeginning(AnimationLayer& layer, AnimationMixer& mixer, const Json& step) const
    {
        const double end = layer.getSpeedRatio() < 0. ? *range_.from : *range_.to;
        if (layer.isPlaying() && layer.isLooping() && std::abs(layer.getCurrentTime() - end) < 1e-6) {
            layer.goTo(layer.getSpeedRatio() < 0. ? *range_.to : *range_.from);
            mixer.apply();
            if (step.has("rootWorld") && !near(glm::dmat4(nodes_[root_]->getWorldMatrix()), step["rootWorld"].matrix(), goldenTolerance)) {
                layer.goTo(end);
                mixer.apply();
            }
        }
    }

    void start(AnimationLayer& layer, const Json& command)
    {
        PlayOptions options{
            .loop = command["loop"].truth(), .speedRatio = command["speed"].number(), .from = 0., .to = layer.getClip().getDuration()};
        if (command.has("from")) {
            options.from = static_cast<double>(secondsAtFrame(command["from"].number()));
            options.to = static_cast<double>(secondsAtFrame(command["to"].number()));
        }
        layer.play(options);
        range_ = &layer.getClip() == clips_[0].motion->getInPlaceClip().get() ? options : range_;
    }

    void compare(const AnimationMixer& mixer, const Transform& before, const Json& step, const std::string& mark)
    {
        const RootMotionDelta& delta = mixer.getRootMotion();
        const Transform now = nodes_[character_]->getTransform();
        const Node* const parent = nodes_[character_]->getParent();
        const glm::dmat3 world(parent != nullptr ? glm::dmat4(parent->getWorldMatrix()) : glm::dmat4(1.));
        const glm::dvec3 local = glm::dquat(before.rotation) * (glm::dvec3(before.scale) * delta.offset);
        check("deltaPosition", near(world * local, step["deltaPosition"].vector(), goldenTolerance), mark);
        check("deltaRotation", nearNumbers(std::array{delta.turn}, std::array{step["deltaRotation"].number()}, goldenTolerance), mark);
        check("t", near(now.translation, step["t"].vector(), goldenTolerance), mark);
        check("r", nearRotation(now.rotation, step["r"].quaternion(), goldenTolerance), mark);
        if (step.has("rootWorld")) {
            compareRoot(mixer.layers()[0]->getCurrentTime() * 60., step, mark);
        }
    }

    void compareRoot(double frame, const Json& step, const std::string& mark)
    {
        const glm::dmat4 world(nodes_[root_]->getWorldMatrix());
        // Between keys, an in-place root that moves in straight lines deviates where the character turns. The expected root is the one of
        // the clip.
        const bool isCut = clips_[0].motion->hasTurn() && !isKey(frame);
        const auto reason = isCut ? "between keys, the in-place root cuts the path of a turning one short" : mark;
        check("root", near(world, isCut ? saneRoot(step, frame) : step["rootWorld"].matrix(), goldenTolerance), reason);
    }

    [[nodiscard]] bool isKey(double frame) const
    {
        for (const Json& channel : golden_["clips"].items()[0]["channels"].items()) {
            for (const Json& key : channel["keys"].items()) {
                if (channel["node"].index() == root_ && std::abs(key["f"].number() - frame) < 1e-4) {
                    return true;
                }
            }
        }
        return false;
    }

    // --- in double, from the README's description alone -------------------------------------------------------------

    [[nodiscard]] glm::dmat4 localAt(std::size_t node, double frame) const
    {
        const Json rest = golden_["nodes"].items()[node];
        glm::dvec3 t = rest["t"].vector();
        glm::dquat r = rest["r"].quaternion();
        for (const Json& channel : golden_["clips"].items()[0]["channels"].items()) {
            if (channel["node"].index() != node) {
                continue;
            }
            const auto keys = channel["keys"].items();
            std::size_t next = 1;
            while (next + 1 < keys.size() && keys[next]["f"].number() < frame) {
                ++next;
            }
            const double begin = keys[next - 1]["f"].number();
            const double u = std::clamp((frame - begin) / (keys[next]["f"].number() - begin), 0., 1.);
            if (channel["prop"].text() == "position") {
                t = glm::mix(keys[next - 1]["v"].vector(), keys[next]["v"].vector(), u);
            } else {
                r = glm::slerp(keys[next - 1]["v"].quaternion(), keys[next]["v"].quaternion(), u);
            }
        }
        return composed(t, r, rest["s"].vector());
    }

    [[nodiscard]] glm::dmat4 rootAt(double frame) const
    {
        glm::dmat4 result(1.);
        for (std::size_t node = root_; node != character_; node = golden_["nodes"].items()[node]["p"].index()) {
            result = localAt(node, frame) * result;
        }
        return result;
    }

    /// The expected root: character * inverse(M) * root, where M turns and then travels.
    [[nodiscard]] glm::dmat4 saneRoot(const Json& step, double frame) const
    {
        const glm::dvec3 up = clips_[0].up;
        const auto flat = [&](const glm::dvec3& v) { return v - up * glm::dot(v, up); };
        const glm::dmat4 start = rootAt(0.);
        const glm::dmat4 now = rootAt(frame);
        const glm::dmat3 turn = glm::dmat3(now) * glm::inverse(glm::dmat3(start));
        const glm::dvec3 a = std::abs(up.x) < 0.5 ? glm::dvec3(1., 0., 0.) : glm::dvec3(0., 0., 1.);
        const glm::dvec3 b = glm::cross(up, a);
        const double angle = std::atan2(glm::dot(turn * a, b) - glm::dot(turn * b, a), glm::dot(turn * a, a) + glm::dot(turn * b, b));
        const bool travels = golden_["kind"].text() != "turnOnSpot" && golden_["kind"].text() != "onlyTurn";
        const glm::dquat yaw = glm::angleAxis(angle, up);
        const glm::dvec3 from = flat(glm::dvec3(start[3]));
        const glm::dmat4 moved =
            glm::translate(glm::dmat4(1.), flat(glm::dvec3((travels ? now : start)[3])) - yaw * from) * glm::mat4_cast(yaw);
        glm::dmat4 world = composed(step["t"].vector(), step["r"].quaternion(), golden_["nodes"].items()[character_]["s"].vector());
        for (auto parent = golden_["nodes"].items()[character_]["p"].integer(); parent >= 0;
             parent = golden_["nodes"].items()[static_cast<std::size_t>(parent)]["p"].integer()) {
            const Json node = golden_["nodes"].items()[static_cast<std::size_t>(parent)];
            world = composed(node["t"].vector(), node["r"].quaternion(), node["s"].vector()) * world;
        }
        return world * glm::inverse(moved) * now;
    }

    Json golden_;
    OracleTally& tally_;
    Scene scene_;
    std::vector<TransformNode*> nodes_;
    std::size_t character_ = 0;
    std::size_t root_ = 0;
    std::vector<GoldenClip> clips_;
    PlayOptions range_;  // of the first clip
};

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_oracle)

BOOST_AUTO_TEST_CASE(root_motion_as_babylon_has_it)
{
    compareGolden("root_motion", [](const Json& golden, OracleTally& tally) {
        Case tested(golden, tally);
        tested.checkResults();
        tested.checkRuns();
    });
}

BOOST_AUTO_TEST_SUITE_END()
