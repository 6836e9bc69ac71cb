#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <support/shared_data.hpp>

// Every example of a documentation page stands in a file of this folder, where it is compiled and run: docs/NAME.md in NAME_page.cpp. Where
// there is docs/NAME/main.cpp, it stands there. That file, and examples that are whole programs, are compiled by tests/packaging against
// the installed package.

namespace {

using Lines = std::vector<std::string>;

// The lines of a file without their indentation.
Lines readLines(const std::filesystem::path& file)
{
    Lines lines;
    std::ifstream stream(file);
    BOOST_TEST_REQUIRE(stream.good(), "cannot read " << file);
    for (std::string line; std::getline(stream, line);) {
        const std::size_t start = line.find_first_not_of(' ');
        lines.push_back(start == std::string::npos ? std::string() : line.substr(start));
    }
    return lines;
}

// What stands between ```cpp and ```.
std::vector<Lines> examplesIn(const Lines& page)
{
    std::vector<Lines> examples;
    for (auto line = page.begin(); line != page.end(); ++line) {
        if (*line == "```cpp") {
            const auto end = std::find(line, page.end(), "```");
            examples.emplace_back(line + 1, end);
            line = end;
        }
    }
    return examples;
}

bool isProgram(const Lines& example)
{
    return std::ranges::any_of(example, [](const std::string& line) { return line.starts_with("int main("); });
}

// Where the examples of a page stand.
std::filesystem::path codeOf(const std::string& page)
{
    const std::filesystem::path source = armature::test::sourceDirectory();
    const std::filesystem::path program = source / "docs" / page / "main.cpp";
    return std::filesystem::exists(program) ? program : source / "tests" / "docs" / (page + "_page.cpp");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documentation)

BOOST_AUTO_TEST_CASE(every_example_is_compiled_and_run)
{
    const std::filesystem::path source = armature::test::sourceDirectory();
    std::size_t pages = 0;
    std::size_t examples = 0;
    for (const auto& entry : std::filesystem::directory_iterator(source / "docs")) {
        if (entry.path().extension() != ".md") {
            continue;
        }
        const auto found = examplesIn(readLines(entry.path()));
        if (found.empty()) {
            continue;
        }
        ++pages;
        const Lines code = readLines(codeOf(entry.path().stem().string()));
        for (const Lines& example : found) {
            ++examples;
            const bool isThere = isProgram(example) || std::search(code.begin(), code.end(), example.begin(), example.end()) != code.end();
            BOOST_TEST(isThere, entry.path().filename() << ": this example is not in its test:\n" << example.front());
        }
    }
    BOOST_TEST(pages >= 1u);
    BOOST_TEST_MESSAGE("examined " << examples << " examples on " << pages << " pages");
    BOOST_TEST(examples >= 12u);
}

BOOST_AUTO_TEST_SUITE_END()
