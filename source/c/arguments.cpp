#include "arguments.hpp"

#include <armature/skeleton/bone.hpp>

#include "base/words.hpp"

namespace armature::capi {

void requireCount(std::size_t given, std::size_t needed, std::string_view elements)
{
    if (given != needed) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT,
                      "the array has " + std::to_string(given) + " " + std::string(elements) + ", needed are " + std::to_string(needed));
    }
}

std::string_view textAt(const char* text, std::string_view name)
{
    return &at(text, name);
}

std::string_view utf8At(const char* text, std::string_view name)
{
    const std::string_view whole = textAt(text, name);
    for (std::string_view rest = whole; !rest.empty();) {
        const std::size_t length = utf8Length(rest);
        if (length == 0) {
            throw Refusal(ARMATURE_INVALID_ARGUMENT,
                          std::string(name) + " is not UTF-8: byte " + std::to_string(whole.size() - rest.size()) + " is wrong");
        }
        rest.remove_prefix(length);
    }
    return whole;
}

std::filesystem::path pathAt(const char* text)
{
#ifdef _WIN32
    const std::string_view name = utf8At(text, "the file");
    return std::filesystem::path(std::u8string(name.begin(), name.end()));
#else
    return std::filesystem::path(textAt(text, "the file"));
#endif
}

glm::mat4 matrixAt(const float* numbers)
{
    const float* const first = &at(numbers, "the matrix");
    glm::mat4 matrix;
    for (glm::length_t column = 0; column < 4; ++column) {
        for (glm::length_t row = 0; row < 4; ++row) {
            matrix[column][row] = first[4 * column + row];
        }
    }
    return matrix;
}

void write(float* outNumbers, const glm::vec3& vector) noexcept
{
    for (glm::length_t i = 0; i < 3; ++i) {
        outNumbers[i] = vector[i];
    }
}

void write(float* outNumbers, const glm::quat& rotation) noexcept
{
    outNumbers[0] = rotation.x;
    outNumbers[1] = rotation.y;
    outNumbers[2] = rotation.z;
    outNumbers[3] = rotation.w;
}

void write(float* outNumbers, const glm::mat4& matrix) noexcept
{
    for (glm::length_t column = 0; column < 4; ++column) {
        for (glm::length_t row = 0; row < 4; ++row) {
            outNumbers[4 * column + row] = matrix[column][row];
        }
    }
}

void write(armature_transform& outTransform, const Transform& transform) noexcept
{
    write(outTransform.translation, transform.translation);
    write(outTransform.rotation, transform.rotation);
    write(outTransform.scale, transform.scale);
}

void write(armature_box& outBox, const Aabb& box) noexcept
{
    write(outBox.minimum, box.minimum);
    write(outBox.maximum, box.maximum);
}

void write(armature_root_motion& outMotion, const RootMotionDelta& motion) noexcept
{
    for (glm::length_t i = 0; i < 3; ++i) {
        outMotion.offset[i] = motion.offset[i];
        outMotion.up[i] = motion.up[i];
    }
    outMotion.turn = motion.turn;
}

void requireSize(std::size_t given, std::size_t first, std::string_view structName)
{
    if (given < first) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT, std::string(structName) + ".size is " + std::to_string(given) + ", at least "
                                                     + std::to_string(first) + " is needed: was it filled with its defaults?");
    }
}

void requireZeros(std::span<const std::byte> rest, std::string_view structName)
{
    if (std::ranges::any_of(rest, [](std::byte byte) { return byte != std::byte{0}; })) {
        throw Refusal(ARMATURE_INVALID_ARGUMENT,
                      std::string(structName) + " has members that this version of the library, " + armature_version() + ", does not know");
    }
}

void requireReport(const armature_ik_report* report)
{
    if (report != nullptr) {
        requireSize(report->size, sizeof(armature_ik_report), "armature_ik_report");
    }
}

void write(armature_ik_report* outReport, const IkReport& report, bool isLimited)
{
    if (outReport != nullptr) {
        armature_ik_report value{};
        value.status = static_cast<armature_ik_status>(report.status);
        value.is_reached = report.isReached;
        value.is_limited = isLimited;
        value.distance = report.distance;
        value.angle = report.angle;
        value.beyond_reach = report.beyondReach;
        value.joint_change = report.jointChange;
        value.iterations = report.iterations;
        writeSized(outReport, outReport->size, value, "armature_ik_report");
    }
}

TransformNode& transformNodeOf(const armature_node* node)
{
    TransformNode* const found = objectOf(node).asTransformNode();
    return found != nullptr ? *found : throw Refusal(ARMATURE_INVALID_ARGUMENT, "the node is a bone; a node of a scene is expected");
}

armature_node* nodeHandle(armature_context& context, Node& node)
{
    const Kind kind = node.isBone() ? Kind::Bone : Kind::Node;
    return reinterpret_cast<armature_node*>(&context.refer(kind, &node, node.getLifetime()));
}

armature_bone* boneHandle(armature_context& context, Bone& bone)
{
    return reinterpret_cast<armature_bone*>(nodeHandle(context, bone));
}

Bone& boneOf(const armature_bone* bone)
{
    return *static_cast<Node*>(entryOf(bone).object)->asBone();
}

void refuseUnknown(std::string_view what, std::string_view name)
{
    throw Refusal(ARMATURE_NOT_FOUND, "there is no " + std::string(what) + " named \"" + std::string(name) + '"');
}

void refuseUnknown(std::string_view what, std::size_t index, std::size_t count)
{
    throw Refusal(ARMATURE_NOT_FOUND, "there is no " + std::string(what) + " " + std::to_string(index) + ": " + thereAre(count, what));
}

}  // namespace armature::capi
