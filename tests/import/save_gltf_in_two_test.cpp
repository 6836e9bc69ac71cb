#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>

#include <boost/test/unit_test.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <support/rename_fault.hpp>
#include <support/shared_data.hpp>

// A .gltf file and its .bin file are of one model, whatever happens while another model replaces them.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

/// Saves a model that states its number in its text and in its data: a triangle at x = `number` in a mesh of that name.
void saveNumbered(int number, const fs::path& file)
{
    Scene scene;
    Primitive triangle;
    const auto x = static_cast<float>(number);
    triangle.positions = {{x, 0.f, 0.f}, {x, 1.f, 0.f}, {x, 0.f, 1.f}};
    triangle.indices = {0, 1, 2};
    scene.addMeshInstance({.name = std::to_string(number), .primitives = {triangle}}, scene.createTransformNode("node"));
    static_cast<void>(saveGltf(scene, file));
}

/// The number of the model in the file: 0 if there is none, -1 if it is a mixture of two.
int numberIn(const fs::path& file)
{
    if (!fs::exists(file)) {
        return 0;
    }
    const auto scene = loadScene(file);
    const Mesh& mesh = *scene->meshInstances().front()->getMesh();
    const auto x = static_cast<int>(mesh.primitives().front().positions.front().x);
    return std::to_string(x) == mesh.getName() ? x : -1;
}

std::ptrdiff_t filesIn(const fs::path& folder)
{
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

/// The result of saving the second model over the first, if there was one; `number` is the model that the file then holds.
struct Left {
    int number = 0;
    bool hasThrown = false;
    bool hasHappened = false;
};

Left saveOver(bool hasOld, const fs::path& file, int which, RenameEnd end)
{
    if (hasOld) {
        saveNumbered(1, file);
    }
    Left left;
    {
        const RenameFault fault(which, end);
        try {
            saveNumbered(2, file);
        } catch (const Error&) {
            left.hasThrown = true;
        }
        left.hasHappened = fault.hasHappened();
    }
    left.number = numberIn(file);
    return left;
}

constexpr int moreThanThereAre = 8;

}  // namespace

BOOST_AUTO_TEST_SUITE(save_gltf_in_two)

BOOST_AUTO_TEST_CASE(if_a_rename_fails_both_files_are_what_they_were)
{
    for (const bool hasOld : {false, true}) {
        int faults = 0;
        for (int which = 0; which < moreThanThereAre; ++which) {
            const fs::path folder = emptyOutputDirectory("rename_fails");
            const Left left = saveOver(hasOld, folder / "model.gltf", which, RenameEnd::FailsOnce);
            faults += left.hasHappened ? 1 : 0;
            BOOST_TEST_CONTEXT("rename " << which << (hasOld ? " over an old model" : ""))
            {
                BOOST_TEST(left.hasThrown == left.hasHappened);
                BOOST_TEST(left.number == (left.hasHappened ? (hasOld ? 1 : 0) : 2));
                BOOST_TEST(filesIn(folder) == (left.number == 0 ? 0 : 2));
            }
        }
        BOOST_TEST(faults >= 2);
    }
}

// Not even the old files can be put back.
BOOST_AUTO_TEST_CASE(if_all_renames_fail_the_files_are_of_one_model)
{
    for (int which = 0; which < moreThanThereAre; ++which) {
        const fs::path folder = emptyOutputDirectory("renames_fail");
        const Left left = saveOver(true, folder / "model.gltf", which, RenameEnd::FailsFromThen);
        BOOST_TEST((left.number == 1 || left.number == 2), "rename " << which << " leaves " << left.number);
        BOOST_TEST(filesIn(folder) == 2);
    }
}

BOOST_AUTO_TEST_CASE(if_the_program_is_killed_the_files_are_of_one_model)
{
    for (const RenameEnd end : {RenameEnd::KilledBefore, RenameEnd::KilledAfter}) {
        int kills = 0;
        for (int which = 0; which < moreThanThereAre; ++which) {
            const fs::path folder = emptyOutputDirectory("killed");
            saveNumbered(1, folder / "model.gltf");
            const pid_t child = ::fork();
            BOOST_REQUIRE(child >= 0);
            if (child == 0) {
                const RenameFault fault(which, end);
                saveNumbered(2, folder / "model.gltf");
                ::_exit(0);
            }
            int status = 0;
            BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
            kills += WIFSIGNALED(status) ? 1 : 0;
            const int number = numberIn(folder / "model.gltf");
            BOOST_TEST((number == 1 || number == 2), "rename " << which << " leaves " << number);
        }
        BOOST_TEST(kills >= 2);
    }
}

BOOST_AUTO_TEST_SUITE_END()
