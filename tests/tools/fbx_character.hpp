#pragma once

#include <string>
#include <vector>

#include <import/fbx_record.hpp>

namespace armature::test {

/// A figure of boxes in centimetres, +Y up, 180 tall, as libraries of motions have them: eleven models named "mixamorig:Hips" and so on,
/// all unturned, arms stretched out to the sides (T pose); a skinned mesh "Body", each box of which follows one of them; no animation.
[[nodiscard]] std::vector<FbxRecord> fbxCharacter();

/// How a model turns: about one of its axes ("X", "Y", "Z"), degrees at times spread evenly over a second.
struct FbxTurn {
    std::string bone;  ///< Without "mixamorig:". One that the character lacks hangs on the hips.
    std::string axis;
    std::vector<double> degrees;
};

/// The models alone, and one stack, "mixamo.com", that turns them in one second.
[[nodiscard]] std::vector<FbxRecord> fbxMotion(const std::vector<FbxTurn>& turns);

}  // namespace armature::test
