#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <support/allocations/allocation_count.hpp>

#include "asset.hpp"

// Files that ask for much memory with few bytes: what an import takes is bounded by the file's size and grows in proportion to it.

using namespace armature;
using namespace armature::test;

namespace {

std::string repeated(std::string_view item, std::size_t count)
{
    std::string out;
    for (std::size_t at = 0; at < count; ++at) {
        out.append(at == 0 ? "" : ",").append(item);
    }
    return out;
}

std::string numbered(std::size_t count, const std::function<std::string(std::size_t)>& item)
{
    std::string out;
    for (std::size_t at = 0; at < count; ++at) {
        out.append(at == 0 ? "" : ",").append(item(at));
    }
    return out;
}

std::string asset(const std::string& members)
{
    return R"({"asset":{"version":"2.0"},)" + members + "}";
}

/// Nodes in chains, each a child of the one before.
std::string chains(std::size_t count, std::size_t depth, std::size_t nameLength = 0)
{
    const std::string name = nameLength == 0 ? "" : R"("name":")" + std::string(nameLength, 'n') + "\",";
    return R"("nodes":[)"
           + numbered(count,
                      [&](std::size_t node) {
                          const bool hasChild = (node + 1) % depth != 0 && node + 1 < count;
                          return "{" + name + (hasChild ? R"("children":[)" + std::to_string(node + 1) + "]," : "") + R"("scale":[1,1,1]})";
                      })
           + "]";
}

std::string cycled(std::string_view item, std::size_t bytes)
{
    std::string out;
    for (std::size_t count = bytes / item.size(); count > 0; --count) {
        out.append(item);
    }
    return out;
}

std::string bvh(const std::string& root, const std::string& rows)
{
    return "HIERARCHY\nROOT a" + root + "}\nMOTION\nFrames: 1\nFrame Time: 0.01\n" + rows;
}

const std::string oneVector =
    R"("accessors":[{"type":"SCALAR","componentType":5126,"count":1},{"type":"VEC3","componentType":5126,"count":1}])";

/// A kind of content that a file may have very much of, with a function that writes a text with about `bytes` bytes of it.
struct Shape {
    std::string_view name;
    std::function<std::string(std::size_t bytes)> write;
};

const std::vector<Shape>& shapes()
{
    static const std::vector<Shape> all{
        {"nodes", [](std::size_t bytes) { return asset(R"("nodes":[)" + repeated("{}", bytes / 3) + "]"); }},
        {"skins of one joint",
         [](std::size_t bytes) {
             return asset(R"("nodes":[{"children":[1]},{}],"skins":[)" + repeated(R"({"joints":[1]})", bytes / 15) + "]");
         }},
        {"roots of a deep tree",
         [](std::size_t bytes) { return asset(chains(4000, 4000) + R"(,"scenes":[{"nodes":[)" + repeated("3999", bytes / 5) + "]}]"); }},
        {"chains of nodes", [](std::size_t bytes) { return asset(chains(bytes / 41, 2000)); }},
        {"long names in skins",
         [](std::size_t bytes) {
             const std::size_t joints = 64;
             const std::string list = numbered(joints, [](std::size_t joint) { return std::to_string(joint); });
             return asset(chains(joints, 8, 2000) + R"(,"skins":[)" + repeated(R"({"joints":[)" + list + "]}", bytes / (list.size() + 14))
                          + "]");
         }},
        {"empty clips",
         [](std::size_t bytes) {
             return asset(R"("nodes":[{}],"animations":[)" + repeated(R"({"channels":[],"samplers":[]})", bytes / 30) + "]");
         }},
        {"channels",
         [](std::size_t bytes) {
             const std::size_t count = bytes / 68;
             return asset(R"("nodes":[)" + repeated("{}", count) + R"(],"animations":[{"samplers":[{"input":0,"output":1}],"channels":[)"
                          + numbered(count,
                                     [](std::size_t node) {
                                         return R"({"sampler":0,"target":{"node":)" + std::to_string(node) + R"(,"path":"translation"}})";
                                     })
                          + "]}]," + oneVector);
         }},
        {"samplers",
         [](std::size_t bytes) {
             return asset(R"("nodes":[{}],"animations":[{"channels":[],"samplers":[)" + repeated(R"({"input":0,"output":1})", bytes / 23)
                          + "]}]," + oneVector);
         }},
        {"materials", [](std::size_t bytes) { return asset(R"("materials":[)" + repeated("{}", bytes / 3) + "]"); }},
        {"images", [](std::size_t bytes) { return asset(R"("images":[)" + repeated("{}", bytes / 3) + "]"); }},
        {"textures",
         [](std::size_t bytes) {
             return asset(R"("images":[{}],"samplers":[)" + repeated("{}", bytes / 6) + R"(],"textures":[)"
                          + repeated(R"({"source":0})", bytes / 26) + "]");
         }},
        {"meshes", [](std::size_t bytes) { return asset(R"("meshes":[)" + repeated(R"({"primitives":[]})", bytes / 18) + "]"); }},
        {"primitives",
         [](std::size_t bytes) {
             return asset(R"("nodes":[{"mesh":0}],"meshes":[{"primitives":[)" + repeated(R"({"attributes":{"POSITION":1}})", bytes / 30)
                          + "]}]," + oneVector);
         }},
        {"instances",
         [](std::size_t bytes) {
             return asset(R"("nodes":[)" + repeated(R"({"mesh":0})", bytes / 11)
                          + R"(],"meshes":[{"primitives":[{"attributes":{"POSITION":1}}]}],)" + oneVector);
         }},
        {"morph targets",
         [](std::size_t bytes) {
             return asset(R"("nodes":[{"mesh":0},{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":1},"targets":[)"
                          + repeated(R"({"POSITION":1})", bytes / 15) + "]}]}]," + oneVector);
         }},
        {"accessors",
         [](std::size_t bytes) {
             return asset(R"("accessors":[)" + repeated(R"({"type":"SCALAR","componentType":5126,"count":1})", bytes / 49) + "]");
         }},
        {"buffers", [](std::size_t bytes) { return asset(R"("buffers":[)" + repeated(R"({"byteLength":0})", bytes / 17) + "]"); }},
        {"views",
         [](std::size_t bytes) {
             return asset(R"("buffers":[{"byteLength":1}],"bufferViews":[)" + repeated(R"({"buffer":0,"byteLength":1})", bytes / 28) + "]");
         }},
        {"warnings", [](std::size_t bytes) { return asset(R"("nodes":[)" + repeated(R"({"rotation":[0,0,0,2]})", bytes / 23) + "]"); }},
        {"plain JSON", [](std::size_t bytes) { return asset(R"("extras":[)" + repeated("0", bytes / 2) + "]"); }},
        {"End Sites of BVH", [](std::size_t bytes) { return bvh("{" + cycled("End{}", bytes), ""); }},
        {"channels of BVH",
         [](std::size_t bytes) {
             const std::size_t count = bytes / 10;
             return bvh("{CHANNELS " + std::to_string(count) + cycled(" Xrotation", bytes), "");
         }},
        {"rotations of BVH", [](std::size_t bytes) { return bvh("{CHANNELS 1 Zrotation", cycled("7\n", bytes)); }},
        {"positions of BVH", [](std::size_t bytes) { return bvh("{CHANNELS 1 Zposition", cycled("7\n", bytes)); }},
        {"strings", [](std::size_t bytes) { return asset(R"("extras":[)" + repeated(R"("")", bytes / 3) + "]"); }},
    };
    return all;
}

constexpr std::size_t anyNumber = 100'000'000;

/// The bytes that the parser reserves for a text of that size: positions, the tape, strings. It never touches most of them.
std::size_t reservedToParse(std::size_t bytes)
{
    return bytes * 4 + bytes * 8 + bytes * 5 / 3 + (64 << 10);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(import_memory)

// ImportLimits::unbackedBytes limits the memory that a file may take beyond eight times its bytes, and as much again for JSON.
BOOST_AUTO_TEST_CASE(what_an_import_takes_is_within_the_limits)
{
    constexpr std::size_t size = 200'000;
    for (const Shape& shape : shapes()) {
        const std::string text = shape.write(size);
        for (const std::uint64_t unbacked : {0u, 4u << 20u, 64u << 20u}) {
            const MemoryPeak memory;
            std::unique_ptr<Scene> scene;
            try {
                scene =
                    loadScene(std::as_bytes(std::span(text)), "shape", {.limits = {.jointsPerSkin = anyNumber, .unbackedBytes = unbacked}});
            } catch (const ImportError& error) {
                BOOST_TEST(error.getProblem().find("ImportLimits::unbackedBytes") != std::string::npos, error.what());
            }
            const std::size_t limit = unbacked + 16 * text.size() + (64 << 10);
            const std::size_t peak = memory.sinceConstruction();
            BOOST_TEST(peak - std::min(peak, reservedToParse(text.size())) <= limit, shape.name << ": " << peak << " bytes at most");
            BOOST_TEST(memory.growth() <= static_cast<std::ptrdiff_t>(limit), shape.name << ": " << memory.growth() << " bytes kept");
        }
    }
}

// A file twice as large takes twice as much memory, apart from the spare capacity of containers.
BOOST_AUTO_TEST_CASE(what_an_import_takes_is_in_proportion_to_the_file)
{
    for (const Shape& shape : shapes()) {
        const auto peakOf = [&](std::size_t size) {
            const std::string text = shape.write(size);
            const MemoryPeak memory;
            static_cast<void>(
                loadScene(std::as_bytes(std::span(text)), "shape", {.limits = {.jointsPerSkin = anyNumber, .unbackedBytes = 4ull << 30}}));
            return static_cast<double>(memory.sinceConstruction());
        };
        BOOST_TEST(peakOf(200'000) < 4. * 1.5 * (peakOf(50'000) + 64e3), shape.name);
    }
}

// Only with ARMATURE_IMPORT_STRESS=1 does the test check the time, for each shape from 1 to 16 MB.
BOOST_AUTO_TEST_CASE(import_takes_time_in_proportion_to_the_file)
{
    const bool isStressed = std::getenv("ARMATURE_IMPORT_STRESS") != nullptr;
    const std::vector<std::size_t> sizes =
        isStressed ? std::vector<std::size_t>{1'000'000, 4'000'000, 16'000'000} : std::vector<std::size_t>{1'000};
    ImportOptions options;
    options.limits.unbackedBytes = 64ull << 30;
    options.limits.nodes = anyNumber;
    options.limits.jointsPerSkin = anyNumber;
    for (const Shape& shape : shapes()) {
        double first = 0.;
        for (const std::size_t size : sizes) {
            const std::string text = shape.write(size);
            double least = 1e9;
            for (int run = 0; run < 2; ++run) {
                const std::clock_t begin = std::clock();
                try {
                    BOOST_TEST(loadScene(std::as_bytes(std::span(text)), "shape", options) != nullptr);
                } catch (const ImportError& error) {  // more bones than a skeleton may have: refused in as little time
                    BOOST_TEST(isStressed, error.what());
                }
                least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
            }
            const double perMegabyte = least / (static_cast<double>(text.size()) / 1e6);
            first = first == 0. ? perMegabyte : first;
            if (isStressed) {
                std::cout << shape.name << ", " << text.size() << " bytes: " << least << " s, " << perMegabyte / first << " of the first\n";
                BOOST_TEST(perMegabyte < 1.5 * first, shape.name);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
