#include <numbers>
#include <string>

#include <fmt/format.h>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/retarget/foot_lock.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

namespace {

double degrees(double radians)
{
    return radians * 180. / std::numbers::pi;
}

/// Returns joint indices in the given order, separated by blanks: "3 4 7".
std::string jointsText(const std::vector<std::size_t>& joints)
{
    std::string text;
    for (const std::size_t joint : joints) {
        text += (text.empty() ? "" : " ") + std::to_string(joint);
    }
    return text;
}

/// Returns `figure` times `factor`, with three significant digits; "none" if there is no figure.
std::string figureText(const std::optional<double>& figure, double factor)
{
    return figure ? fmt::format("{:.3g}", factor * *figure) : "none";
}

std::string matrixState(const std::optional<glm::mat4>& matrix)
{
    return matrix ? "given" : "none";
}

}  // namespace

std::string toString(const RetargetChain& chain)
{
    return fmt::format("source {}, target {}", jointsText(chain.source), jointsText(chain.target));
}

std::string toString(const RetargetMap& map)
{
    std::string text = fmt::format("{}, {}, {}", counted(map.pairs.size(), "pair"), counted(map.chains.size(), "chain"),
                                   counted(map.twists.size(), "twist"));
    for (const RetargetPair& pair : map.pairs) {
        text += "\n  " + toString(pair);
    }
    for (const RetargetChain& chain : map.chains) {
        text += "\n  " + toString(chain);
    }
    for (const RetargetTwist& twist : map.twists) {
        text += "\n  " + toString(twist);
    }
    return text;
}

std::string toString(const RetargetOptions& options)
{
    return fieldsText("alignsRest", options.alignsRest, "alignsFacing", options.alignsFacing, "sourceUp", options.sourceUp, "sourceStance",
                      options.sourceStance.has_value(), "stanceReason", options.stanceReason, "scale", options.scale, "offset",
                      options.offset, "sourceWorld", matrixState(options.sourceWorld), "targetWorld", matrixState(options.targetWorld));
}

std::string toString(const Retargeter& retargeter)
{
    return fmt::format("{} of a source to {} of a target, travel times {}", counted(retargeter.sourceCount(), "bone"),
                       retargeter.targetCount(), numberText(retargeter.getScale()));
}

std::string toString(const RetargetClipOptions& options)
{
    return fieldsText("maxError", options.maxError, "framesPerSecond", options.framesPerSecond, "feet", options.feet.has_value(),
                      "reducesKeys", options.reducesKeys, "onProgress", options.onProgress != nullptr);
}

std::string toString(const RetargetedClip& retargeted)
{
    return fmt::format("{} with {}; off by {}", retargeted.clip != nullptr ? inQuotes(retargeted.clip->getName()) : "no clip",
                       counted(retargeted.keyCount, "key"), toString(retargeted.error));
}

std::string toString(const RetargetedKeys& retargeted)
{
    return fmt::format("{} without {}, ratio {}", retargeted.clip != nullptr ? inQuotes(retargeted.clip->getName()) : "no clip",
                       counted(retargeted.removedChannels.size(), "channel"), fieldText(retargeted.ratio));
}

std::string toString(const FootLock& lock)
{
    return counted(lock.legCount(), "leg");
}

std::string toString(const RetargetBoneQuality& bone)
{
    return fmt::format("{} to {}: {:.3g} degrees, at most {:.3g}", printable(bone.source), printable(bone.target),
                       degrees(bone.meanDirectionError), degrees(bone.largestDirectionError));
}

std::string toString(const RetargetQuality& quality)
{
    constexpr double toDegrees = 180. / std::numbers::pi;
    constexpr double toMillimetres = 1000.;
    std::string text = fmt::format("{}: directions off by {} degrees, at most {}; {}, feet slide {} mm, at most {} (source {}); ground "
                                   "penetration {} mm; hands off by "
                                   "{} mm, at most {}",
                                   counted(quality.frameCount, "frame"), figureText(quality.meanDirectionError, toDegrees),
                                   figureText(quality.largestDirectionError, toDegrees), counted(quality.contactCount, "contact"),
                                   figureText(quality.meanFootSlide, toMillimetres), figureText(quality.largestFootSlide, toMillimetres),
                                   figureText(quality.sourceFootSlide, toMillimetres), figureText(quality.groundPenetration, toMillimetres),
                                   figureText(quality.meanHandError, toMillimetres), figureText(quality.largestHandError, toMillimetres));
    text += fmt::format("; limbs off by {} degrees in the world, at most {}; {} mm aside of the source; feet down to {} mm (source {})",
                        figureText(quality.meanLimbError, toDegrees), figureText(quality.largestLimbError, toDegrees),
                        figureText(quality.placeError, toMillimetres), figureText(quality.clearance, toMillimetres),
                        figureText(quality.sourceClearance, toMillimetres));
    for (const std::string& fault : quality.faults) {
        text += "\n  " + fault;
    }
    for (const RetargetBoneQuality& bone : quality.bones) {
        text += "\n  " + toString(bone);
    }
    return text;
}

std::string toString(const RetargetMeter& meter)
{
    return toString(meter.getQuality());
}

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const FootLockOptions&);
template ARMATURE_API std::string membersText(const FootLockReport&);
template ARMATURE_API std::string membersText(const RetargetKeysOptions&);
template ARMATURE_API std::string membersText(const RetargetPair&);
template ARMATURE_API std::string membersText(const RetargetTwist&);

}  // namespace armature
