#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/import/load_scene.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>

#include "asset.hpp"
#include "worker.hpp"

// Draco meshes written here bit by bit, following the bitstream's description and its decoder (github.com/google/draco, version 2.2), each
// with one false count. Draco's own decoder takes memory and time for each of them.

using namespace armature;
using namespace armature::test;

namespace {

/// Unconnected triangles: positions and texture coordinates of whole numbers. The defaults are correct.
struct DracoSoup {
    std::uint32_t faces = 1;
    std::uint8_t seams = 0;
    std::uint32_t nestedMetadata = 0;  ///< The number of children that each of a few levels declares; 0: no metadata.
    std::uint32_t attributes = 2;
    std::uint32_t orientations = 3;  ///< The number that the texture coordinates' prediction declares.
    std::uint32_t symbols = 0;       ///< The number in the entropy coder's table for positions; 0: positions are not compressed.
    std::size_t padding = 0;         ///< Bytes after the mesh.
};

class DracoWriter {
public:
    explicit DracoWriter(const DracoSoup& soup) : soup_(soup) {}

    std::vector<std::byte> write()
    {
        for (const char letter : std::string_view("DRACO")) {
            byte(static_cast<unsigned char>(letter));
        }
        bytes({2, 2, 1, 1, 0, soup_.nestedMetadata > 0 ? 0x80u : 0u});  // version, triangle mesh, Edgebreaker, flags
        metadata();
        connectivity();
        bytes({1, 0xff, 0, 0});  // one decoder of attributes: for vertices, depth first
        varint(soup_.attributes);
        bytes({0, 5, 3, 0, 0});  // positions of three 32-bit integers, id 0
        bytes({3, 5, 2, 0, 1});  // texture coordinates of two, id 1
        bytes({1, 1});           // both coded as integers
        positions();
        textureCoordinates();
        out_.resize(out_.size() + soup_.padding);
        return out_;
    }

private:
    void byte(unsigned value) { out_.push_back(static_cast<std::byte>(value)); }
    void bytes(std::initializer_list<unsigned> values)
    {
        for (const unsigned value : values) {
            byte(value);
        }
    }
    void varint(std::uint32_t value)
    {
        for (; value >= 0x80; value >>= 7) {
            byte((value & 0x7fu) | 0x80u);
        }
        byte(value);
    }
    void word(std::uint32_t value) { bytes({value & 0xff, value >> 8 & 0xff, value >> 16 & 0xff, value >> 24}); }

    /// `count` zero bits as Draco's binary entropy coder writes them: the probability of a 0, the size, and bytes that are read backwards.
    void zeroBits(std::uint32_t count)
    {
        constexpr std::uint32_t base = 4096, probability = 255, scale = 256;
        std::vector<unsigned> coded;
        std::uint32_t state = base;
        for (std::uint32_t bit = 0; bit < count; ++bit) {
            if (state >= base / scale * 256 * probability) {
                coded.push_back(state & 0xff);
                state >>= 8;
            }
            state = state / probability * scale + state % probability + (scale - probability);
        }
        state = (state - base) | 2u << 22;
        coded.insert(coded.end(), {state & 0xff, state >> 8 & 0xff, state >> 16});
        byte(probability);
        varint(static_cast<std::uint32_t>(coded.size()));
        for (const unsigned each : coded) {
            byte(each);
        }
    }

    void metadata()
    {
        constexpr int levels = 100;
        if (soup_.nestedMetadata > 0) {
            byte(0);  // no metadata of attributes
            for (int level = 0; level < levels; ++level) {
                bytes({0});  // no entries
                varint(soup_.nestedMetadata);
                byte(0);  // length of the next level's name
            }
        }
    }

    void connectivity()
    {
        byte(0);                  // standard coding
        varint(3 * soup_.faces);  // vertices
        varint(soup_.faces);
        byte(soup_.seams);
        varint(soup_.faces);  // symbols
        varint(0);            // split symbols
        varint(0);            // events
        const std::size_t size = (3 * std::size_t{soup_.faces} + 7) / 8;
        varint(static_cast<std::uint32_t>(size));
        for (std::size_t at = 0; at < size; ++at) {
            byte(0xff);  // symbol E, a triangle of its own, is 111
        }
        for (int coder = 0; coder <= soup_.seams; ++coder) {
            zeroBits(coder == 0 ? soup_.faces : 0);  // for the faces that components begin with, and for seams
        }
    }

    void positions()
    {
        byte(0xfe);  // no prediction
        if (soup_.symbols > 0) {
            bytes({1, 1, 1});  // compressed, raw symbols, of one bit
            varint(soup_.symbols);
            return;
        }
        bytes({0, 1});  // plain, one byte each
        for (std::uint32_t value = 0; value < 9 * soup_.faces; ++value) {
            byte(value % 9 == 3 || value % 9 == 7 ? 2 : 0);
        }
    }

    void textureCoordinates()
    {
        bytes({5, 1, 0, 1});  // predicted from positions, wrapped; plain, one byte each
        for (std::uint32_t value = 0; value < 6 * soup_.faces; ++value) {
            byte(0);
        }
        word(soup_.orientations);
        zeroBits(0);
        word(0);
        word(1);  // the range they wrap in
    }

    DracoSoup soup_;
    std::vector<std::byte> out_;
};

Asset assetWith(const DracoSoup& soup)
{
    Asset asset;
    const std::string count = std::to_string(3 * soup.faces);
    const std::size_t view = asset.addView(DracoWriter(soup).write());
    asset.set("/nodes", R"([{"mesh":0}])");
    asset.set("/accessors", R"([{"type":"VEC3","componentType":5126,"count":)" + count + R"(},{"type":"VEC2","componentType":5126,"count":)"
                                + count + R"(},{"type":"SCALAR","componentType":5125,"count":)" + count + "}]");
    asset.set("/meshes", R"([{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"indices":2,
        "extensions":{"KHR_draco_mesh_compression":{"bufferView":)"
                             + std::to_string(view) + R"(,"attributes":{"POSITION":0,"TEXCOORD_0":1}}}}]}])");
    return asset;
}

void requireRefusal(const DracoSoup& soup, std::string_view problem, std::size_t mostMemory)
{
    const auto file = assetWith(soup).glb();
    const MemoryPeak memory;
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadScene(file, "asset")), ImportError, [&](const ImportError& error) {
        return error.getPlace() == dracoPlace && error.getProblem().starts_with(problem);
    });
    BOOST_TEST(memory.sinceConstruction() < mostMemory);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(draco_lies)

BOOST_AUTO_TEST_CASE(an_honest_mesh_is_read)
{
    for (const std::uint32_t faces : {1u, 1000u}) {
        const auto scene = assetWith({.faces = faces, .orientations = 3 * faces}).load();
        const Primitive& primitive = scene->meshInstances()[0]->getMesh()->primitives().at(0);
        BOOST_TEST(primitive.positions.size() == 3 * faces);
        BOOST_TEST(primitive.textureCoordinates[0].size() == 3 * faces);
        BOOST_TEST(primitive.indices.size() == 3 * faces);
        float sum = 0.f;
        for (const glm::vec3& position : primitive.positions) {
            sum += position.x + position.y + position.z;
        }
        BOOST_TEST(sum == 2.f * static_cast<float>(faces));  // one triangle: (0 0 0), (1 0 0), (0 1 0)
    }
}

// Orientations are single bits and cost the file almost nothing. There is at most one for each value.
BOOST_AUTO_TEST_CASE(more_orientations_than_corners_are_refused)
{
    requireRefusal({.orientations = 4}, "does not decode", 1 << 20);
    requireRefusal({.orientations = 0x7fffffff}, "does not decode", 1 << 20);
}

// For every remaining byte the decoder accepts 64 symbols, and it takes twelve bytes for each of them.
BOOST_AUTO_TEST_CASE(a_table_of_more_symbols_than_encoders_write_is_refused)
{
    constexpr std::size_t padding = 128 << 10;
    requireRefusal({.symbols = 64 * padding, .padding = padding}, "does not decode", 2 << 20);
}

BOOST_AUTO_TEST_CASE(nested_metadata_takes_no_memory)
{
    constexpr std::size_t padding = 64 << 10;
    requireRefusal({.nestedMetadata = 60'000, .padding = padding}, "does not decode", 2 << 20);
}

BOOST_AUTO_TEST_CASE(more_attributes_than_any_mesh_has_are_refused)
{
    requireRefusal({.attributes = 100'000, .padding = 1 << 20}, "does not decode", 4 << 20);
}

// Each set of seams needs a table of corners as large as the mesh's own.
BOOST_AUTO_TEST_CASE(seams_are_counted_against_the_limits)
{
    requireRefusal({.faces = 30'000, .seams = 255}, "needs more memory to decode", 8 << 20);
}

// Decoded data stays counted against the limit, so that one compressed mesh cannot be unpacked over and over.
BOOST_AUTO_TEST_CASE(a_mesh_used_again_and_again_is_counted_each_time)
{
    constexpr std::uint32_t faces = 20'000;
    Asset asset = assetWith({.faces = faces, .orientations = 3 * faces});
    const std::string primitive = asset.json().at("/meshes/0/primitives/0").print();
    for (int copy = 0; copy < 400; ++copy) {
        asset.set("/meshes/0/primitives/-", primitive);
    }
    const std::size_t size = asset.glb().size();
    const MemoryPeak memory;
    BOOST_TEST(isRefused(asset.glb(), {.limits = {.unbackedBytes = 16u << 20u}}));
    BOOST_TEST(memory.sinceConstruction() < (16u << 20u) + 80 * size);
}

// 300 000 triangles legitimately take some tenths of a second. The worker's limits end whatever keeps Draco busy for longer.
BOOST_AUTO_TEST_CASE(what_takes_too_long_ends_by_the_workers_limits, *boost::unit_test::precondition(needsWorker))
{
    const LeavesNothing check;
    constexpr std::uint32_t faces = 300'000;
    const auto file = assetWith({.faces = faces, .orientations = 3 * faces}).glb();
    ImportOptions options = workerOptions();
    options.decodeIn = DecodePlace::Worker;
    BOOST_TEST(loadScene(file, "asset", options)->meshInstances().size() == 1u);
    options.limits.workerClockSeconds = 0.02;
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadScene(file, "asset", options)), ImportError, [](const ImportError& error) {
        return error.getPlace() == dracoPlace
               && says(error.getProblem(), "the worker process could not decode it: it took more than 0.02 s by the clock");
    });
}

BOOST_AUTO_TEST_SUITE_END()
