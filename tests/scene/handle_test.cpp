#include <memory>
#include <new>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/handle.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/precompiled.hpp>

using namespace armature;

namespace {

/// The smallest type that a handle can refer to.
struct Thing {
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime; }

    int number = 0;
    Lifetime lifetime{};
};

static_assert(std::is_nothrow_copy_constructible_v<Handle<Node>> && std::is_nothrow_move_assignable_v<Handle<Node>>);
static_assert(std::is_convertible_v<Handle<Bone>, Handle<const Node>> && !std::is_convertible_v<Handle<Node>, Handle<Bone>>);
static_assert(sizeof(Handle<Node>) == 2 * sizeof(void*) && sizeof(Lifetime) == sizeof(void*));

}  // namespace

BOOST_AUTO_TEST_SUITE(handle)

BOOST_AUTO_TEST_CASE(a_handle_is_null_once_its_object_has_gone)
{
    std::optional<Thing> thing(Thing{7});
    const Handle<Thing> handle(*thing);
    Handle<Thing> copy = handle;
    BOOST_TEST(handle.get() == &*thing);
    BOOST_TEST(!handle.hasGone());
    thing.reset();
    BOOST_TEST(handle.get() == nullptr);
    BOOST_TEST(!copy);
    BOOST_TEST(copy.hasGone());
    const Handle<Thing> moved = std::move(copy);
    BOOST_TEST(moved.hasGone());
    BOOST_TEST((moved == handle));
}

BOOST_AUTO_TEST_CASE(another_object_at_the_same_address_is_another_one)
{
    alignas(Thing) std::byte place[sizeof(Thing)];
    auto* first = new (place) Thing{1};
    const Handle<Thing> handle(first);
    first->~Thing();
    auto* second = new (place) Thing{2};
    BOOST_TEST(static_cast<void*>(first) == static_cast<void*>(second));
    BOOST_TEST(handle.get() == nullptr);
    BOOST_TEST((handle != Handle<Thing>(second)));
    second->~Thing();
}

BOOST_AUTO_TEST_CASE(a_copy_of_an_object_has_a_lifetime_of_its_own)
{
    std::optional<Thing> thing(Thing{7});
    const Handle<Thing> handle(*thing);
    Thing copy = *thing;
    copy = *thing;
    thing.reset();
    BOOST_TEST(handle.get() == nullptr);
    BOOST_TEST((Handle<Thing>(copy).get() == &copy));
}

BOOST_AUTO_TEST_CASE(one_that_never_referred_to_anything_has_not_gone)
{
    const Handle<Thing> empty;
    Thing* none = nullptr;
    BOOST_TEST(empty.get() == nullptr);
    BOOST_TEST(!empty.hasGone());
    BOOST_TEST((empty == Handle<Thing>(none)));
}

BOOST_AUTO_TEST_CASE(nodes_bones_and_skeletons_go)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    TransformNode& below = scene.createTransformNode("below", &node);
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& root = skeleton.createBone("root");
    Bone& tip = skeleton.createBone("tip", {.parent = &root});
    const Handle<const Node> handles[] = {Handle(node), Handle(below), Handle(root), Handle(tip)};
    const Handle<Skeleton> rig(skeleton);
    const std::unique_ptr<Skeleton> clone = skeleton.clone();
    const Handle<Bone> twin(*clone->bones()[0]);

    skeleton.removeBone(root, Removal::KeepChildren);
    BOOST_TEST(handles[2].hasGone());
    BOOST_TEST(handles[3].get() == &tip);
    scene.removeSkeleton(skeleton);
    BOOST_TEST(handles[3].hasGone());
    BOOST_TEST(rig.hasGone());
    BOOST_TEST(twin.get() == clone->bones()[0]);
    scene.removeTransformNode(node);
    BOOST_TEST(handles[0].hasGone());
    BOOST_TEST(handles[1].hasGone());
}

BOOST_AUTO_TEST_CASE(a_scene_takes_all_that_it_owns_along)
{
    auto scene = std::make_unique<Scene>();
    TransformNode& node = scene->createTransformNode("node");
    const auto clip = AnimationClip::create({"clip", {}, {}});
    AnimationMixer& mixer = scene->createAnimationMixer();
    const Handle<AnimationGroup> group(scene->createAnimationGroup(clip));
    const Handle<AnimationMixer> mixed(mixer);
    const Handle<AnimationLayer> layer(mixer.addLayer(clip));
    const Handle<MeshInstance> instance(scene->addMeshInstance(MeshDescription{}, node));
    const Handle<const Scene> owner(*scene);
    mixer.removeLayer(*layer.get());
    BOOST_TEST(layer.hasGone());
    BOOST_TEST((group && mixed && instance && owner));
    scene.reset();
    BOOST_TEST((group.hasGone() && mixed.hasGone() && instance.hasGone() && owner.hasGone()));
}

// Under ThreadSanitizer this shows that several threads may make the first handles to one object at once.
BOOST_AUTO_TEST_CASE(handles_to_one_object_are_made_and_dropped_on_many_threads, *boost::unit_test::label("threads"))
{
    std::vector<Handle<const Thing>> kept(4);
    {
        const Thing thing;
        std::vector<std::thread> threads;
        for (auto& slot : kept) {
            threads.emplace_back([&] {
                for (int i = 0; i < 1000; ++i) {
                    Handle<const Thing> handle(thing);
                    slot = handle;
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        BOOST_TEST((kept[0] == kept[3] && kept[0].get() == &thing));
    }
    BOOST_TEST(kept[1].hasGone());
}

BOOST_AUTO_TEST_SUITE_END()
