#include "retargeting.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include "batch_report.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

using Layout = JsonWriter::Layout;

template <class... Values>
void append(std::string& text, fmt::format_string<Values...> format, Values&&... values)
{
    fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
}

double millimetres(double length)
{
    return 1000. * length;  // of the target's world, whose unit is the metre
}

void appendBones(std::string& text, const RetargetQuality& quality)
{
    append(text, "    {:<44}{:>8}{:>10}\n", "directions, in degrees", "mean", "largest");
    for (const RetargetBoneQuality& bone : quality.bones) {
        append(text, "      {:<42}{:>8.3f}{:>10.3f}\n", printable(bone.source) + " -> " + printable(bone.target),
               glm::degrees(bone.meanDirectionError), glm::degrees(bone.largestDirectionError));
    }
    append(text, "      {:<42}{:>8.3f}{:>10.3f}\n", "all", glm::degrees(quality.meanDirectionError.value_or(0.)),
           glm::degrees(quality.largestDirectionError.value_or(0.)));
}

void appendBody(std::string& text, const RetargetQuality& quality)
{
    append(text, "    feet: planted {}; slide {:.1f} mm on average, {:.1f} mm at most, the source's {:.1f} mm; {:.1f} mm into the ground\n",
           counted(quality.contactCount, "time"), millimetres(quality.meanFootSlide.value_or(0.)),
           millimetres(quality.largestFootSlide.value_or(0.)), millimetres(quality.sourceFootSlide.value_or(0.)),
           millimetres(quality.groundPenetration.value_or(0.)));
    append(text, "    hands: their distance is {:.1f} mm off on average, {:.1f} mm at most\n",
           millimetres(quality.meanHandError.value_or(0.)), millimetres(quality.largestHandError.value_or(0.)));
}

/// The largest of a number over all clips, and whose it is.
struct Worst {
    double value = -1.;
    const ConversionJob* job = nullptr;

    void take(double other, const ConversionJob& of)
    {
        if (other > value) {
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
    json.member("meanDirection", glm::degrees(quality.meanDirectionError.value_or(0.)));
    json.member("largestDirection", glm::degrees(quality.largestDirectionError.value_or(0.)));
    json.member("contacts", quality.contactCount);
    json.member("meanFootSlide", millimetres(quality.meanFootSlide.value_or(0.)));
    json.member("largestFootSlide", millimetres(quality.largestFootSlide.value_or(0.)));
    json.member("sourceFootSlide", millimetres(quality.sourceFootSlide.value_or(0.)));
    json.member("groundPenetration", millimetres(quality.groundPenetration.value_or(0.)));
    json.member("meanHands", millimetres(quality.meanHandError.value_or(0.)));
    json.member("largestHands", millimetres(quality.largestHandError.value_or(0.)));
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
        append(text, "  {} from {}: {:.6g} s, {} go together, travel times {:.4g}, {}\n", inQuotes(motion.name), printable(motion.source),
               motion.seconds, counted(motion.pairs, "bone"), motion.scale, counted(motion.keys, "key"));
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
        append(text, "{}: {} {:.6g} s; directions {:.3f}, at most {:.3f} degrees off; feet slide {:.1f}, at most {:.1f} mm\n",
               printable(job.output), inQuotes(motion.name), motion.seconds, glm::degrees(quality.meanDirectionError.value_or(0.)),
               glm::degrees(quality.largestDirectionError.value_or(0.)), millimetres(quality.meanFootSlide.value_or(0.)),
               millimetres(quality.largestFootSlide.value_or(0.)));
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
                direction.take(motion.quality.largestDirectionError.value_or(0.), jobs[i]);
                slide.take(motion.quality.largestFootSlide.value_or(0.), jobs[i]);
            }
        }
    }
    std::string text = countsOfBatch<Retargeting>(outcomes);
    if (direction.job != nullptr) {
        append(text, "; directions are at most {:.3f} degrees off, in {}; planted feet slide at most {:.1f} mm, in {}",
               glm::degrees(direction.value), printable(direction.job->output), millimetres(slide.value), printable(slide.job->output));
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
