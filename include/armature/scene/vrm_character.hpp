#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

class Updatable;

/// Brings a VrmModel to life: looks, expressions, constraints, springs. Call update() once a frame, after Scene::animate().
///
///     VrmCharacter character(*scene);
///     character.setExpression("happy", 1.f);
///     character.lookAt(camera.position);
///     scene->animate(seconds);
///     character.update(seconds);
///
/// Works on the scene's nodes and, through their links, on its skeletons. Nodes and the scene itself may be removed first. Materials are
/// those of the scene, so that copies of one model share what expressions do to colours and textures. One thread at a time. Nothing is
/// allocated after the first update. A moved-from VrmCharacter may be assigned to or destroyed; anything else throws std::invalid_argument.
class VrmCharacter final {
public:
    /// For `scene.vrmModels()[model]`, which is copied, in the pose that the file has: what is fixed or swings rests in it. `space` is the
    /// node in whose axes the character faces +Z with +Y up, the root of a placed model for instance; null: the world.
    ///
    /// Throws std::invalid_argument if there is no such model, or as SpringBones and NodeConstraints do. Springs whose joints do not hang
    /// on each other, or swing twice, are cut there; those that hang on several bones of another skeleton are left out: see warnings().
    explicit VrmCharacter(Scene& scene, std::size_t model = 0, const Node* space = nullptr);
    ~VrmCharacter();
    VrmCharacter(VrmCharacter&&) noexcept;
    VrmCharacter& operator=(VrmCharacter&&) noexcept;

    [[nodiscard]] const VrmModel& getModel() const;               ///< What it was made from.
    [[nodiscard]] std::span<const std::string> warnings() const;  ///< What of the model cannot be used, and why.

    /// How strongly an expression is shown, in [0, 1]. Throws std::invalid_argument that names the closest expression if there is none of
    /// that name, or if the weight is out of range. Takes effect with update(). O(expressions).
    void setExpression(std::string_view name, float weight);
    /// As it was set. Throws std::invalid_argument if there is no such expression.
    [[nodiscard]] float getExpression(std::string_view name) const;
    /// As the last update() showed it: a binary one is 0 or 1, and others may block it or leave it less.
    [[nodiscard]] float getShownExpression(std::string_view name) const;
    void clearExpressions();  ///< Sets all weights to 0.

    /// A direction from the head, in radians.
    struct Look {
        float yaw = 0.f;    ///< In [-pi, pi], positive to the character's left.
        float pitch = 0.f;  ///< In [-pi / 2, pi / 2], positive upwards.
    };
    /// Looks at a point in the world, which each update() aims at anew; none: straight ahead. Needs a head and VrmModel::lookAt; otherwise
    /// nothing happens. Throws std::invalid_argument if it is not finite.
    void lookAt(const std::optional<glm::vec3>& target);
    /// The same for a direction that goes with the head, until the next lookAt(). Throws std::invalid_argument if it is not finite.
    void lookAlong(const Look& look);
    [[nodiscard]] Look getLook() const;  ///< Where the last update() looked to.

    /// Does what the nodes of a VRM animation say now: sets the expressions that it weighs, those that the model has, and looks where it
    /// looks. The bones are a matter of retargeting. Call it after the animation's clip was sampled, before update().
    void follow(const VrmAnimation& animation);

    /// Shows what the wearer of a headset sees, or, with false, what all others do: whole meshes by their annotations, and of those that
    /// have none or VrmFirstPersonType::Auto, for the wearer, the triangles without a corner that the head's bone or one below it moves.
    /// Before the first call all meshes are shown, those for the wearer only too. Does nothing once the scene is gone.
    ///
    /// What must not be seen is cut out of the scene's meshes, in all views and in what is saved; nodes are left alone, so what is hidden
    /// stays hidden. When the VrmCharacter goes, its meshes are whole again. Meshes that are placed later count from the next call on.
    /// O(vertices): not for every frame.
    void setFirstPerson(bool isFirstPerson);

    /// Turns the eyes, shows the expressions, applies the constraints, and lets springs swing on by `seconds`, in this order. A time that
    /// is negative or not finite counts as 0 s.
    ///
    /// The first problem of NodeConstraints::update() and SpringBones::update(); everything else goes on. Gone also if some nodes of the
    /// springs hang elsewhere: all of them together may be put below another node. Gone, and nothing is done, once the scene is gone.
    IkStatus update(double seconds);
    void reset();                            ///< Springs forget all movement.
    void teleport(const glm::mat4& motion);  ///< See SpringBones::teleport().
    /// Turns what constraints turn, then see SpringBones::jump(): call it where a clip starts again. Gone as update().
    IkStatus jump();

    [[nodiscard]] SpringBones* getSprings();          ///< Null: the model has none.
    [[nodiscard]] NodeConstraints* getConstraints();  ///< Null: the model has none.

    /// What ModifierStack::add() calls: updates this controller, wherever it was moved to; false, and nothing, once it is destroyed.
    [[nodiscard]] std::function<bool(double seconds)> getUpdater();

private:
    friend class SavedState;
    class State;

    [[nodiscard]] const Updatable& updatable() const;
    void listState(StateArchive& archive);  // in source/state
    void listWithoutSprings(StateArchive& archive);

    std::unique_ptr<State> state_;
};

}  // namespace armature
