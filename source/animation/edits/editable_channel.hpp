#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>

namespace armature {

/// A channel of a clip that is being edited. It has its own key times, and its numbers are doubles, so that many edits round only once.
///
/// Two neighbouring keys may have the same time: the motion jumps there, from the first key's value to the second's.
struct EditableChannel {
    ChannelTarget target = {};
    ChannelPath path = ChannelPath::Translation;
    Interpolation interpolation = Interpolation::Linear;
    std::size_t components = 3;
    std::vector<double> times = {};   ///< Ascending; two neighbours are equal at a jump.
    std::vector<double> values = {};  ///< Laid out as ChannelDescription::values.

    [[nodiscard]] bool isCubic() const noexcept { return interpolation == Interpolation::CubicSpline; }
    [[nodiscard]] bool isRotation() const noexcept { return path == ChannelPath::Rotation; }
    [[nodiscard]] std::size_t keySize() const noexcept { return components * (isCubic() ? 3 : 1); }

    /// Returns all numbers of a key: its value or, in a spline, its in-tangent, value and out-tangent.
    [[nodiscard]] std::span<double> key(std::size_t index) { return std::span(values).subspan(index * keySize(), keySize()); }
    [[nodiscard]] std::span<const double> key(std::size_t index) const { return std::span(values).subspan(index * keySize(), keySize()); }
    [[nodiscard]] std::span<double> value(std::size_t index) { return key(index).subspan(isCubic() ? components : 0, components); }
    [[nodiscard]] std::span<const double> value(std::size_t index) const
    {
        return key(index).subspan(isCubic() ? components : 0, components);
    }
    /// The tangents before and after a key. Precondition: the channel is a spline.
    [[nodiscard]] std::span<double> inTangent(std::size_t index) { return key(index).first(components); }
    [[nodiscard]] std::span<double> outTangent(std::size_t index) { return key(index).last(components); }

    /// Returns all numbers of the key at `seconds` or, if there is no key, of a key that could be inserted there without changing the
    /// motion. A spline's rotation is not normalised. At a jump, returns the later value.
    [[nodiscard]] std::vector<double> keyAt(double seconds) const;
    /// Returns the value of the key that keyAt() returns, without tangents.
    [[nodiscard]] std::vector<double> valueAt(double seconds) const;

    /// Inserts a key at each of these ascending times that has none; does not change the motion.
    void cutAt(std::span<const double> seconds);
    /// Removes keys before index `first` and from index `end` on.
    void keep(std::size_t first, std::size_t end);
    /// Appends a key; `numbers` has keySize() elements.
    void append(double seconds, std::span<const double> numbers);
};

[[nodiscard]] EditableChannel editable(const AnimationClip& clip, std::size_t channel);
[[nodiscard]] std::vector<EditableChannel> editable(const AnimationClip& clip);

/// Negates rotations, with their tangents, so that each key is in the same half of the quaternion sphere as its predecessor.
void alignSigns(EditableChannel& channel);

/// Rounds times to floats such that they still ascend, then creates the clip.
[[nodiscard]] std::shared_ptr<const AnimationClip> toClip(const std::string& name, std::span<const EditableChannel> channels);

/// Throws std::invalid_argument with the message `animation clip "walk": <what>`.
[[noreturn]] void refuseEdit(const AnimationClip& clip, const std::string& what);

}  // namespace armature
