#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/math/transform.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A golden case. A golden frame counts as a second here.
class Case {
public:
    Case(const Json& golden, OracleTally& tally) : golden_(golden), tally_(tally)
    {
        for (const Json& node : golden["source"].items()) {
            addBone(source_, sourceBones_, node);
        }
        const Json target = golden["target"];
        if (const auto root = target.find("root")) {
            TransformNode& host = scene_.createTransformNode("root");
            host.setTransform(root->transform());
            target_.setHostNode(&host);
        }
        for (const Json& bone : target["bones"].items()) {
            addBone(target_, targetBones_, bone);
        }
    }

    void run()
    {
        const auto clip = makeClip();
        const RetargetedKeys result = retargetKeys(*clip, source_, target_, options());
        const bool isSane = golden_.has("sane");
        const Json expected = isSane ? golden_["sane"] : golden_;
        const std::string why = isSane ? golden_["why"].text() : "";
        BOOST_TEST_CONTEXT(golden_["id"].text())
        {
            if (golden_.has("fixed")) {
                BOOST_TEST(result.ratio.value() == golden_["fixed"]["ratio"].number(), boost::test_tools::tolerance(1e-5));
                BOOST_TEST("XYZ"[static_cast<std::size_t>(result.verticalAxis.value())] == golden_["fixed"]["axis"].text()[0]);
            } else {
                BOOST_TEST(!result.ratio.has_value());
            }
            compareKeys(result, expected["keys"].items(), why);
            for (const Json& sample : expected["samples"].items()) {
                compareSample(*result.clip, sample, why);
            }
        }
    }

private:
    static void addBone(Skeleton& skeleton, std::vector<Bone*>& bones, const Json& json)
    {
        const auto parent = json["p"].integer();
        BoneOptions options{.parent = parent < 0 ? nullptr : bones[static_cast<std::size_t>(parent)]};
        Bone& bone = skeleton.createBone(json["n"].text(), options);
        bone.setTransform(json.transform());
        if (const auto rest = json.find("rest")) {
            bone.setRestMatrix(glm::mat4(rest->matrix()));
        } else {
            bone.setRestMatrix(bone.getLocalMatrix());
        }
        bones.push_back(&bone);
    }

    std::shared_ptr<const AnimationClip> makeClip()
    {
        AnimationClipBuilder builder("golden");
        for (const Json& channel : golden_["channels"].items()) {
            Bone& bone = *sourceBones_[channel["node"].index()];
            const std::string property = channel["prop"].text();
            for (const Json& key : channel["keys"].items()) {
                if (property == "rotationQuaternion") {
                    builder.rotation(bone).addKey(key["f"].number(), glm::quat(key["v"].quaternion()));
                } else {
                    AnimationTrack& track = property == "position" ? builder.translation(bone) : builder.scale(bone);
                    track.addKey(key["f"].number(), glm::vec3(key["v"].vector()));
                }
            }
        }
        return builder.build();
    }

    RetargetKeysOptions options()
    {
        RetargetKeysOptions options;
        for (const Json& pair : golden_["map"].items()) {
            options.names.emplace_back(pair.items()[0].text(), pair.items()[1].text());
        }
        const Json json = golden_["options"];
        options.checksHierarchy = json.flag("checkHierarchy");
        options.fixesRotations = json.flag("fixAnimations");
        options.fixesGround = json.flag("fixGroundReference");
        options.findsLowest = json.flag("fixGroundReferenceDynamicRefNode");
        options.retargetsKeys = !json.has("retargetAnimationKeys") || json.flag("retargetAnimationKeys");
        options.fixesRootTranslation = !json.has("fixRootPosition") || json.flag("fixRootPosition");
        if (const auto name = json.find("groundReferenceNodeName")) {
            options.groundReference = name->text();
        }
        if (const auto name = json.find("rootNodeName")) {
            options.root = name->text();
        }
        if (const auto axis = json.find("groundReferenceVerticalAxis")) {
            options.verticalAxis = static_cast<RetargetAxis>(axis->text()[0] - 'X');
        }
        return options;
    }

    void compareKeys(const RetargetedKeys& result, const std::vector<Json>& expected, const std::string& why)
    {
        std::vector<std::size_t> kept;
        for (std::size_t channel = 0; channel < golden_["channels"].items().size(); ++channel) {
            if (std::ranges::find(result.removedChannels, channel) == result.removedChannels.end()) {
                kept.push_back(channel);
            }
        }
        BOOST_TEST_REQUIRE(kept.size() == expected.size());
        for (std::size_t i = 0; i < kept.size(); ++i) {
            BOOST_TEST(kept[i] == expected[i]["channel"].index());
            const AnimationChannel& channel = result.clip->channels()[i];
            BOOST_TEST(channel.target.index == expected[i]["node"].index());
            const auto keys = expected[i]["v"].items();
            // AnimationClipBuilder drops redundant keys from tracks whose keys are all equal.
            BOOST_TEST_REQUIRE(channel.values.size() <= keys.size() * channel.components);
            for (std::size_t key = 0; key * channel.components < channel.values.size(); ++key) {
                compareKey(channel, key, keys[key].numbers());
                why.empty() ? tally_.equal() : tally_.saneBecause(why);
            }
        }
    }

    static void compareKey(const AnimationChannel& channel, std::size_t key, std::vector<double> expected)
    {
        std::vector<double> found;
        for (std::size_t i = 0; i < channel.components; ++i) {
            found.push_back(static_cast<double>(channel.values.at(key, i)));
        }
        if (channel.path == ChannelPath::Rotation) {  // compares up to sign; a rotation read from a sheared matrix is not of unit length
            const glm::dquat one = glm::normalize(glm::dquat(found[3], found[0], found[1], found[2]));
            const glm::dquat other = alignedTo(one, glm::normalize(glm::dquat(expected[3], expected[0], expected[1], expected[2])));
            found = {one.x, one.y, one.z, one.w};
            expected = {other.x, other.y, other.z, other.w};
        }
        BOOST_TEST(nearNumbers(found, expected, goldenTolerance), channel.target.name << ", key " << key);
    }

    void compareSample(const AnimationClip& clip, const Json& sample, const std::string& why)
    {
        for (std::size_t i = 0; i < clip.channels().size(); ++i) {
            const AnimationChannel& channel = clip.channels()[i];
            Bone& bone = *targetBones_[channel.target.index];
            std::array<float, 4> value{};
            clip.sample(i, sample["f"].number(), value);
            Transform local = bone.getTransform();
            if (channel.path == ChannelPath::Rotation) {
                local.rotation = {value[3], value[0], value[1], value[2]};
            } else {
                (channel.path == ChannelPath::Translation ? local.translation : local.scale) = {value[0], value[1], value[2]};
            }
            bone.setTransform(local);
        }
        std::vector<double> local;
        std::vector<double> world;
        for (const Bone* const bone : targetBones_) {
            const glm::dmat4 own(bone->getLocalMatrix());
            const glm::dmat4 inWorld(bone->getWorldMatrix());
            local.insert(local.end(), &own[0][0], &own[0][0] + 16);
            world.insert(world.end(), &inWorld[0][0], &inWorld[0][0] + 16);
        }
        tally_.examinedStep();
        std::vector<double> expectedLocal = sample["local"].numbers();
        std::vector<double> expectedWorld = sample["world"].numbers();
        std::string mark = why;
        if (golden_.flag("lossy")) {
            unitPose(sample["f"].number(), expectedLocal, expectedWorld);
            mark = "a rotation that is read from a sheared matrix gets unit length; Babylon.js' scales and shears with it";
        }
        BOOST_TEST(nearMatrices(local, expectedLocal, goldenTolerance), "at " << sample["f"].number());
        BOOST_TEST(nearMatrices(world, expectedWorld, goldenTolerance), "at " << sample["f"].number());
        mark.empty() ? tally_.equal() : tally_.saneBecause(mark);
    }

    /// Computes the pose that the golden keys give if their rotations are normalised.
    void unitPose(double frame, std::vector<double>& outLocal, std::vector<double>& outWorld)
    {
        struct Parts {
            glm::dvec3 t;
            glm::dquat r;
            glm::dvec3 s;
        };
        const auto bones = golden_["target"]["bones"].items();
        std::vector<Parts> parts;
        for (const Json& bone : bones) {
            parts.push_back({bone["t"].vector(), bone["r"].quaternion(), bone["s"].vector()});
        }
        for (const Json& keys : (golden_.has("sane") ? golden_["sane"] : golden_)["keys"].items()) {
            const Json channel = golden_["channels"].items()[keys["channel"].index()];
            const auto frames = channel["keys"].items();
            const auto values = keys["v"].items();
            std::size_t next = 0;
            while (next < frames.size() && frames[next]["f"].number() <= frame) {
                ++next;
            }
            const std::size_t from = next > 0 ? next - 1 : 0;
            const std::size_t to = std::min(next, frames.size() - 1);
            const double first = frames[from]["f"].number();
            const double part = to > from ? (frame - first) / (frames[to]["f"].number() - first) : 0.;
            Parts& bone = parts[keys["node"].index()];
            const std::string property = channel["prop"].text();
            if (property == "rotationQuaternion") {
                bone.r = glm::slerp(glm::normalize(values[from].quaternion()), glm::normalize(values[to].quaternion()), part);
            } else {
                (property == "position" ? bone.t : bone.s) = glm::mix(values[from].vector(), values[to].vector(), part);
            }
        }
        std::vector<glm::dmat4> worlds;
        outLocal.clear();
        outWorld.clear();
        for (std::size_t i = 0; i < bones.size(); ++i) {
            const glm::dmat4 local = glm::scale(glm::translate(glm::dmat4(1.), parts[i].t) * glm::mat4_cast(parts[i].r), parts[i].s);
            const auto parent = bones[i]["p"].integer();
            const glm::dmat4 above = parent >= 0 ? worlds[static_cast<std::size_t>(parent)] : glm::dmat4(target_.getWorldMatrix());
            worlds.push_back(above * local);
            outLocal.insert(outLocal.end(), &local[0][0], &local[0][0] + 16);
            outWorld.insert(outWorld.end(), &worlds[i][0][0], &worlds[i][0][0] + 16);
        }
    }

    Json golden_;
    OracleTally& tally_;
    Scene scene_;
    Skeleton source_{"source"};
    Skeleton target_{"target"};
    std::vector<Bone*> sourceBones_;
    std::vector<Bone*> targetBones_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_oracle)

BOOST_AUTO_TEST_CASE(keys_are_those_of_babylon)
{
    compareGolden("retarget", [](const Json& golden, OracleTally& tally) { Case(golden, tally).run(); });
}

BOOST_AUTO_TEST_SUITE_END()
