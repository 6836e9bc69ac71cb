#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/math/debug_lines.hpp>
#include <armature/scene/scene.hpp>

#include "programs/armature/difference.hpp"

namespace armature::tools {

struct OpenModel;

/// Two open models at the same time of the same clip, and how far apart they are now. Compares the vertices of meshes with the same number
/// of vertices or, if there are none, the joints of bones with the same names. Both models must outlive this object, and their scenes must
/// keep their nodes.
class SideBySide final {
public:
    enum class By { Vertices, Bones, Nothing };

    /// Two bones of the same name, and how far apart they are.
    struct BonePair {
        Node* first;
        Node* second;
        float metres = 0.f;
    };
    /// Two meshes, and how far apart they are.
    struct MeshPair {
        const MeshInstance* first;
        const MeshInstance* second;
        std::size_t vertices = 0;
        float largest = 0.f;
        double mean = 0.;
    };
    /// The place where the models differ most.
    struct Worst {
        float metres = 0.f;
        std::string what = {};  ///< For example "vertex 3 of body" or "bone arm_L".
        glm::vec3 place{0.f};   ///< Position in the first model, in world space.
        glm::vec3 otherPlace{0.f};
        Node* node =
            nullptr;  ///< Node of the first model: the bone, or the bone that moves the vertex most; without bones, the mesh's node.
    };

    SideBySide(OpenModel& first, OpenModel& second);

    /// Brings the second model to the first model's time: in the first model's graph, in its clip of the same name or, if it has none, in
    /// its current clip. Then measures the differences. `scale`: the distance in metres that is shown red; by default the next 1, 2 or 5
    /// times a power of ten above the largest difference. O(vertices); skins each of them.
    void update(std::optional<float> scale);

    [[nodiscard]] const OpenModel& first() const noexcept { return first_; }
    [[nodiscard]] const OpenModel& second() const noexcept { return second_; }
    [[nodiscard]] By getBy() const noexcept { return by_; }
    /// Returns why something is not compared: a line for each mesh without a counterpart of its shape, and for each graph of the first
    /// model that the second one cannot play.
    [[nodiscard]] std::span<const std::string> reasons() const noexcept { return reasons_; }
    [[nodiscard]] std::span<const MeshPair> meshes() const noexcept { return meshes_; }
    /// Bones with the same names, in the first model's order.
    [[nodiscard]] std::span<const BonePair> bones() const noexcept { return bones_; }
    [[nodiscard]] const Worst& worst() const noexcept { return worst_; }
    /// The distance in metres that is shown red.
    [[nodiscard]] float getScale() const noexcept { return scale_; }
    /// The second model's posed meshes, coloured by the difference; meshes without a counterpart are grey.
    [[nodiscard]] const Scene& getColored() const noexcept { return colored_; }
    /// The second model's bones, coloured by the difference, if bones are compared.
    [[nodiscard]] std::span<const DebugLine> lines() const noexcept { return lines_; }

private:
    /// A mesh of the second model in the coloured scene.
    struct ColoredMesh {
        const MeshInstance* first;  ///< The counterpart in the first model; null if there is none.
        const MeshInstance* second;
        MeshInstance* instance;
        std::vector<std::vector<glm::vec3>> positions = {};  ///< Positions of each primitive as last drawn.
        std::vector<std::vector<float>> differences = {};
    };

    struct Farthest {
        const MeshInstance* mesh = nullptr;
        std::size_t primitive = 0;
        std::size_t vertex = 0;
        float metres = 0.f;
        glm::vec3 place{0.f};
        glm::vec3 otherPlace{0.f};
    };

    void bringToTime();
    void followGraph();
    void measureVertices();
    void measurePrimitive(ColoredMesh& mesh, std::size_t number, MeshPair& pair, Farthest& farthest);
    void measureBones();
    void color();
    void colorBones();
    [[nodiscard]] MeshDescription coloredMesh(const ColoredMesh& mesh) const;

    OpenModel& first_;
    OpenModel& second_;
    By by_ = By::Nothing;
    std::vector<std::string> reasons_;
    bool isFollowingGraph_ = false;
    std::string graphText_;
    std::vector<MeshPair> meshes_;
    std::vector<BonePair> bones_;
    Worst worst_;
    float scale_ = 0.f;
    Scene colored_;
    std::vector<ColoredMesh> coloredMeshes_;
    bool isChanged_ = true;  // whether the difference has changed since it was coloured
    std::vector<DebugLine> lines_;
};

}  // namespace armature::tools
