#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/shared_data.hpp>

#include "corpus.hpp"

using namespace armature;
using namespace armature::test;

namespace {

struct Boxes {
    Aabb tight;
    Aabb linear;
    Aabb tightDual;
    Aabb dual;
};

double volumeOf(const Aabb& box)
{
    const glm::dvec3 size(box.getSize());
    return size.x * size.y * size.z;
}

/// The ratios of boxes' volumes to the volumes of the tight boxes.
struct Ratio {
    void add(const Aabb& box, const Aabb& tight)
    {
        const double ratio = volumeOf(box) / volumeOf(tight);
        most = std::max(most, ratio);
        sum += ratio;
        ++count;
    }
    [[nodiscard]] double mean() const { return sum / count; }

    double most = 0.;
    double sum = 0.;
    int count = 0;
};

bool contains(const Aabb& outer, const Aabb& inner)
{
    return glm::all(glm::lessThanEqual(outer.minimum, inner.minimum)) && glm::all(glm::greaterThanEqual(outer.maximum, inner.maximum));
}

/// The skinned meshes of a model and the bounds that enclose them.
struct Skinned {
    explicit Skinned(const std::filesystem::path& file) : scene(loadScene(file))
    {
        for (const MeshInstance* instance : scene->meshInstances()) {
            if (instance->getSkeleton() != nullptr) {
                instances.push_back(instance);
                bounds.emplace_back(*instance->getMesh());
            }
        }
    }

    /// The boxes of all meshes together, each in its skeleton's space.
    [[nodiscard]] Boxes boxes() const
    {
        Boxes boxes;
        DualQuaternionPalette dual;
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            const MeshInstance& instance = *instances[i];
            const auto palette = instance.getSkeleton()->getFinalMatrices(instance.getInverseBindSet());
            dual.assign(palette);
            for (const Primitive& primitive : instance.getMesh()->primitives()) {
                std::vector<glm::vec3> places(primitive.positions.size());
                morphPositions(primitive, instance.getMorphWeights(), places);
                std::vector<glm::vec3> skinned(places.size());
                skinVertices({.positions = places}, primitive.skin, palette, {.positions = skinned});
                std::ranges::for_each(skinned, [&](const glm::vec3& place) { boxes.tight.extend(place); });
                skinVertices({.positions = places}, primitive.skin, dual, {.positions = skinned});
                std::ranges::for_each(skinned, [&](const glm::vec3& place) { boxes.tightDual.extend(place); });
            }
            boxes.linear.extend(bounds[i].enclose(palette, instance.getMorphWeights()));
            boxes.dual.extend(bounds[i].enclose(dual, instance.getMorphWeights()));
        }
        return boxes;
    }

    std::unique_ptr<Scene> scene;
    std::vector<const MeshInstance*> instances;
    std::vector<JointBounds> bounds;
};

/// False for a flat box, which has no volume to compare with.
bool isSolid(const Aabb& box)
{
    const glm::vec3 size = box.getSize();
    return std::min({size.x, size.y, size.z}) > 1e-2f * std::max({size.x, size.y, size.z});
}

struct Ratios {
    Ratio linear;
    Ratio dual;
    std::size_t examined = 0;

    void add(const Skinned& model)
    {
        const Boxes boxes = model.boxes();
        BOOST_TEST(contains(boxes.linear, boxes.tight));
        BOOST_TEST(contains(boxes.dual, boxes.tightDual));
        ++examined;
        if (isSolid(boxes.tight) && isSolid(boxes.tightDual)) {
            linear.add(boxes.linear, boxes.tight);
            dual.add(boxes.dual, boxes.tightDual);
        }
    }
};

/// For some moments of a file's clips, how far each bone is turned away from its rest. Bones that do not turn are left out.
using Motion = std::vector<std::vector<glm::quat>>;

Motion motionOf(const std::filesystem::path& file)
{
    const auto scene = loadScene(file);
    Skeleton& skeleton = *scene->skeletons().front();
    skeleton.returnToRest();
    std::vector<glm::quat> rest;
    for (const Bone* bone : skeleton.bones()) {
        rest.push_back(bone->getRotationQuaternion());
    }
    Motion motion;
    for (AnimationGroup* group : scene->animationGroups()) {
        group->play();
        for (int moment = 0; moment < 5; ++moment) {
            group->advance(group->getClip().getDuration() / 5.3);
            std::vector<glm::quat> turns;
            for (std::size_t i = 0; i < rest.size(); ++i) {
                const glm::quat turn = glm::inverse(rest[i]) * skeleton.bones()[i]->getRotationQuaternion();
                if (std::abs(turn.w) < 0.9999f) {
                    turns.push_back(turn);
                }
            }
            if (!turns.empty()) {
                motion.push_back(turns);
            }
        }
        group->stop();
    }
    return motion;
}

/// Turns the bones, in order, like another file's bones, whatever bones these are.
void turnLike(const std::vector<glm::quat>& turns, Scene& scene)
{
    for (const auto& skeleton : scene.skeletons()) {
        skeleton->returnToRest();
        for (std::size_t i = 0; i < skeleton->bones().size(); ++i) {
            const glm::quat& turn = turns[i % turns.size()];
            skeleton->bones()[i]->rotate(glm::axis(turn), glm::angle(turn));
        }
    }
}

/// Turns each bone away from its rest by up to 60 degrees about a random axis.
void turnBones(Scene& scene, Random& random)
{
    for (const auto& skeleton : scene.skeletons()) {
        skeleton->returnToRest();
        for (Bone* bone : skeleton->bones()) {
            bone->rotate(random.direction(), random.real(0.f, 1.047f));
        }
    }
}

std::vector<std::filesystem::path> skinnedFiles()
{
    std::vector<std::filesystem::path> files = modelsIn("valid");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpusDirectory() / "valid")) {
        const auto extension = entry.path().extension();
        if (entry.is_regular_file() && (extension == ".fbx" || extension == ".vrm")) {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    files.push_back(buildDirectory() / "demos" / "character.glb");
    return files;
}

/// Calls visit(model, name of the file) for each of skinnedFiles() that can be read and has a skinned mesh.
template <class Visit>
void forSkinnedModels(const Visit& visit)
{
    for (const std::filesystem::path& file : skinnedFiles()) {
        std::unique_ptr<Skinned> model;
        try {
            model = std::make_unique<Skinned>(file);
        } catch (const Error&) {
            continue;
        }
        if (!model->bounds.empty()) {
            visit(*model, file.filename().string());
        }
    }
}

void checkRatios(const std::string& name, const Ratios& ratios, double mostLinear, double mostDual)
{
    if (ratios.linear.count == 0) {
        return;
    }
    std::cout << name << ": " << ratios.linear.mean() << " times as large, at most " << ratios.linear.most << "; " << ratios.dual.mean()
              << " and " << ratios.dual.most << " with dual quaternions\n";
    BOOST_TEST(ratios.linear.most <= mostLinear, name << ": " << ratios.linear.most);
    BOOST_TEST(ratios.dual.most <= mostDual, name << ": " << ratios.dual.most << " with dual quaternions");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(joint_bounds_corpus)

// Covers glTF, VRM, FBX and the character that is shipped. No vertex leaves its boxes, and they are not much larger than necessary.
BOOST_AUTO_TEST_CASE(boxes_of_every_skinned_model_are_near_to_it_in_its_own_motion, *boost::unit_test::precondition(needsSharedData))
{
    std::size_t examined = 0;
    std::size_t compared = 0;
    forSkinnedModels([&](const Skinned& model, const std::string& name) {
        Ratios own;
        for (AnimationGroup* group : model.scene->animationGroups()) {
            group->play();
            for (int frame = 0; frame < 10; ++frame) {
                group->advance(group->getClip().getDuration() / 10.);
                own.add(model);
            }
            group->stop();
        }
        examined += own.examined;
        compared += own.linear.count != 0 ? 1 : 0;
        checkRatios(name, own, 1.6, 1.6);
    });
    reportExamined("poses of models in their own motion bounded", examined);
    BOOST_TEST(compared > 30u);
}

// The same with the motion of other files and with each bone turned at random. Random turns make the boxes of a rig with all its fingers
// slightly looser. Only meshes with many vertices have bodies for dual quaternions. These get looser with the number of turned joints.
BOOST_AUTO_TEST_CASE(boxes_of_every_skinned_model_are_near_to_it_in_any_motion, *boost::unit_test::precondition(needsSharedData))
{
    std::vector<Motion> motions;
    for (const char* file : {"raylib/greenman.glb", "bevy/Fox.glb", "assimp/01_01.bvh"}) {
        motions.push_back(motionOf(corpusDirectory() / "valid" / file));
        BOOST_TEST(motions.back().size() >= 5u);
    }
    std::size_t examined = 0;
    std::size_t compared = 0;
    Random random(20);
    forSkinnedModels([&](const Skinned& model, const std::string& name) {
        Ratios foreign;
        for (const Motion& motion : motions) {
            for (const std::vector<glm::quat>& turns : motion) {
                turnLike(turns, *model.scene);
                foreign.add(model);
            }
        }
        Ratios turned;
        for (int pose = 0; pose < 10; ++pose) {
            turnBones(*model.scene, random);
            turned.add(model);
        }
        examined += foreign.examined + turned.examined;
        compared += foreign.linear.count != 0 ? 1 : 0;
        checkRatios(name + ", motion of others", foreign, 1.6, 2.7);
        checkRatios(name + ", turned bones", turned, 1.65, 1.6);
    });
    reportExamined("poses of models in any motion bounded", examined);
    BOOST_TEST(compared > 60u);
}

BOOST_AUTO_TEST_SUITE_END()
