#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include "base/letters.hpp"

namespace armature {

/// The size of a letter's cell in dots: the letter, and an outline of one dot around it.
inline constexpr std::size_t cellColumns = letterColumns + 2;
inline constexpr std::size_t cellRows = letterRows + 2;
/// Number of letters: the printable ASCII characters, and a box for all others.
inline constexpr std::size_t letterCount = 96;

/// A letter, as text.vert reads it.
struct PlacedLetter {
    glm::vec2 place;  ///< Upper left corner of the cell, in pixels from the picture's upper left corner.
    float letter;     ///< Index of the letter's cell in the atlas.
    glm::vec4 color;
};

/// Chooses which labels are shown and places their letters in the picture. Keeps its memory from frame to frame.
class LabelLayout final {
public:
    struct View {
        glm::mat4 viewProjection{1.f};  ///< From positions to clip space.
        glm::vec2 size{0.f};            ///< Size of the picture, in pixels.
        std::size_t scale = 1;          ///< Pixels per dot.
    };

    void clear() noexcept;
    /// `text` must stay valid until layOut(). If `goesFirst`, the label takes precedence over all others, even nearer ones.
    void add(const glm::vec3& position, std::string_view text, const glm::vec4& color, bool goesFirst = false);
    /// Places nearer labels first. Leaves out labels that are behind the camera, outside the picture or over an earlier label.
    void layOut(const View& view);

    [[nodiscard]] std::span<const PlacedLetter> letters() const noexcept { return letters_; }

private:
    struct Entry {
        glm::vec3 position;
        std::string_view text;
        glm::vec4 color;
        bool goesFirst;
        std::size_t order;
        float depth;
        glm::vec2 pixel;
    };

    void place(const Entry& entry, const View& view);
    /// Marks a rectangle of the picture, given by its upper left and lower right corners in pixels, as taken. Returns false, and marks
    /// nothing, if some of it was taken already.
    [[nodiscard]] bool take(const glm::vec2& low, const glm::vec2& high, const View& view);

    std::vector<Entry> entries_;
    std::vector<PlacedLetter> letters_;
    std::vector<std::uint8_t> taken_;  ///< One entry for each tile of the picture.
};

/// Returns an image of `letterCount` cells side by side, with 255 for each dot; rows from the top.
[[nodiscard]] std::vector<std::uint8_t> makeLetterAtlas();

}  // namespace armature
