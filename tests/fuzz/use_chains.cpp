#include <array>

#include "use_world.hpp"

namespace armature::test {

namespace {

constexpr std::size_t mostChains = 4;

JointLimit jointLimit(ByteSource& data)
{
    const std::size_t kind = data.below(5);
    const glm::vec3 axis = data.vector();
    const float a = data.number();
    const float b = data.number();
    switch (kind) {
    case 0: return BallJoint{};
    case 1: return SwingTwistJoint{axis, a, b, data.number()};
    case 2: return HingeJoint{axis, a, b};
    case 3: return PrismaticJoint{axis, a, b};
    default: return FixedJoint{};
    }
}

ChainSolverOptions solverOptions(ByteSource& data)
{
    ChainSolverOptions options;
    options.method = static_cast<ChainMethod>(data.below(2));
    options.maxIterations = data.below(20);
    options.weight = data.weight();
    options.softness = data.weight();
    options.restarts = data.below(3);
    return options;
}

void solveChain(World& world, Bone& tip)
{
    ByteSource& data = world.data;
    Skeleton& skeleton = tip.getSkeleton();
    Bone& root = world.above(tip);
    Chain chain(skeleton);
    chain.addEffector(root, tip, data.flag() ? std::optional(data.vector()) : std::nullopt);
    if (data.flag()) {
        ChainJoint joint;
        joint.limit = jointLimit(data);
        chain.setJoint(root, joint);
    }
    ChainSolver solver(chain, solverOptions(data));
    IkGoal goal;
    if (data.flag()) {
        goal.position = data.vector();
    }
    if (data.flag()) {
        goal.rotation = data.rotation();
    }
    goal.positionWeight = data.weight();
    const Space space = data.space();
    static_cast<void>(toString(solver.solve(skeleton, goal, space)));
    static_cast<void>(toString(chain));
    std::vector<DebugLine> lines;
    appendChainLines(lines, chain, skeleton, std::span(&goal, 1), space);
    appendLimitLines(lines, chain, skeleton);
}

void constrain(World& world, Node& node, Node& source)
{
    ByteSource& data = world.data;
    switch (data.below(4)) {
    case 0: {
        CopyPositionOptions options;
        options.space = data.space();
        options.offset = data.vector();
        options.weight = data.weight();
        static_cast<void>(copyPosition(node, source, options));
        break;
    }
    case 1: {
        CopyRotationOptions options;
        options.space = data.space();
        options.axes = {data.flag(), data.flag(), data.flag()};
        options.fromRest = data.flag();
        options.weight = data.weight();
        static_cast<void>(copyRotation(node, source, options));
        break;
    }
    case 2: {
        CopyScaleOptions options;
        options.space = data.space();
        options.factor = data.vector();
        options.weight = data.weight();
        static_cast<void>(copyScale(node, source, options));
        break;
    }
    default: {
        AimOptions options;
        if (data.flag()) {
            options.axis = data.vector();
        }
        if (data.flag()) {
            options.up = data.vector();
        }
        options.weight = data.weight();
        static_cast<void>(aimAt(node, source, data.vector(), options));
        break;
    }
    }
}

void stretch(World& world, Node& node)
{
    ByteSource& data = world.data;
    StretchOptions options;
    options.mode = data.flag() ? StretchMode::Scale : StretchMode::MoveChildren;
    options.axis = static_cast<BoneAxis>(data.below(3));
    if (data.flag()) {
        options.tip = data.number();
    }
    if (data.flag()) {
        options.minStretch = data.number();
        options.maxStretch = data.number();
    }
    options.keepVolume = data.weight();
    options.weight = data.weight();
    options.aims = data.flag();
    const auto target = data.vector();
    static_cast<void>(stretchTo(node, target, data.space(), options));
}

constexpr auto operationsOnChains = std::to_array<Operation>({
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            if (world.aims.size() >= mostChains) {
                return;
            }
            AimChainOptions options;
            if (world.data.flag()) {
                options.forward = world.data.vector();
            }
            options.weight = world.data.weight();
            world.aims.push_back(std::make_unique<AimChain>(world.above(*bone), *bone, options));
        }
    }},
    {[](World& world) {
        Skeleton* skeleton = world.skeleton();
        if (skeleton != nullptr && !world.aims.empty()) {
            AimChain& aim = *world.aims[world.data.below(world.aims.size())];
            const auto target = world.data.vector();
            static_cast<void>(toString(aim.solve(*skeleton, target, world.data.space())));
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            if (world.splines.size() >= mostChains) {
                return;
            }
            SplineChainOptions options;
            options.movesRoot = world.data.flag();
            if (world.data.flag()) {
                options.minStretch = world.data.weight();
                options.maxStretch = world.data.number();
            }
            options.weight = world.data.weight();
            world.splines.push_back(std::make_unique<SplineChain>(world.above(*bone), *bone, options));
        }
    }},
    {[](World& world) {
        Skeleton* skeleton = world.skeleton();
        if (skeleton == nullptr || world.splines.empty()) {
            return;
        }
        SplineChain& spline = *world.splines[world.data.below(world.splines.size())];
        std::vector<glm::vec3> points(world.data.below(6));
        for (glm::vec3& point : points) {
            point = world.data.vector();
        }
        static_cast<void>(toString(spline.solve(*skeleton, points, world.data.space())));
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            solveChain(world, *bone);
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            solveChain(world, *bone);
        }
    }},
    {[](World& world) {
        Node* node = world.nodeOrBone();
        Node* source = world.nodeOrBone();
        if (node != nullptr && source != nullptr) {
            constrain(world, *node, *source);
        }
    }},
    {[](World& world) {
        if (Node* node = world.nodeOrBone()) {
            stretch(world, *node);
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto limit = jointLimit(world.data);
            static_cast<void>(limitJoint(*bone, limit, world.data.weight()));
        }
    }},
    {[](World& world) {
         const auto limit = jointLimit(world.data);
         const auto rotation = world.data.rotation();
         static_cast<void>(limitTurn(limit, rotation));
         static_cast<void>(limitViolation(limit, rotation));
     },
     false},
});

}  // namespace

std::span<const Operation> chainOperations()
{
    return operationsOnChains;
}

}  // namespace armature::test
