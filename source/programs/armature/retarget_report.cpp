#include "retargeting.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include "base/words.hpp"
#include "batch_report.hpp"

namespace armature::tools {

namespace {

using Layout = JsonWriter::Layout;

/// Converts a length in the target's world space, whose unit is the metre, to millimetres.
std::optional<double> millimetres(const std::optional<double>& length)
{
    return length ? std::optional(1000. * *length) : std::nullopt;
}

std::optional<double> degrees(const std::optional<double>& radians)
{
    return radians ? std::optional(glm::degrees(*radians)) : std::nullopt;
}

/// Formats a figure, or "none" if it was not measured.
std::string figure(const std::optional<double>& number, int decimals, std::string_view unit = {})
{
    return number ? fmt::format("{:.{}f}{}", *number, decimals, unit) : "none";
}

void appendBones(std::string& text, const RetargetQuality& quality)
{
    text += fmt::format("    {:<44}{:>8}{:>10}\n", "directions, in degrees", "mean", "largest");
    for (const RetargetBoneQuality& bone : quality.bones) {
        text += fmt::format("      {:<42}{:>8.3f}{:>10.3f}\n", printable(bone.source) + " -> " + printable(bone.target),
                            glm::degrees(bone.meanDirectionError), glm::degrees(bone.largestDirectionError));
    }
    text += fmt::format("      {:<42}{:>8}{:>10}\n", "all", figure(degrees(quality.meanDirectionError), 3),
                        figure(degrees(quality.largestDirectionError), 3));
}

void appendBody(std::string& text, const RetargetQuality& quality)
{
    if (quality.meanLimbError) {
        text += fmt::format(
            "    in the world: limbs {} off on average, {} at most; {} aside of the source; feet down to {}, the source's to {}\n",
            figure(degrees(quality.meanLimbError), 1, " degrees"), figure(degrees(quality.largestLimbError), 1, " degrees"),
            figure(millimetres(quality.placeError), 1, " mm"), figure(millimetres(quality.clearance), 1, " mm"),
            figure(millimetres(quality.sourceClearance), 1, " mm"));
    }
    if (quality.contactCount == 0) {
        text += "    feet: never planted";
    } else {
        text += fmt::format("    feet: planted {}; slide {} on average, {} at most, the source's {}", counted(quality.contactCount, "time"),
                            figure(millimetres(quality.meanFootSlide), 1, " mm"), figure(millimetres(quality.largestFootSlide), 1, " mm"),
                            figure(millimetres(quality.sourceFootSlide), 1, " mm"));
    }
    if (quality.groundPenetration) {
        text += fmt::format("; {} into the ground", figure(millimetres(quality.groundPenetration), 1, " mm"));
    }
    if (quality.meanHandError) {
        text += fmt::format("\n    hands: their distance is {} off on average, {} at most\n",
                            figure(millimetres(quality.meanHandError), 1, " mm"), figure(millimetres(quality.largestHandError), 1, " mm"));
    } else {
        text += "\n    hands: not measured\n";
    }
}

/// The largest value over all clips, and its job.
struct Worst {
    std::optional<double> value = {};
    const ConversionJob* job = nullptr;

    void take(const std::optional<double>& other, const ConversionJob& of)
    {
        if (other > value) {  // an empty optional is less than any number
            value = other;
            job = &of;
        }
    }
};

void writeQuality(JsonWriter& json, const RetargetQuality& quality)
{
    json.key("bones");
    json.beginArray();
    for (const RetargetBoneQuality& bone : quality.bones) {
        json.beginObject(Layout::Inline);
        json.member("source", std::string_view(bone.source));
        json.member("target", std::string_view(bone.target));
        json.member("mean", glm::degrees(bone.meanDirectionError));
        json.member("largest", glm::degrees(bone.largestDirectionError));
        json.endObject();
    }
    json.endArray();
    json.member("frames", quality.frameCount);
    json.member("meanDirection", degrees(quality.meanDirectionError));
    json.member("largestDirection", degrees(quality.largestDirectionError));
    json.member("unmeasured", quality.unmeasuredCount);
    json.member("meanLimb", degrees(quality.meanLimbError));
    json.member("largestLimb", degrees(quality.largestLimbError));
    json.member("place", millimetres(quality.placeError));
    json.member("clearance", millimetres(quality.clearance));
    json.member("sourceClearance", millimetres(quality.sourceClearance));
    writeTexts(json, "faults", quality.faults);
    json.member("contacts", quality.contactCount);
    json.member("targetContacts", quality.targetContactCount);
    json.member("meanFootSlide", millimetres(quality.meanFootSlide));
    json.member("largestFootSlide", millimetres(quality.largestFootSlide));
    json.member("sourceFootSlide", millimetres(quality.sourceFootSlide));
    json.member("groundPenetration", millimetres(quality.groundPenetration));
    json.member("meanHands", millimetres(quality.meanHandError));
    json.member("largestHands", millimetres(quality.largestHandError));
}

void writeMotion(JsonWriter& json, const RetargetedMotion& motion)
{
    json.beginObject();
    json.member("name", std::string_view(motion.name));
    json.member("source", std::string_view(motion.source));
    json.member("duration", motion.seconds);
    json.member("pairs", motion.pairs);
    json.member("scale", motion.scale);
    json.member("keys", motion.keys);
    json.member("bakePoint", millimetres(motion.error.point));
    json.member("bakeRotation", glm::degrees(motion.error.rotation));
    writeQuality(json, motion.quality);
    json.endObject();
}

}  // namespace

std::string describe(const ConversionJob& job, const Retargeting& retargeting)
{
    std::string text = fmt::format("{}: {}\n", printable(job.output), counted(retargeting.motions.size(), "clip"));
    for (const RetargetedMotion& motion : retargeting.motions) {
        text +=
            fmt::format("  {} from {}: {:.6g} s, {} go together, travel times {:.4g}, {}\n", inQuotes(motion.name),
                        printable(motion.source), motion.seconds, counted(motion.pairs, "bone"), motion.scale, counted(motion.keys, "key"));
        appendBones(text, motion.quality);
        appendBody(text, motion.quality);
    }
    return text;
}

std::string describeShortly(const ConversionJob& job, const Retargeting& retargeting)
{
    std::string text;
    for (const RetargetedMotion& motion : retargeting.motions) {
        const RetargetQuality& quality = motion.quality;
        const std::string directions = quality.meanDirectionError ? fmt::format("directions {}, at most {} degrees off",
                                                                                figure(degrees(quality.meanDirectionError), 3),
                                                                                figure(degrees(quality.largestDirectionError), 3))
                                                                  : "no directions";
        text += fmt::format("{}: {} {:.6g} s; {}; feet ", printable(job.output), inQuotes(motion.name), motion.seconds, directions);
        if (quality.contactCount == 0) {
            text += "never planted\n";
        } else {
            text += fmt::format("slide {}, at most {}\n", figure(millimetres(quality.meanFootSlide), 1, " mm"),
                                figure(millimetres(quality.largestFootSlide), 1, " mm"));
        }
    }
    return text;
}

std::string summaryOf(std::span<const ConversionJob> jobs, std::span<const RetargetingOutcome> outcomes)
{
    Worst direction;
    Worst slide;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (const auto* retargeting = std::get_if<Retargeting>(&outcomes[i])) {
            for (const RetargetedMotion& motion : retargeting->motions) {
                direction.take(motion.quality.largestDirectionError, jobs[i]);
                slide.take(motion.quality.largestFootSlide, jobs[i]);
            }
        }
    }
    std::string text = countsOfBatch<Retargeting>(outcomes);
    if (direction.job != nullptr) {
        text += fmt::format("; directions are at most {} degrees off, in {}", figure(degrees(direction.value), 3),
                            printable(direction.job->output));
    }
    if (slide.job != nullptr) {
        text +=
            fmt::format("; planted feet slide at most {}, in {}", figure(millimetres(slide.value), 1, " mm"), printable(slide.job->output));
    }
    return text + '\n';
}

std::string reportAsJson(std::span<const ConversionJob> jobs, std::span<const RetargetingOutcome> outcomes)
{
    return batchAsJson<Retargeting>(jobs, outcomes, [](JsonWriter& json, const Retargeting& retargeting) {
        json.key("clips");
        json.beginArray();
        for (const RetargetedMotion& motion : retargeting.motions) {
            writeMotion(json, motion);
        }
        json.endArray();
        writeTexts(json, "warnings", retargeting.warnings);
    });
}

}  // namespace armature::tools
