#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/animation/animation_graph.hpp>

#include "animation/clip/kernels/blend_kernels.hpp"
#include "animation/graph/blend_space.hpp"
#include "animation/graph/mirror_lanes.hpp"
#include "math/aligned_vector.hpp"
#include "skeleton/joint_rig_data.hpp"

namespace armature {

template <class Work>
class WorkPool;
struct GraphWork;

/// Stands for no index: no parameter, no transition, or any state.
inline constexpr std::uint32_t noIndex = 0xffffffffu;

/// A GraphValue whose parameter has been looked up.
struct ValueSource {
    float factor = 1.f;
    std::uint32_t parameter = noIndex;

    /// Returns the value, which is finite: neither the factor nor the parameter exceeds 1e9 in magnitude.
    [[nodiscard]] float in(std::span<const float> parameters) const noexcept
    {
        return parameter == noIndex ? factor : factor * parameters[parameter];
    }
};

/// A node of a graph, with names looked up. `inputs` holds indices into CompiledGraph::nodes.
struct CompiledNode {
    struct Clip {
        std::uint32_t clip;
        ValueSource speed;
        bool loop;
        bool usesMarkers;
        double start;
    };
    struct Blend {
        std::vector<ValueSource> weights;  // by input
    };
    struct Space {
        BlendSpace space;
        std::uint32_t x;
        std::uint32_t y;  // noIndex for a line
        bool isInStep;
    };
    struct Additive {
        ValueSource weight;
    };
    struct Overlay {
        ValueSource weight;
        AlignedVector<WeightLanes> masks;
        float rootMask;  // mask of the first root bone, which also masks the character's travel
    };
    struct Mirror {
        ValueSource amount;
    };
    struct Modifier {
        ValueSource weight;
        std::uint32_t slot;
    };
    struct Condition {
        std::uint32_t parameter;
        Comparison comparison;
        float value;
    };
    struct Transition {
        std::uint32_t from;  // noIndex: any state
        std::uint32_t to;
        std::vector<Condition> conditions;
        double exitPhase;  // negative: no exit phase
        double duration;
        TransitionBlend blend;
        TransitionCurve curve;
        bool isInStep;
        bool isInterruptible;
    };
    struct Machine {
        std::vector<Transition> transitions;
        std::vector<std::string_view> states;  // names of the states; their nodes are the inputs
    };

    std::string_view name;
    std::vector<std::uint32_t> inputs;
    std::uint32_t clock = 0;  // index of the node's clock in GraphClocks, for a clip or a machine
    bool isDifference = false;
    std::variant<Clip, Blend, Space, Additive, Overlay, Mirror, Modifier, Machine> kind;
};

/// A clip, with the data that clocks need to move through it.
struct CompiledClip {
    const GraphClip* source;
    double duration;
    std::vector<GraphEvent> events;  // sorted by time
    std::vector<double> markers;     // never empty; the last marker is the first one of the next round
};

/// An AnimationGraph with its names looked up, laid out for its rig.
class CompiledGraph final {
public:
    [[nodiscard]] static const CompiledGraph& of(const AnimationGraph& graph) noexcept { return *graph.compiled_; }

    /// Throws what AnimationGraph::create() throws. Precondition: the description outlives the graph, which keeps views of it.
    CompiledGraph(const GraphDescription& description, const Skeleton& rig);
    ~CompiledGraph();
    CompiledGraph(const CompiledGraph&) = delete;
    CompiledGraph& operator=(const CompiledGraph&) = delete;

    [[nodiscard]] std::size_t boneCount() const noexcept { return rig.names.size(); }
    /// Returns the machine of that name; throws std::invalid_argument if there is none.
    [[nodiscard]] const CompiledNode& requireMachine(std::string_view name) const;
    /// Returns the slot of the modifier node of that name; throws std::invalid_argument if there is none.
    [[nodiscard]] std::size_t requireModifier(std::string_view name) const;

    std::vector<CompiledClip> clips;
    std::vector<CompiledNode> nodes;
    std::uint32_t root = 0;
    std::uint32_t motionRoot = 0;  // the topmost node that is not a modifier; the modifiers above it come last
    std::vector<bool> isTrigger;   // by parameter
    std::vector<float> initialParameters;
    std::size_t clipClocks = 0;               // number of nodes that play clips
    std::size_t machineClocks = 0;            // number of state machines
    std::size_t scratchCount = 0;             // number of poses that evaluation needs besides its result
    std::vector<std::string_view> modifiers;  // names, by slot
    std::vector<std::string_view> curves;     // names of all clips' curves
    bool travels = false;
    glm::dvec3 up{0., 1., 0.};  // up axis of the clips that travel
    JointRigData rig;
    AlignedVector<TransformLanes> rest;
    AlignedVector<TransformLanes> identity;  // replaces the rest pose among differences: no bone moves
    MirrorLanes mirror;                      // empty without MirrorNodes
    std::unique_ptr<WorkPool<GraphWork>> works;
    std::unique_ptr<WorkPool<Inertialization>> inertias;  // one for each player or member that fades after a transition
};

}  // namespace armature
