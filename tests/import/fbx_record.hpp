#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace armature::test {

using Integers = std::vector<std::int64_t>;
using Reals = std::vector<double>;

/// A record of an FBX file. A test writes it as a text or a binary file, with the same content in every form.
struct FbxRecord {
    using Value = std::variant<std::int64_t, double, std::string, Integers, Reals>;

    std::string name = {};
    std::vector<Value> values = {};
    std::vector<FbxRecord> children = {};

    /// The first child of that name, which must exist.
    FbxRecord& child(const std::string& childName);
};

/// A property of version 7: P: name, type, "", "A", values.
FbxRecord fbxProperty(const std::string& name, const std::string& type, std::vector<FbxRecord::Value> values);

/// An object that needs only a name and a kind, such as "AnimCurveNode::R".
FbxRecord fbxNamed(const std::string& type, std::int64_t number, const std::string& label, const std::string& kind = {});
/// Connects `child` to `parent` (0: the scene), or to the property of it that the child drives.
FbxRecord fbxConnection(std::int64_t child, std::int64_t parent, const std::string& property = {});
/// A model without rotation, at `place` in its parent's axes.
FbxRecord fbxModel(std::int64_t number, const std::string& name, const std::string& kind, const std::array<double, 3>& place);
/// A curve with linear keys.
FbxRecord fbxCurve(std::int64_t number, const std::vector<double>& seconds, const std::vector<double>& values);
/// The points that a joint moves. The joint was at `place`, without rotation, when they were bound.
FbxRecord fbxCluster(std::int64_t number, const std::string& name, std::vector<std::int64_t> points, std::vector<double> weights,
                     const std::array<double, 3>& place);
/// GlobalSettings with +Y up and the given unit.
FbxRecord fbxAxesAndUnit(double centimetres);

/// How a binary file is written.
struct FbxBinary {
    std::uint32_t version = 7400;
    bool isPacked = false;  ///< Arrays as zlib streams (whose blocks are stored, not compressed).
    bool isBigEndian = false;
    bool hasBytes = false;  ///< Small integers as one-byte values of type Z.
};

[[nodiscard]] std::vector<std::byte> fbxText(const std::vector<FbxRecord>& records, int version = 7400);
[[nodiscard]] std::vector<std::byte> fbxBinary(const std::vector<FbxRecord>& records, const FbxBinary& form = {});

/// A rig in centimetres with +Y up: a model "root" at (0, 10, 0) with a child "hand" at (30, 0, 0), a triangle "body" skinned to both
/// (point 0 to root, 1 to hand, 2 half and half), and a stack "wave" that turns hand about z from 0 to 90 degrees in one second and moves
/// root. See fbx_record.cpp for the numbers.
[[nodiscard]] std::vector<FbxRecord> fbxRig();

/// The object of that name in "Objects".
FbxRecord& fbxObject(std::vector<FbxRecord>& records, const std::string& name);
/// The top-level record of that name.
FbxRecord& fbxTop(std::vector<FbxRecord>& records, const std::string& name);

/// One second in FBX's own unit of time.
constexpr std::int64_t fbxSecond = 46'186'158'000;

}  // namespace armature::test
