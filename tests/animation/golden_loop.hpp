#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include <animation/golden_keys.hpp>

namespace armature::test {

/// The linear keys of one golden channel, in double.
class GoldenCurve {
public:
    explicit GoldenCurve(const Json& channel)
    {
        for (const Json& key : channel["keys"].items()) {
            frames_.push_back(key["f"].number());
            values_.push_back(key["v"].numbers());
        }
    }

    /// Interpolates linearly, rotations by slerp.
    [[nodiscard]] std::vector<double> at(double frame) const
    {
        const auto next = std::ranges::upper_bound(frames_, frame);
        if (next == frames_.begin() || next == frames_.end()) {
            return next == frames_.end() ? values_.back() : values_.front();
        }
        const auto i = static_cast<std::size_t>(next - frames_.begin());
        const double fraction = (frame - frames_[i - 1]) / (frames_[i] - frames_[i - 1]);
        std::vector<double> value = values_[i - 1];
        if (value.size() == 4) {
            const glm::dquat turned = glm::slerp(toQuaternion(values_[i - 1]), toQuaternion(values_[i]), fraction);
            return {turned.x, turned.y, turned.z, turned.w};
        }
        for (std::size_t c = 0; c < value.size(); ++c) {
            value[c] += fraction * (values_[i][c] - value[c]);
        }
        return value;
    }

    [[nodiscard]] static glm::dquat toQuaternion(const std::vector<double>& v) { return {v[3], v[0], v[1], v[2]}; }

private:
    std::vector<double> frames_;
    std::vector<std::vector<double>> values_;
};

/// The expected values of a group in those of Babylon.js's looping modes that Babylon.js itself shows differently. They follow from the
/// keys, the time played and the definitions of LoopMode.
class GoldenLoop {
public:
    GoldenLoop(const Json& golden, std::size_t group) : kind_(golden["kind"].text()), group_(golden["groups"].items()[group])
    {
        const auto whole = golden["ranges"].items()[group].numbers();
        from_ = group_.has("from") ? group_["from"].number() : whole[0];
        to_ = group_.has("to") ? group_["to"].number() : whole[1];
    }

    [[nodiscard]] bool isPingPong() const { return kind_.starts_with("YOYO"); }
    [[nodiscard]] bool isConstant() const { return kind_ == "CONSTANT"; }
    [[nodiscard]] bool hasEnded() const { return isConstant() && frames_ >= to_ - from_; }
    void play(double frames) { frames_ += frames; }

    /// The frame that the group shows.
    [[nodiscard]] double frame() const
    {
        const double length = to_ - from_;
        const double rounds = std::floor(frames_ / length);
        const double rest = frames_ - rounds * length;
        return isPingPong() && std::fmod(rounds, 2.) != 0. ? to_ - rest : from_ + rest;
    }

    /// The reason why the golden values do not apply; empty if they do.
    [[nodiscard]] std::string mark() const
    {
        return isPingPong()               ? "YOYO runs along |sin(pi x)|, there and back in one round; PingPong at the clip's own pace"
               : kind_ == "RELATIVE-quat" ? "RELATIVE adds components of quaternions; Accumulate turns on"
               : kind_ == "RELATIVE_FROM_CURRENT" ? "RELATIVE_FROM_CURRENT begins the first key's value away from where the target is"
                                                  : "";
    }

    /// Replaces the golden values of one target's channels by the expected ones.
    void correct(std::size_t target, glm::dvec3& translation, glm::dquat& rotation) const
    {
        for (const Json& channel : group_["channels"].items()) {
            if (channel["target"].index() != target || mark().empty()) {
                continue;
            }
            const GoldenCurve curve(channel);
            const auto first = curve.at(from_);
            const auto now = curve.at(frame());
            if (now.size() == 4) {
                const glm::dquat begin = GoldenCurve::toQuaternion(first);
                const glm::dquat round = GoldenCurve::toQuaternion(curve.at(to_)) * glm::inverse(begin);
                rotation = GoldenCurve::toQuaternion(now);
                for (double left = std::floor(frames_ / (to_ - from_)); left > 0.; --left) {
                    rotation = round * rotation;
                }
                continue;
            }
            for (std::size_t c = 0; c < now.size(); ++c) {
                double& number = translation[static_cast<glm::length_t>(c)];
                number = isPingPong() ? now[c] : number - first[c];
            }
        }
    }

private:
    std::string kind_;
    Json group_;
    double from_ = 0.;
    double to_ = 0.;
    double frames_ = 0.;
};

}  // namespace armature::test
