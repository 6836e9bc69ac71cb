#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <boost/test/unit_test.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <support/shared_data.hpp>

#include "../import/corpus.hpp"
#include "cooked_stage.hpp"

// Cooked files in the file system, and their bytes as docs/cooked_files.md defines them.

using namespace armature;
using namespace armature::test;
namespace fs = std::filesystem;

namespace {

std::string problemOf(const fs::path& file, const CookedOptions& options = {})
{
    try {
        static_cast<void>(CookedFile::open(file, options));
    } catch (const ImportError& error) {
        BOOST_TEST(error.getFile() == file.string());
        return error.getProblem();
    }
    return "was opened";
}

/// Reads a file by the documentation alone: numbers at byte offsets.
class ByHand {
public:
    explicit ByHand(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

    template <class T>
    [[nodiscard]] T number(std::uint64_t offset) const
    {
        T value{};
        BOOST_REQUIRE(offset + sizeof value <= bytes_.size());
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < sizeof value; ++i) {  // little-endian, whatever this machine is
            bits |= std::to_integer<std::uint64_t>(bytes_[offset + i]) << (8 * i);
        }
        if constexpr (std::is_same_v<T, float>) {
            value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        } else if constexpr (std::is_same_v<T, double>) {
            value = std::bit_cast<double>(bits);
        } else {
            value = static_cast<T>(bits);
        }
        return value;
    }
    [[nodiscard]] std::string text(std::uint64_t offset, std::uint64_t size) const
    {
        BOOST_REQUIRE(offset + size <= bytes_.size());
        return {reinterpret_cast<const char*>(bytes_.data()) + offset, size};
    }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

private:
    std::vector<std::byte> bytes_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(cooked_files)

BOOST_AUTO_TEST_CASE(folders_pipes_devices_and_what_is_not_there_are_refused)
{
    const fs::path folder = emptyOutputDirectory("cooked_problems");
    for (const bool isMapped : {true, false}) {
        const CookedOptions options{.isMapped = isMapped};
        BOOST_TEST(problemOf(folder / "nothing", options) == "does not exist");
        BOOST_TEST(problemOf(folder, options) == "is a folder, but must be a regular file");
        BOOST_TEST(problemOf("/dev/zero", options) == "is a device, but must be a regular file");
        const fs::path pipe = folder / "pipe";
        fs::remove(pipe);
        BOOST_REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
        BOOST_TEST(problemOf(pipe, options) == "is a pipe, but must be a regular file");
        writeAll(folder / "empty", {});
        BOOST_TEST(problemOf(folder / "empty", options) == "1 * 64 bytes from byte 0 on, but it has 0 bytes");
    }
}

BOOST_AUTO_TEST_CASE(a_file_without_permission_is_refused)
{
    const fs::path file = emptyOutputDirectory("cooked_permission") / "secret";
    saveCooked({}, file);
    fs::permissions(file, fs::perms::none);
    if (access(file.c_str(), R_OK) == 0) {
        BOOST_TEST_MESSAGE("skipped: this user may read everything");
        return;
    }
    BOOST_TEST(problemOf(file).find("cannot be opened") == 0);
}

BOOST_AUTO_TEST_CASE(a_file_above_the_limit_is_refused_before_memory_is_taken)
{
    const fs::path file = emptyOutputDirectory("cooked_limit") / "large";
    saveCooked({}, file);
    fs::resize_file(file, std::uintmax_t{600} << 20);  // sparse: takes no space on disk
    BOOST_TEST(problemOf(file, {.isMapped = false, .fileBytes = 500u << 20})
               == "has 629145600 bytes, but the limit is 524288000 (CookedOptions::fileBytes)");
    BOOST_TEST(problemOf(file) == "the file should have 64 bytes, but has 629145600");
}

BOOST_AUTO_TEST_CASE(a_file_is_written_whole_or_not_at_all)
{
    const fs::path folder = emptyOutputDirectory("cooked_whole");
    const CookedStage stage;
    saveCooked(stage.description, folder / "stage");
    CookedDescription wrong = stage.description;
    wrong.crowds[0].skeleton = 9;
    BOOST_CHECK_THROW(saveCooked(wrong, folder / "stage"), std::invalid_argument);
    BOOST_TEST((readAll(folder / "stage") == writeCooked(stage.description)));
    BOOST_CHECK_THROW(saveCooked(stage.description, folder / "nowhere" / "stage"), Error);
    BOOST_CHECK_THROW(saveCooked(stage.description, folder), Error);
    BOOST_TEST(std::distance(fs::directory_iterator(folder), fs::directory_iterator()) == 1);
}

// A skeleton of two bones and two crowds, with all numbers where the documentation puts them.
BOOST_AUTO_TEST_CASE(the_bytes_are_those_of_the_documentation)
{
    Skeleton rig("rig");
    Bone& hip = rig.createBone("hip", {.bind = toMat4(Transform{{1.f, 2.f, 3.f}}), .length = 0.5f, .index = 1});
    rig.createBone("knee", {.parent = &hip, .bind = toMat4(Transform{{4.f, 5.f, 6.f}}), .isHelper = true});
    const ByHand file(writeCooked({.skeletons = {&rig}, .crowds = {{"b", 0, {}}, {"a", 0, {}}}}));

    BOOST_TEST(file.text(0, 8)
               == "\x89"
                  "ARM\r\n\x1a\n");
    BOOST_TEST(file.number<std::uint32_t>(8) == 3u);
    BOOST_TEST(file.number<std::uint64_t>(16) == file.size());
    BOOST_TEST(file.number<std::uint32_t>(24) == 1u);
    BOOST_TEST(file.number<std::uint32_t>(28) == 0u);
    BOOST_TEST(file.number<std::uint32_t>(32) == 0u);
    BOOST_TEST(file.number<std::uint32_t>(36) == 2u);
    BOOST_TEST(file.number<std::uint64_t>(40) == 5u);
    // Three entries of 24 bytes from 64 on, the order of names from 192 on, names from 256 on, the skeleton at 320.
    BOOST_TEST(file.number<std::uint64_t>(64) == 320u);
    BOOST_TEST(file.number<std::uint32_t>(80) == 0u);
    BOOST_TEST(file.number<std::uint32_t>(84) == 3u);
    BOOST_TEST(file.number<std::uint32_t>(192) == 0u);
    BOOST_TEST(file.number<std::uint32_t>(196) == 1u);
    BOOST_TEST(file.number<std::uint32_t>(200) == 0u);
    BOOST_TEST(file.text(256, 5) == "rigba");

    BOOST_TEST(file.number<std::uint32_t>(320) == 2u);
    BOOST_TEST(file.number<std::uint32_t>(324) == 2u);
    BOOST_TEST(file.number<std::uint32_t>(328) == 0u);
    BOOST_TEST(file.number<std::uint64_t>(336) == 7u);
    const std::uint64_t first = 384;
    BOOST_TEST(file.number<std::uint32_t>(first) == 0xffffffffu);
    BOOST_TEST(file.number<std::uint32_t>(first + 4) == 0u);
    BOOST_TEST(file.number<std::uint32_t>(first + 8) == 1u);
    BOOST_TEST(file.number<float>(first + 16) == 0.5f);
    const std::uint64_t second = first + 208;
    BOOST_TEST(file.number<std::uint32_t>(second) == 0u);
    BOOST_TEST(file.number<std::uint32_t>(second + 4) == 1u);
    BOOST_TEST(file.number<std::uint32_t>(second + 8) == 0xffffffffu);
    BOOST_TEST(file.number<std::uint32_t>(second + 12) == 2u);  // the rest is stored as a matrix
    BOOST_TEST(file.number<float>(second + 16) == -1.f);
    for (int row = 0; row < 3; ++row) {
        const auto offset = second + 4 * (4 * static_cast<std::uint64_t>(row) + 3);
        BOOST_TEST(file.number<float>(offset + 64) == 4.f + static_cast<float>(row));   // rest
        BOOST_TEST(file.number<float>(offset + 112) == 4.f + static_cast<float>(row));  // bind
        BOOST_TEST(file.number<float>(offset + 160) == 0.f);                            // inverse bind: not given
    }
    BOOST_TEST(file.text(384 + 448 + 64, 7) == "hipknee");
}

BOOST_AUTO_TEST_SUITE_END()
