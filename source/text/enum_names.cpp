#include <armature/animation/animation_graph.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/cooked/cooked_file.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "text/fields.hpp"

namespace armature {

template ARMATURE_API std::string_view enumeratorName(AlphaMode) noexcept;
template ARMATURE_API std::string_view enumeratorName(BindUpdate) noexcept;
template ARMATURE_API std::string_view enumeratorName(BoneAxis) noexcept;
template ARMATURE_API std::string_view enumeratorName(ChainMethod) noexcept;
template ARMATURE_API std::string_view enumeratorName(ChannelPath) noexcept;
template ARMATURE_API std::string_view enumeratorName(ChannelTarget::Kind) noexcept;
template ARMATURE_API std::string_view enumeratorName(ChildScaling) noexcept;
template ARMATURE_API std::string_view enumeratorName(ClipBounds::Blend) noexcept;
template ARMATURE_API std::string_view enumeratorName(Comparison) noexcept;
template ARMATURE_API std::string_view enumeratorName(CookedKind) noexcept;
template ARMATURE_API std::string_view enumeratorName(GraphSync) noexcept;
template ARMATURE_API std::string_view enumeratorName(IkStatus) noexcept;
template ARMATURE_API std::string_view enumeratorName(Interpolation) noexcept;
template ARMATURE_API std::string_view enumeratorName(Keep) noexcept;
template ARMATURE_API std::string_view enumeratorName(LightType) noexcept;
template ARMATURE_API std::string_view enumeratorName(LinkMode) noexcept;
template ARMATURE_API std::string_view enumeratorName(LoopMode) noexcept;
template ARMATURE_API std::string_view enumeratorName(NodeConstraintKind) noexcept;
template ARMATURE_API std::string_view enumeratorName(PaletteOrder) noexcept;
template ARMATURE_API std::string_view enumeratorName(ParameterKind) noexcept;
template ARMATURE_API std::string_view enumeratorName(PrimitiveTopology) noexcept;
template ARMATURE_API std::string_view enumeratorName(Removal) noexcept;
template ARMATURE_API std::string_view enumeratorName(RetargetAxis) noexcept;
template ARMATURE_API std::string_view enumeratorName(RetargetTranslation) noexcept;
template ARMATURE_API std::string_view enumeratorName(RootMotionSource) noexcept;
template ARMATURE_API std::string_view enumeratorName(Space) noexcept;
template ARMATURE_API std::string_view enumeratorName(SpringColliderShape) noexcept;
template ARMATURE_API std::string_view enumeratorName(StretchMode) noexcept;
template ARMATURE_API std::string_view enumeratorName(TextureFilter) noexcept;
template ARMATURE_API std::string_view enumeratorName(TextureWrap) noexcept;
template ARMATURE_API std::string_view enumeratorName(Threads) noexcept;
template ARMATURE_API std::string_view enumeratorName(TransitionBlend) noexcept;
template ARMATURE_API std::string_view enumeratorName(TransitionCurve) noexcept;
template ARMATURE_API std::string_view enumeratorName(UnboundReason) noexcept;
template ARMATURE_API std::string_view enumeratorName(Visit) noexcept;
template ARMATURE_API std::string_view enumeratorName(VrmFirstPersonType) noexcept;
template ARMATURE_API std::string_view enumeratorName(VrmLookAtType) noexcept;
template ARMATURE_API std::string_view enumeratorName(VrmMaterialColor) noexcept;
template ARMATURE_API std::string_view enumeratorName(VrmOverride) noexcept;

}  // namespace armature
