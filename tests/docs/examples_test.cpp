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

// Every example of docs/NAME.md also stands in NAME_page.cpp of this folder, which compiles and runs it, or in docs/NAME/main.cpp if there
// is such a file. tests/packaging compiles that file, and examples that are whole programs, against the installed library. Examples in C
// are in NAME_page.c or docs/NAME/main.c. compiled_examples.cpp holds examples that cannot be run.

namespace {

using Lines = std::vector<std::string>;

// Returns the lines of a file without their indentation.
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

// Returns the lines between each line that begins an example, such as ```cpp, and the next ```.
std::vector<Lines> examplesIn(const Lines& page, std::string_view fence)
{
    std::vector<Lines> examples;
    for (auto line = page.begin(); line != page.end(); ++line) {
        if (*line == fence) {
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

// Returns README.md and the pages of docs and of the demos.
std::vector<std::filesystem::path> pagesOf(const std::filesystem::path& source)
{
    std::vector<std::filesystem::path> pages{source / "README.md"};
    for (const char* folder : {"docs", "demos"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(source / folder)) {
            if (entry.path().extension() == ".md") {
                pages.push_back(entry.path());
            }
        }
    }
    return pages;
}

// Returns the files that may contain a page's examples.
std::vector<Lines> codeOf(const std::filesystem::path& source, const std::filesystem::path& page)
{
    std::vector<Lines> code{readLines(source / "tests/docs/compiled_examples.cpp")};
    const std::string name = page.stem().string();
    for (const auto& file : {source / "docs" / name / "main.cpp", source / "tests/docs" / (name + "_page.cpp"),
                             source / "docs" / name / "main.c", source / "tests/docs" / (name + "_page.c")}) {
        if (std::filesystem::exists(file)) {
            code.push_back(readLines(file));
        }
    }
    return code;
}

bool hasExample(const Lines& code, const Lines& example)
{
    return std::search(code.begin(), code.end(), example.begin(), example.end()) != code.end();
}

// Returns a line of code that only its indentation marks as code, if there is one. examplesIn() would not find it.
std::string unfencedCode(const std::filesystem::path& page)
{
    std::ifstream stream(page);
    bool isFenced = false;
    for (std::string line; std::getline(stream, line);) {
        const std::size_t start = line.find_first_not_of(' ');
        if (start != std::string::npos && line.compare(start, 3, "```") == 0) {
            isFenced = !isFenced;
        } else if (!isFenced && start != std::string::npos && start >= 4 && (line.ends_with(';') || line.find("armature::") == start)) {
            return line;
        }
    }
    return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documentation)

BOOST_AUTO_TEST_CASE(every_example_is_compiled_and_run)
{
    const std::filesystem::path source = armature::test::sourceDirectory();
    std::size_t pages = 0;
    std::size_t examples = 0;
    for (const std::filesystem::path& page : pagesOf(source)) {
        BOOST_TEST(unfencedCode(page) == "", page << ": code that is not between ```cpp and ```");
        const Lines text = readLines(page);
        auto found = examplesIn(text, "```cpp");
        std::erase_if(found, [&](const Lines& example) { return isProgram(example); });  // tests/packaging compiles it
        const auto inC = examplesIn(text, "```c");
        found.insert(found.end(), inC.begin(), inC.end());
        pages += found.empty() ? 0u : 1u;
        const std::vector<Lines> code = codeOf(source, page);
        for (const Lines& example : found) {
            ++examples;
            const bool isThere = std::ranges::any_of(code, [&](const Lines& lines) { return hasExample(lines, example); });
            BOOST_TEST(isThere, page << ": this example is not in its test:\n" << example.front());
        }
    }
    BOOST_TEST(pages >= 1u);
    BOOST_TEST_MESSAGE("examined " << examples << " examples on " << pages << " pages");
    BOOST_TEST(examples >= 12u);
}

BOOST_AUTO_TEST_SUITE_END()
