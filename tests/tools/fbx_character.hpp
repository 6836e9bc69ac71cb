#pragma once

#include <string>
#include <vector>

#include <import/fbx_record.hpp>

namespace armature::test {

/// A figure of boxes in centimetres, +Y up, 180 tall, like the characters of motion libraries. It has eleven models named "mixamorig:Hips"
/// and so on, all without rotation, with the arms stretched out to the sides (T pose), and a skinned mesh "Body", each box of which follows
/// one model. It has no animation.
[[nodiscard]] std::vector<FbxRecord> fbxCharacter();

/// How a model turns about one of its axes ("X", "Y", "Z"): degrees at times spread evenly over a second.
struct FbxTurn {
    std::string bone;  ///< Without "mixamorig:". A bone that the character lacks becomes a child of the hips.
    std::string axis;
    std::vector<double> degrees;
};

/// Returns only the models, and one stack, "mixamo.com", that turns them within one second.
[[nodiscard]] std::vector<FbxRecord> fbxMotion(const std::vector<FbxTurn>& turns);

}  // namespace armature::test
