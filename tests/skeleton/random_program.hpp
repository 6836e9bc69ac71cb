#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <skeleton/double_model.hpp>
#include <support/random.hpp>

namespace armature::test {

/// The library's side of a random program: a scene with skeletons, and objects under the model's indices.
struct ProgramWorld {
    Scene scene;
    std::vector<Skeleton*> rigs;
    std::vector<Node*> objects;

    [[nodiscard]] Bone& bone(std::size_t object) const { return *objects[object]->asBone(); }
    [[nodiscard]] TransformNode& node(std::size_t object) const { return *objects[object]->asTransformNode(); }
};

/// A library result that differs from the model, or two results that should have the same bits.
class Mismatch : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One random sequence of everything that may happen to nodes and bones, run three times: by the model, by a world that is read at random
/// moments, and by a world that is updated after each step. The model checks the first world; the two worlds must agree in every bit.
class RandomProgram {
public:
    explicit RandomProgram(std::uint64_t seed);

    /// Runs all steps and checks. Throws Mismatch with the steps so far.
    void run();

    [[nodiscard]] std::size_t steps() const noexcept { return log_.size(); }
    [[nodiscard]] std::size_t bones() const noexcept { return bonesMade_; }
    [[nodiscard]] std::size_t comparisons() const noexcept { return comparisons_; }

private:
    using Step = void (RandomProgram::*)();

    // random_program.cpp: choices
    void step();
    void growRig();
    [[nodiscard]] std::vector<std::size_t> alive(bool bones, bool nodes) const;
    [[nodiscard]] std::size_t pick(const std::vector<std::size_t>& objects);
    [[nodiscard]] std::size_t pickBone() { return pick(alive(true, false)); }
    [[nodiscard]] std::size_t pickNode() { return pick(alive(false, true)); }
    [[nodiscard]] std::size_t pickAny() { return pick(alive(true, true)); }
    [[nodiscard]] std::size_t pickRig();
    [[nodiscard]] ModelParts randomParts();
    [[nodiscard]] glm::mat4 randomMatrix();
    [[nodiscard]] std::string randomName();

    // random_program_steps.cpp: steps
    void createBone();
    void createBoneIn(std::size_t rig, std::size_t parent);
    void createNode();
    void writePart();
    void writeMatrix();
    void poseRig();
    void setRest();
    void returnToRest();
    void returnSkeletonToRest();
    void setPoseAsRest();
    void setBind();
    void setInverseBind();

    // random_program_ties.cpp: steps that connect objects, and mistakes
    void rename();
    void link();
    void setHost();
    void freeze();
    void sortBones();
    void refused();

    // random_program_tree.cpp: steps that change the tree
    void setParent();
    void moveUnder(std::size_t object, std::size_t parent, bool keepWorld);
    void removeBone();
    void removeNode();
    void cloneRig();
    void dropRig();
    /// The pose, bind and rest of an object after a move that keeps it in place.
    struct Kept {
        std::size_t object = none;
        glm::dmat4 local{1.};
        glm::dmat4 localLimit{0.};
        glm::dvec3 signs{1.};  // of the pose's scale
        glm::dmat4 bind{1.};
        glm::dmat4 bindLimit{0.};
        glm::dmat4 rest{1.};
        glm::dmat4 restLimit{0.};
    };
    [[nodiscard]] std::optional<Kept> keeping(std::size_t object, std::size_t parent) const;
    /// The same for all children of objects about to be removed, or nothing if the children would disturb each other.
    [[nodiscard]] std::optional<std::vector<Kept>> keepingAll(const std::vector<std::size_t>& children, std::size_t parent,
                                                              const std::vector<std::size_t>& doomed) const;
    [[nodiscard]] std::vector<std::size_t> drivenBy(std::size_t node) const;
    void adopt(const Kept& kept);
    void forgetBone(std::size_t bone);
    void forgetObject(std::size_t object);

    // random_program_checks.cpp
    void readSomething();
    void checkObject(std::size_t object);
    void checkBone(std::size_t bone);
    void checkRig(std::size_t rig);
    void checkAll();
    void checkBits();
    void compare(const char* what, std::size_t object, const glm::mat4& actual, const glm::dmat4& expected, const glm::dmat4& limit);
    void require(bool holds, const char* what, std::size_t object);
    /// After a write: checks that the local matrix is as expected; from then on the model uses the library's floats.
    void adoptLocal(std::size_t object, const glm::dmat4& expected, const glm::dmat4& limit);

    template <class Do>
    void both(const Do& something)
    {
        something(lazy_);
        something(eager_);
        eager_.scene.update();
    }
    void note(std::string what) { log_.push_back(std::move(what)); }

    Random random_;
    DoubleModel model_;
    ProgramWorld lazy_;
    ProgramWorld eager_;
    std::vector<std::string> log_;
    std::size_t bonesMade_ = 0;
    std::size_t comparisons_ = 0;
    float scaleSpread_ = 0.7f;
};

}  // namespace armature::test
