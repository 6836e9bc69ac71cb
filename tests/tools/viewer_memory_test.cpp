#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>

#include <armature/error.hpp>

#include <programs/viewer/remembered.hpp>

#include "windowless_viewer.hpp"

// The remembered state of the viewer, and the scale of its panels.

namespace {

using namespace armature;
using namespace armature::test;
using namespace armature::tools;

// Sets an environment variable for the lifetime of the object; without a value, removes the variable.
class Variable {
public:
    Variable(const char* name, const std::optional<std::string>& value) : name_(name)
    {
        if (const char* before = std::getenv(name)) {
            before_ = before;
        }
        set(value);
    }
    ~Variable() { set(before_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    void set(const std::optional<std::string>& value) const { value ? ::setenv(name_, value->c_str(), 1) : ::unsetenv(name_); }

    const char* name_;
    std::optional<std::string> before_;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(viewer_memory, WindowlessViewer)

BOOST_AUTO_TEST_CASE(the_file_is_where_settings_belong)
{
    const Variable home("HOME", "/home/somebody");
    {
        const Variable config("XDG_CONFIG_HOME", "/elsewhere");
        BOOST_TEST(findRememberedFile().value() == "/elsewhere/armature/viewer.txt");
    }
    {
        const Variable config("XDG_CONFIG_HOME", "not/absolute");
        BOOST_TEST(findRememberedFile().value() == "/home/somebody/.config/armature/viewer.txt");
    }
    const Variable config("XDG_CONFIG_HOME", std::nullopt);
    const Variable nowhere("HOME", std::nullopt);
    BOOST_TEST(!findRememberedFile().has_value());
}

BOOST_AUTO_TEST_CASE(settings_and_the_window_come_back)
{
    const std::filesystem::path memory = folder / "new folder" / "viewer.txt";
    for (const std::string_view line : {"theme light", "panels off", "page curves", "bones on", "bone-shape sticks", "surface normals",
                                        "space world", "show-in skeleton", "notation numpy", "panel-scale 1.5"}) {
        run(line);
    }
    document.facts.windowSize = glm::ivec2(900, 700);
    document.facts.windowPlace = glm::ivec2(-20, 40);
    document.facts.isMaximized = true;
    remember(document, memory);

    ViewerDocument later;
    recall(later, memory);
    BOOST_TEST(later.messages().empty());
    for (const std::string_view name : {"theme", "panels", "page", "bones", "bone-shape", "surface", "space", "show-in", "notation",
                                        "panel-scale", "names", "skinning"}) {
        BOOST_TEST(describeState(later, name) == state(name), name);
    }
    BOOST_TEST((later.requests.windowSize == glm::ivec2(900, 700)));
    BOOST_TEST((later.requests.windowPlace == glm::ivec2(-20, 40)));
    BOOST_TEST(later.requests.isMaximized.value());

    ViewerDocument first;
    recall(first, folder / "absent.txt");
    BOOST_TEST(first.messages().empty());
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_the_file_is_a_message_and_the_rest_counts)
{
    const std::filesystem::path memory =
        writeFile(folder / "viewer.txt", "theme light\nwindow 5x5\n\nopen secret.glb\nbones on\npage moon");
    recall(document, memory);
    BOOST_TEST(state("theme") == "light");
    BOOST_TEST(state("bones") == "on");
    BOOST_TEST(state("errors") == "3");
    const auto& messages = document.messages();
    BOOST_TEST(messages[messages.size() - 3].text == memory.string() + ": line 2: width: a whole number from 320 to 16384, not 5");
    BOOST_TEST(messages[messages.size() - 2].text == memory.string() + ": line 4: \"open\" is not remembered");
    BOOST_TEST(messages.back().text.find("line 6: one of bone, curves") != std::string::npos);
    BOOST_TEST(!document.requests.windowSize.has_value());

    recall(document, folder);
    BOOST_TEST(messages.back().text.find("is a folder") != std::string::npos);
    writeFile(memory, std::string(100'000, ' '));
    recall(document, memory);
    BOOST_TEST(messages.back().text.find("the limit for what the viewer remembers") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_is_an_error)
{
    const std::string occupied = writeFile(folder / "a file", "");
    BOOST_CHECK_THROW(remember(document, std::filesystem::path(occupied) / "viewer.txt"), Error);
}

BOOST_AUTO_TEST_CASE(panels_have_another_scale)
{
    BOOST_TEST(play("expect panel-scale display\n"
                    "panel-scale 2\nwait 1\nexpect panel-scale 2\n"
                    "panel-scale smaller\nwait 1\nexpect panel-scale 1.818\n"
                    "key Ctrl+=\nexpect panel-scale 2\nkey Ctrl+0\nexpect panel-scale display\n")
               == "");
    BOOST_TEST(document.facts.panelScale == 1.f);
    run("panel-scale 3");
    BOOST_TEST(play("wait 1") == "");
    BOOST_TEST(document.facts.panelScale == 3.f);
    BOOST_TEST(refusal("panel-scale 5") == "a factor from 0.5 to 4, not 5");
    BOOST_TEST(refusal("panel-scale") == "a factor, larger, smaller or display is a decimal number, not \"\"");
    BOOST_TEST(refusal("window 800") == "WIDTHxHEIGHT, not \"800\"");
    BOOST_TEST(refusal("window 800x600.5") == "height: a whole number from 240 to 16384, not 600.5");
    BOOST_TEST(state("panel-scale") == "3");
}

BOOST_AUTO_TEST_SUITE_END()
