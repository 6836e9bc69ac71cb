#include <algorithm>
#include <optional>

#include <armature/animation/animation_mixer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <animation/golden_keys.hpp>
#include <animation/golden_matrix_keys.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

ChannelPath pathOf(const std::string& property)
{
    return property == "position" ? ChannelPath::Translation : property == "scaling" ? ChannelPath::Scale : ChannelPath::Rotation;
}

/// The rotation that a mixer documents, in double: the sum of weight * rotation around the rest, then base * nlerp(identity, difference,
/// weight).
struct RotationModel {
    glm::dquat rest;
    glm::dquat sum{0., 0., 0., 0.};
    double weights = 0.;
    std::vector<std::pair<glm::dquat, double>> differences;

    void add(const glm::dquat& rotation, double weight)
    {
        sum += weight * alignedTo(rest, rotation);
        weights += weight;
    }

    [[nodiscard]] glm::dquat result() const
    {
        const glm::dquat identity(1., 0., 0., 0.);
        glm::dquat base = glm::normalize(sum + std::max(1. - weights, 0.) * rest);
        for (const auto& [difference, weight] : differences) {
            base = base * glm::normalize(identity * (1. - weight) + alignedTo(identity, difference) * weight);
        }
        return base;
    }
};

/// A golden script of weighted groups, with a mixer layer for each group.
class BlendScript {
public:
    explicit BlendScript(const Json& golden) : golden_(golden)
    {
        for (const Json& target : golden["targets"].items()) {
            addTarget(target);
        }
        for (const Json& group : golden["groups"].items()) {
            addLayer(group);
        }
    }

    void run(OracleTally& tally)
    {
        for (const Json& command : golden_["script"].items()) {
            BOOST_TEST_CONTEXT(golden_["id"].text() << " (" << golden_["kind"].text() << ")")
            {
                execute(command);
                if (command.has("values")) {
                    compare(command, tally);
                }
            }
        }
    }

private:
    void addTarget(const Json& json)
    {
        const Transform start = json.transform();
        if (golden_["targetKind"].text() == "node") {
            targets_.push_back(&scene_.createTransformNode(json["n"].text(), nullptr, start));
        } else {
            Skeleton& skeleton = scene_.skeletons().empty() ? scene_.createSkeleton("rig") : *scene_.skeletons()[0];
            Bone& bone = skeleton.createBone(json["n"].text());
            bone.setTransform(start);
            bone.setCurrentPoseAsRest();
            targets_.push_back(&bone);
        }
        rests_.push_back(start);
    }

    void addLayer(const Json& json)
    {
        ClipBuilder builder(golden_["id"].text());
        for (const Json& channel : json["channels"].items()) {
            const auto keys = channel["keys"].items();
            const std::size_t target = channel["target"].index();
            golden_["targetKind"].text() == "node" ? builder.node(target) : builder.bone(0, target);
            if (channel["type"].text() == "matrix") {
                appendMatrixChannels(builder, keys, Interpolation::Linear);
                continue;
            }
            std::vector<float> times;
            std::vector<float> values;
            appendKeys(keys, Interpolation::Linear, 0., times, values);
            builder.channel(pathOf(channel["property"].text()), Interpolation::Linear, times, values);
        }
        const double weight = json.has("blendingSpeed") ? 0. : json["weight"].number();
        const bool isAdditive = json.flag("additive");
        const auto clip = isAdditive ? makeAdditiveClip(*builder.create()) : builder.create();
        AnimationLayer& layer = mixer_.addLayer(clip, {.weight = weight < 0. ? 1.f : static_cast<float>(weight), .isAdditive = isAdditive});
        if (const auto mask = json.find("mask")) {
            const bool includes = (*mask)["mode"].text() == "Include";
            layer.setMask(includes ? 0.f : 1.f);
            for (const Json& name : (*mask)["names"].items()) {
                const auto named = std::ranges::find(targets_, name.text(), [](const Node* node) { return node->getName(); });
                layer.setMask(**named, includes ? 1.f : 0.f);
            }
        }
    }

    void execute(const Json& command)
    {
        const std::string op = command["op"].text();
        if (op == "tick") {
            // The first tick after a start shows the first pose, whatever its duration.
            blend();
            mixer_.advance(isFresh_ ? 0. : command["dt"].number() / 1000. * pace_);
            isFresh_ = false;
            return;
        }
        const std::size_t index = command["g"].index();
        AnimationLayer& layer = *mixer_.layers()[index];
        if (op == "start") {
            const Json group = golden_["groups"].items()[index];
            layer.play({.loop = group["loop"].truth(), .speedRatio = group["speedRatio"].number()});
            isFresh_ = true;
            if (const auto speed = group.find("blendingSpeed")) {
                blending_ = {index, speed->number(), 0.};
            }
        } else if (op == "stop") {
            layer.pause();  // the pose that it has set stays
        } else if (op == "weight") {
            layer.setWeight(static_cast<float>(command["value"].number()));
        } else if (op == "syncWith") {
            const std::size_t root = command["root"].index();
            layer.synchronizeWith(mixer_.layers()[root]);
            pace_ = paceOf(root) / (0.5 * (paceOf(root) + paceOf(index)));
        } else {
            BOOST_FAIL("unknown command " << op);
        }
    }

    /// At each step, Babylon.js blends from the pose that another group left towards the pose of a new group, always by the same fraction,
    /// whatever the step's length. Here the layers' weights do so.
    void blend()
    {
        if (!blending_) {
            return;
        }
        const auto part = static_cast<float>(std::min(blending_->part, 1.));
        for (std::size_t index = 0; index < mixer_.layers().size(); ++index) {
            mixer_.layers()[index]->setWeight(index == blending_->layer ? part : 1.f - part);
        }
        blending_->part += blending_->speed;
    }

    void compare(const Json& command, OracleTally& tally)
    {
        const auto values = command["values"].items();
        compareTimes(command, tally);
        for (std::size_t target = 0; target < targets_.size(); ++target) {
            const Transform parts = targets_[target]->getTransform();
            const auto golden = partsOf(values[target]);
            BOOST_TEST(near(parts.translation, golden.translation, goldenTolerance));
            BOOST_TEST(near(parts.scale, golden.scale, goldenTolerance));
            tally.equal(2);
            const auto expected = modelOf(target);
            if (expected && !nearRotation(glm::quat(*expected), golden.rotation, goldenTolerance)) {
                BOOST_TEST(nearRotation(parts.rotation, *expected, goldenTolerance));
                tally.saneBecause("rotations are summed around the rest, in any order; Babylon.js slerps from one to the next");
            } else {
                BOOST_TEST(nearRotation(parts.rotation, golden.rotation, goldenTolerance));
                tally.equal();
            }
        }
    }

    /// The golden values of a target; if its matrix is animated, the parts of that matrix.
    [[nodiscard]] static MatrixParts partsOf(const Json& value)
    {
        if (value.has("m")) {
            return MatrixParts(value["m"].matrix());
        }
        MatrixParts parts(glm::dmat4(1.));
        parts.translation = value["t"].vector();
        parts.rotation = value["r"].quaternion();
        parts.scale = value["s"].vector();
        return parts;
    }

    /// Compares the times of layers in step. All have the same phase. Time is scaled so that the layers keep the pace of Babylon.js's root
    /// group.
    void compareTimes(const Json& command, OracleTally& tally) const
    {
        if (pace_ == 1.) {
            return;
        }
        const auto frames = command["frames"].items();
        for (std::size_t index = 0; index < frames.size(); ++index) {
            const AnimationLayer& layer = *mixer_.layers()[index];
            const std::array<double, 1> frame{layer.getCurrentTime() * 60.};
            const double round = std::max(1., layer.getClip().getDuration() * 60.);  // key times are floats: as exact as the last one
            BOOST_TEST(nearNumbers(frame, frames[index].numbers(), goldenTolerance * round));
            tally.saneBecause(
                "layers in step move on at the mean of their paces; Babylon.js's at that of the root, to which time is stretched");
        }
    }

    /// The rounds per second of a group that plays alone.
    [[nodiscard]] double paceOf(std::size_t group) const
    {
        const auto range = golden_["ranges"].items()[group].numbers();
        return golden_["groups"].items()[group]["speedRatio"].number() * 60. / (range[1] - range[0]);
    }

    /// The expected rotation of a target; none if every layer that rotates it has a weight of 1.
    [[nodiscard]] std::optional<glm::dquat> modelOf(std::size_t target) const
    {
        RotationModel model{glm::dquat(rests_[target].rotation), glm::dquat(0., 0., 0., 0.), 0., {}};
        bool isPlain = true;
        for (const AnimationLayer* layer : std::as_const(mixer_).layers()) {
            const auto channels = layer->getClip().channels();
            const auto found = std::ranges::find_if(
                channels, [&](const auto& each) { return each.target.index == target && each.path == ChannelPath::Rotation; });
            if (found == channels.end() || layer->getWeight() == 0.f) {
                continue;
            }
            const auto v = sampled(layer->getClip(), static_cast<std::size_t>(found - channels.begin()), layer->getCurrentTime());
            const glm::dquat rotation(v[3], v[0], v[1], v[2]);
            const auto weight = static_cast<double>(layer->getWeight());
            isPlain = isPlain && weight == 1.;
            if (layer->isAdditive()) {
                model.differences.emplace_back(rotation, weight);
            } else {
                model.add(rotation, weight);
            }
        }
        return isPlain ? std::nullopt : std::optional(model.result());
    }

    const Json& golden_;
    Scene scene_;
    AnimationMixer& mixer_ = scene_.createAnimationMixer();
    std::vector<Node*> targets_;
    std::vector<Transform> rests_;
    bool isFresh_ = true;
    struct Blending {
        std::size_t layer = 0;
        double speed = 0.;
        double part = 0.;
    };
    std::optional<Blending> blending_;
    double pace_ = 1.;  // seconds of the layers per second of the script
};

/// Compares additive clips that are made from keys of one kind of value.
void compareDifference(const Json& golden, ChannelPath path, OracleTally& tally)
{
    std::vector<float> times;
    std::vector<float> values;
    appendKeys(golden["keys"].items(), Interpolation::Linear, 0., times, values);
    const std::size_t components = values.size() / times.size();
    const auto clip = ClipBuilder().node(0).channel(path, Interpolation::Linear, times, values, components).create();
    const auto difference = makeAdditiveClip(*clip, golden["referenceFrame"].number() / 60.);
    for (const Json& key : golden["result"].items()) {
        const auto expected = key["v"].numbers();
        auto actual = sampled(*difference, 0, static_cast<double>(secondsAtFrame(key["f"].number())));
        if (path == ChannelPath::Rotation) {
            const glm::dquat a(actual[3], actual[0], actual[1], actual[2]);
            BOOST_TEST(nearRotation(a, key["v"].quaternion(), goldenTolerance));
        } else {
            BOOST_TEST(nearNumbers(actual, expected, goldenTolerance));
        }
        tally.equal();
    }
}

/// The same for matrices, decomposed.
void compareMatrixDifference(const Json& golden, OracleTally& tally)
{
    ClipBuilder builder;
    ClipBuilder reference;  // its matrices hold until the next key, as in Babylon.js unless it is configured otherwise
    appendMatrixChannels(builder.node(0), golden["keys"].items(), Interpolation::Linear);
    appendMatrixChannels(reference.node(0), golden["keys"].items(), Interpolation::Step);
    const auto difference = makeAdditiveClip(*builder.create(), *reference.create(), golden["referenceFrame"].number() / 60.);
    for (const Json& key : golden["result"].items()) {
        BOOST_TEST(
            near(sampledMatrix(*difference, static_cast<double>(secondsAtFrame(key["f"].number()))), key["v"].matrix(), goldenTolerance));
        tally.equal();
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_oracle)

BOOST_AUTO_TEST_CASE(layers_blend_as_weighted_groups_of_babylon)
{
    const OracleFile file("anim_play");
    OracleTally tally("anim_play, weighted");
    for (const Json& golden : file.cases()) {
        if (isWeighted(golden)) {
            tally.examinedCase();
            BlendScript(golden).run(tally);
        }
    }
    tally.report();
}

BOOST_AUTO_TEST_CASE(differences_are_those_of_babylon)
{
    compareGolden("anim_additive", [](const Json& golden, OracleTally& tally) {
        const std::string type = golden["type"].text();
        BOOST_TEST_CONTEXT(golden["id"].text())
        {
            if (type == "matrix") {
                compareMatrixDifference(golden, tally);
            } else {
                compareDifference(golden,
                                  type == "quat"    ? ChannelPath::Rotation
                                  : type == "float" ? ChannelPath::Weights
                                                    : ChannelPath::Translation,
                                  tally);
            }
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
