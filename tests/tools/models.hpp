#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>

namespace armature::test {

/// A glTF file made in a test. The buffer grows with each accessor added; the test writes the surrounding JSON.
class GltfText {
public:
    /// Appends an accessor over `numbers` and returns its index. `type` is "SCALAR", "VEC3", ...
    std::size_t addFloats(std::string_view type, const std::vector<float>& numbers);
    std::size_t addBytes(std::string_view type, const std::vector<unsigned char>& numbers);

    /// The file's text: `members`, a comma-separated list of JSON members, and the buffer with its views and accessors.
    [[nodiscard]] std::string text(std::string_view members) const;

private:
    std::size_t addAccessor(std::string_view type, int componentType, std::size_t numbers, std::size_t bytes);

    std::string bytes_;
    std::string views_;
    std::string accessors_;
    std::size_t count_ = 0;
};

/// A vertical strip of two quads in the plane z = 0, x from 0 to 1, y from 0 to 2, skinned to two joints.
///
/// Nodes: 0 "root" at (10, 0, 0), 1 "lower" its child at the origin, 2 "upper" at (0, 1, 0), a child of "lower", 3 "strip" with mesh and
/// skin. Inverse binds: identity and translation (0, -1, 0). The vertices at y = 2 follow "upper", the others "lower".
/// Clips: "bend" turns "upper" by 90 degrees about +Z from 0 to 1 s, linearly; "0" moves "lower" from the origin to (0, 0, 4) in 2 s, in
/// one step at its end. `jointName` replaces "upper", as JSON text without its quotes.
[[nodiscard]] std::string stripModel(std::string_view jointName = "upper");

[[nodiscard]] std::vector<std::string> clipNames(const Scene& scene);

/// Writes a text to a file and returns its name.
std::string writeFile(const std::filesystem::path& file, std::string_view text);

}  // namespace armature::test
