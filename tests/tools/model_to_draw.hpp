#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <armature/support/picture.hpp>
#include <boost/test/unit_test.hpp>

#include "models.hpp"
#include "program.hpp"

#include <support/file_content.hpp>
#include <support/shared_data.hpp>

namespace armature::test {

using support::Picture;

using Color = std::array<int, 4>;

[[nodiscard]] inline Color colorAt(const Picture& picture, std::size_t x, std::size_t y)
{
    const auto pixel = picture.at(x, y);
    return {pixel[0], pixel[1], pixel[2], pixel[3]};
}

struct ModelToDraw {
    std::filesystem::path folder = emptyOutputDirectory("render");
    std::string file = writeFile(folder / "strip.gltf", stripModel());

    [[nodiscard]] std::string picturePath(const std::string& name) const { return (folder / name).string(); }

    [[nodiscard]] Picture draw(const std::string& name, std::vector<std::string> options) const
    {
        options.insert(options.begin(), {"render", file, "-o", picturePath(name)});
        const Outcome outcome = runArmature(options);
        BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
        BOOST_TEST(outcome.output.starts_with("wrote " + picturePath(name) + ": "), outcome.output);
        return support::readPng(picturePath(name));
    }

    /// Checks that `render` refuses with status 2 and one line that contains `part`.
    void refuse(std::vector<std::string> options, std::string_view part) const
    {
        options.insert(options.begin(), {"render", file, "-o", picturePath("refused.png")});
        const Outcome outcome = runArmature(options);
        BOOST_TEST(outcome.status == 2);
        BOOST_TEST(linesOf(outcome.errors).size() == 1u);
        BOOST_TEST(outcome.errors.find(part) != std::string::npos, outcome.errors << " does not say " << part);
        BOOST_TEST(!std::filesystem::exists(picturePath("refused.png")));
    }
};

// Returns how many chunks of a type a PNG file has. Four letters name the type (PNG specification, section 5.3).
[[nodiscard]] inline std::size_t chunksOf(const std::string& file, std::string_view kind)
{
    const std::string bytes = contentOf(file);
    std::size_t count = 0;
    for (std::size_t place = 8; place + 8 <= bytes.size();) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            length = length << 8 | static_cast<unsigned char>(bytes[place + i]);
        }
        count += bytes.compare(place + 4, 4, kind) == 0 ? 1u : 0u;
        place += 12 + length;
    }
    return count;
}

}  // namespace armature::test
