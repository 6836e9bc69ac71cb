#include <armature/import/import_text.hpp>

#include <span>

#include <boost/test/unit_test.hpp>

using namespace armature;

BOOST_AUTO_TEST_SUITE(import_text)

// Expected texts are written out by hand.
BOOST_AUTO_TEST_CASE(what_belongs_to_importing_has_a_text)
{
    BOOST_TEST(toString(ImportOptions{.limits = {.fileBytes = 1,
                                                 .jsonDepth = 2,
                                                 .nodes = 3,
                                                 .hierarchyDepth = 4,
                                                 .jointsPerSkin = 5,
                                                 .keys = 6,
                                                 .unbackedBytes = 7,
                                                 .workerSeconds = 8.,
                                                 .workerClockSeconds = 9.,
                                                 .workerBytes = 10},
                                      .allowExternalFiles = false,
                                      .worker = "/w"})
               == "limits fileBytes 1, jsonDepth 2, nodes 3, hierarchyDepth 4, jointsPerSkin 5, keys 6, unbackedBytes 7, workerSeconds 8, "
                  "workerClockSeconds 9, workerBytes 10, scene none, "
                  "linkMode ForwardWrites, restPose \"\", bodySkeleton WithoutSkins, allowExternalFiles false, allowWorker true, worker "
                  "\"/w\", foreignReader none, "
                  "fbxReader Own, "
                  "decodeIn InProcess");
    BOOST_TEST(toString(ForeignModel{.bytes = std::as_bytes(std::span("ab")), .extension = "dae", .stem = "robot"})
               == "robot.dae, 3 bytes");
    BOOST_TEST(toString(FbxReader::Assimp) == "Assimp");
    BOOST_TEST(toString(DecodePlace::Worker) == "Worker");
    BOOST_TEST(toString(GltfFile{.bytes = {std::byte{1}}, .warnings = {"no lights"}}) == "1 byte\n  no lights");
}

BOOST_AUTO_TEST_SUITE_END()
