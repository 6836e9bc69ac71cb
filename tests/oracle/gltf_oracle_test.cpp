#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/math/affine.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <oracle/gltf_reference.hpp>
#include <support/near.hpp>
#include <support/oracle_json.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

using Numbers = std::vector<double>;

constexpr double skinTolerance = 2e-5;  // from the golden files' README, for a library that computes in float
// Tolerance between Babylon.js, which computes in double, and the specification. The golden files' README measured differences up to 2e-6.
constexpr double babylonTolerance = 5e-6;

// AnimationGroup.normalize gives every channel keys at the group's beginning and end: copies of the channel's first and last key. A
// spline's copy keeps its tangents, so the channel keeps moving. If a rotation key is shorter than unit length, slerp between the key and
// its copy gives a longer rotation.
constexpr const char* splineMark = "spline outside its keys";
constexpr const char* rotationMark = "short rotation outside its keys";

void append(Numbers& numbers, const glm::dmat4& matrix)
{
    numbers.insert(numbers.end(), glm::value_ptr(matrix), glm::value_ptr(matrix) + 16);
}

Numbers toNumbers(const std::vector<glm::dmat4>& matrices)
{
    Numbers numbers;
    for (const glm::dmat4& matrix : matrices) {
        append(numbers, matrix);
    }
    return numbers;
}

/// One golden case: a file whose nodes, skins and skinned points are known at some times of each animation.
class GoldenScene {
public:
    explicit GoldenScene(const Json& golden)
        : golden_(golden)
        , root_(golden["root"].matrix())
        , file_(OracleFile::directory() / golden["file"].text())
        , reference_(file_)
        , scene_(loadScene(file_))
    {}

    void compare(OracleTally& tally)
    {
        const auto animations = golden_["animations"].items();
        BOOST_TEST_REQUIRE(scene_->animationGroups().size() == animations.size());
        for (std::size_t animation = 0; animation < animations.size(); ++animation) {
            // Reload the file, so that channels missing from this animation do not keep values of another one.
            scene_ = loadScene(file_);
            AnimationGroup& group = *scene_->animationGroups()[animation];
            BOOST_TEST(group.getName() == animations[animation]["name"].text());
            BOOST_TEST(group.unboundChannelCount() == 0u);
            for (const Json& sample : animations[animation]["samples"].items()) {
                BOOST_TEST_CONTEXT(golden_["id"].text() << " (" << golden_["kind"].text() << ") at " << sample["t"].number() << " s")
                {
                    group.goTo(sample["t"].number());
                    compareSample(sample, animation, tally);
                }
            }
        }
    }

private:
    /// Compares with Babylon.js's result or, where the two differ, with the specification's. They may differ only outside a channel's own
    /// keys.
    ///
    /// The sample's mark does not decide which result counts. Left-handed scenes and differences below 2e-4 have no marks. Other marks are
    /// superfluous: where keys stored as normalised bytes are too long, the generator normalises the rotations between them, but not the
    /// keys.
    void compareSample(const Json& sample, std::size_t animation, OracleTally& tally)
    {
        const double seconds = sample["t"].number();
        const auto reference = reference_.pose(animation, seconds);
        const auto outside = reference_.outsideTheirKeys(animation, seconds);
        const Numbers referenceWorlds = nodeWorlds(reference);
        if (outside.spline && sample.has("spec")) {
            BOOST_TEST(nearNumbers(referenceWorlds, sample["spec"]["nodeWorld"].numbers(), babylonTolerance));
        }
        const auto check = [&](const char* what, const Numbers& actual, const Numbers& golden, const Numbers& sane, double agreement,
                               double limit) {
            BOOST_TEST_CONTEXT(what)
            {
                const bool isSane = !nearNumbers(golden, sane, agreement);
                if (isSane) {
                    BOOST_TEST((outside.spline || outside.shortRotation), "Babylon.js departs from glTF for another reason");
                }
                const auto result = nearNumbers(actual, isSane ? sane : golden, limit);
                BOOST_TEST(result);
                if (result) {
                    isSane ? tally.saneBecause(outside.spline ? splineMark : rotationMark) : tally.equal();
                }
            }
        };
        check("node worlds", nodeWorlds(), sample["nodeWorld"].numbers(), referenceWorlds, babylonTolerance, goldenTolerance);
        if (!sample.has("skins")) {
            return;
        }
        const auto skins = sample["skins"].items();
        BOOST_TEST_REQUIRE(scene_->skeletons().size() == skins.size());
        for (std::size_t skin = 0; skin < skins.size(); ++skin) {
            const auto palette = skinWorld(skin);
            const auto saneSkin = rooted(reference.skins.at(skin));
            check("skinWorld", toNumbers(palette), skins[skin]["skinWorld"].numbers(), toNumbers(saneSkin), skinTolerance, skinTolerance);
            check("points", points(skin, palette), skins[skin]["skinnedWorldPositions"].numbers(), points(skin, saneSkin), skinTolerance,
                  skinTolerance);
        }
    }

    [[nodiscard]] std::vector<glm::dmat4> rooted(std::vector<glm::dmat4> matrices) const
    {
        for (glm::dmat4& matrix : matrices) {
            matrix = root_ * matrix;
        }
        return matrices;
    }

    [[nodiscard]] Numbers nodeWorlds(const reference::GltfFile::Pose& pose) const
    {
        Numbers numbers;
        for (const Json& index : golden_["nodes"].items()) {
            append(numbers, root_ * pose.worlds.at(index.index()));
        }
        return numbers;
    }

    [[nodiscard]] Numbers nodeWorlds() const
    {
        Numbers numbers;
        for (const double index : golden_["nodes"].numbers()) {
            const TransformNode& node = *scene_->nodes()[static_cast<std::size_t>(index)];
            append(numbers, root_ * glm::dmat4(node.getWorldMatrix()));
        }
        return numbers;
    }

    /// Returns host world * final for every joint, which must equal joint world * inverse bind.
    [[nodiscard]] std::vector<glm::dmat4> skinWorld(std::size_t skin) const
    {
        const Skeleton& skeleton = *scene_->skeletons()[skin];
        const glm::dmat4 host = root_ * glm::dmat4(skeleton.getWorldMatrix());
        std::vector<glm::dmat4> palette;
        for (const glm::mat3x4& final : skeleton.getFinalMatrices()) {
            palette.push_back(host * toDmat4(final));
        }
        return palette;
    }

    /// Returns the vertices of all meshes with that skeleton, by the definition of linear blend skinning.
    [[nodiscard]] Numbers points(std::size_t skin, const std::vector<glm::dmat4>& palette) const
    {
        Numbers numbers;
        for (const MeshInstance* instance : scene_->meshInstances()) {
            if (instance->getSkeleton() != scene_->skeletons()[skin]) {
                continue;
            }
            for (const Primitive& primitive : instance->getMesh()->primitives()) {
                for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
                    const glm::dvec4 position(glm::dvec3(primitive.positions[vertex]), 1.);
                    glm::dvec4 blended(0.);
                    for (std::size_t i = 0; i < primitive.skin.influencesPerVertex; ++i) {
                        const std::size_t influence = vertex * primitive.skin.influencesPerVertex + i;
                        blended +=
                            static_cast<double>(primitive.skin.weights[influence]) * (palette[primitive.skin.joints[influence]] * position);
                    }
                    numbers.insert(numbers.end(), {blended.x, blended.y, blended.z});
                }
            }
        }
        return numbers;
    }

    const Json& golden_;
    glm::dmat4 root_;  // Babylon.js's extra root node, present in left-handed scenes
    std::filesystem::path file_;
    reference::GltfFile reference_;
    std::unique_ptr<Scene> scene_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(gltf_oracle)

BOOST_AUTO_TEST_CASE(imported_files_pose_as_in_babylon)
{
    compareGolden("gltf", [](const Json& golden, OracleTally& tally) {
        BOOST_TEST_CONTEXT(golden["id"].text())
        {
            GoldenScene(golden).compare(tally);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
