#include <memory>
#include <stdexcept>
#include <vector>

#include <armature/scene/scene.hpp>
#include <armature/scene/scene_attachment.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using armature::test::says;

namespace {

/// Example data an application might keep with a scene: a label for a node, with its material and image.
class Label final : public SceneAttachment {
public:
    void copyTo(Scene& scene, const Copies& copies) const override
    {
        if (!isCopied) {
            throw std::runtime_error("labels stay where they are");
        }
        auto copy = std::make_unique<Label>();
        copy->node = node != nullptr ? copies.copyOf(*node) : nullptr;
        copy->material = copies.placeOfMaterial(material);
        copy->image = copies.placeOfImage(image);
        scene.attach(std::move(copy));
    }
    void visitMaterials(const Visit& visit) const override { visit(material, "a label"); }
    void visitImages(const Visit& visit) const override { visit(image, "a label, as its picture"); }

    TransformNode* node = nullptr;
    std::size_t material = 0;
    std::size_t image = 0;
    bool isCopied = true;
};

/// An attachment that overrides only what it must.
class Note final : public SceneAttachment {
public:
    void copyTo(Scene& /*scene*/, const Copies& /*copies*/) const override {}
};

/// A scene of one node with a label; the label's material and image have index 1 and no other user.
struct Labelled {
    Labelled()
    {
        for (const char* name : {"other", "label"}) {
            scene.addImage({.name = name, .mimeType = "image/png", .bytes = std::vector<std::byte>(10)});
            scene.addMaterial({.name = name});
        }
        auto owned = std::make_unique<Label>();
        owned->node = &scene.createTransformNode("node");
        owned->material = 1;
        owned->image = 1;
        label = static_cast<Label*>(&scene.attach(std::move(owned)));
    }

    Scene scene;
    Label* label = nullptr;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(scene_attachments)

BOOST_AUTO_TEST_CASE(attachments_are_found_by_their_class_in_the_order_in_which_they_came)
{
    Labelled labelled;
    BOOST_TEST(findAttachment<Note>(labelled.scene.attachments()) == nullptr);
    const SceneAttachment& note = labelled.scene.attach(std::make_unique<Note>());
    labelled.scene.attach(std::make_unique<Note>());
    BOOST_TEST(labelled.scene.attachments().size() == 3);
    BOOST_TEST(labelled.scene.attachments()[0] == labelled.label);
    BOOST_TEST(findAttachment<Label>(labelled.scene.attachments()) == labelled.label);
    BOOST_TEST(findAttachment<Note>(labelled.scene.attachments()) == &note);
    BOOST_CHECK_THROW(labelled.scene.attach(nullptr), std::invalid_argument);
    BOOST_TEST(labelled.scene.attachments().size() == 3);
}

BOOST_AUTO_TEST_CASE(a_copy_of_the_scene_gets_a_copy_that_refers_to_its_own_parts)
{
    const Labelled labelled;
    for (const bool isAppended : {false, true}) {
        Scene game;
        game.addMaterial({.name = "ground"});
        game.addImage({.name = "ground", .mimeType = "image/png", .bytes = std::vector<std::byte>(20)});
        const SceneInstance instance = isAppended ? game.append(labelled.scene) : game.instantiate(labelled.scene);
        BOOST_TEST_REQUIRE(game.attachments().size() == 1);
        const Label& copy = *findAttachment<Label>(game.attachments());
        BOOST_TEST(copy.node != labelled.label->node);
        BOOST_TEST(copy.node == game.findTransformNode("node"));
        BOOST_TEST_REQUIRE(game.materials().contains(copy.material));
        BOOST_TEST(game.materials()[copy.material].name == "label");
        BOOST_TEST_REQUIRE(game.images().contains(copy.image));
        BOOST_TEST(game.images()[copy.image].name == "label");
        BOOST_TEST(copy.material != labelled.label->material);
    }
}

BOOST_AUTO_TEST_CASE(what_an_attachment_needs_is_not_removed_and_the_message_names_it)
{
    Labelled labelled;
    BOOST_CHECK_EXCEPTION(labelled.scene.removeMaterial(1), std::invalid_argument, says("\"label\" is used by a label"));
    BOOST_CHECK_EXCEPTION(labelled.scene.removeImage(1), std::invalid_argument, says("\"label\" is used by a label, as its picture"));
    labelled.scene.removeMaterial(0);
    labelled.scene.removeImage(0);
    BOOST_TEST(labelled.scene.materials().contains(1));
    BOOST_TEST(labelled.scene.images().contains(1));
}

BOOST_AUTO_TEST_CASE(what_came_with_a_model_stays_while_an_attachment_needs_it)
{
    const Labelled labelled;
    Scene game;
    const SceneInstance instance = game.instantiate(labelled.scene);
    const Label& copy = *findAttachment<Label>(game.attachments());
    game.removeInstance(instance);
    BOOST_TEST(game.materials().contains(copy.material));
    BOOST_TEST(game.images().contains(copy.image));
}

BOOST_AUTO_TEST_CASE(a_scene_is_unchanged_if_an_attachment_cannot_be_copied)
{
    Labelled labelled;
    auto other = std::make_unique<Label>();
    other->isCopied = false;
    labelled.scene.attach(std::move(other));
    Scene game;
    game.createTransformNode("ground");
    const SceneAttachment& note = game.attach(std::make_unique<Note>());
    BOOST_CHECK_EXCEPTION(game.instantiate(labelled.scene), std::runtime_error, says("labels stay where they are"));
    BOOST_TEST(game.nodes().size() == 1);
    BOOST_TEST(game.materials().empty());
    BOOST_TEST(game.images().empty());
    BOOST_TEST_REQUIRE(game.attachments().size() == 1);
    BOOST_TEST(game.attachments()[0] == &note);
}

BOOST_AUTO_TEST_SUITE_END()
