// The program of docs/getting_started.md: a character that walks where the arrow keys send it.
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>

#include <GLFW/glfw3.h>

#include <armature/armature.hpp>

struct Window {
    GLFWwindow* handle = nullptr;

    Window()
    {
        if (!glfwInit()) {
            throw std::runtime_error("GLFW finds no display");
        }
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_SAMPLES, 4);
        handle = glfwCreateWindow(1280, 720, "walker", nullptr, nullptr);
        if (handle == nullptr) {
            throw std::runtime_error("no window with OpenGL 3.3");
        }
        glfwMakeContextCurrent(handle);
        glfwSwapInterval(1);
    }
    ~Window() { glfwTerminate(); }
};

// Tiles of one metre, so that one sees how far the character has come.
void addFloor(armature::Scene& world)
{
    constexpr int half = 6;
    armature::Primitive tiles;
    for (int x = -half; x < half; ++x) {
        for (int z = -half; z < half; ++z) {
            const auto first = static_cast<std::uint32_t>(tiles.positions.size());
            for (const glm::vec2 corner : {glm::vec2(0, 1), glm::vec2(1, 1), glm::vec2(1, 0), glm::vec2(0, 0)}) {
                tiles.positions.push_back({static_cast<float>(x) + corner.x, 0.f, static_cast<float>(z) + corner.y});
                tiles.normals.push_back({0.f, 1.f, 0.f});
                tiles.colors.push_back(glm::vec4(glm::vec3((x + z) % 2 == 0 ? 0.3f : 0.25f), 1.f));
            }
            for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) {
                tiles.indices.push_back(first + corner);
            }
        }
    }
    tiles.material = world.addMaterial({.name = "floor", .baseColor = {0.9f, 0.94f, 1.f, 1.f}, .metallic = 0.f});
    world.addMeshInstance({.name = "floor", .primitives = {tiles}}, world.createTransformNode("floor"));
}

int main(int argumentCount, char** arguments)
try {
    const Window window;
    const armature::GlContext gl;
    armature::SkinRenderer renderer(gl);

    const auto model = armature::loadScene(argumentCount > 1 ? arguments[1] : "character.glb");
    armature::Scene world;
    addFloor(world);
    const armature::SceneInstance hero = world.instantiate(*model, {.name = "hero"});
    armature::TransformNode& root = *hero.getRoot();
    const armature::SceneInstance guide = world.instantiate(*model, {.name = "guide", .transform = {.translation = {1.2f, 0.f, 0.f}}});
    guide.findAnimationGroup("wave")->play();

    armature::AnimationMixer& mixer = world.createAnimationMixer();
    armature::AnimationLayer& idle = mixer.addLayer(*hero.findAnimationGroup("idle"));
    armature::AnimationLayer& walk = mixer.addLayer(*hero.findAnimationGroup("walk"));
    idle.play();
    bool isWalking = false;

    armature::Bone& head = *hero.getSkeletons().front()->findBone("head");
    armature::BoneLookController glance(head, {.minYaw = -1.f, .maxYaw = 1.f, .minPitch = -0.5f, .maxPitch = 0.5f, .halfLife = 0.1f});

    const auto isDown = [&](int key) { return glfwGetKey(window.handle, key) == GLFW_PRESS; };
    double before = glfwGetTime();
    while (!glfwWindowShouldClose(window.handle)) {
        const double now = glfwGetTime();
        const double seconds = now - before;
        before = now;

        if (isDown(GLFW_KEY_UP) != isWalking) {
            isWalking = !isWalking;
            isWalking ? idle.crossFadeTo(walk, 0.2) : walk.crossFadeTo(idle, 0.2);
        }
        world.animate(seconds);

        constexpr float walkingSpeed = 0.98f;  // metres a second, for which the clip was made
        constexpr float turningSpeed = 2.f;    // radians a second
        const float share = walk.isActive() ? walk.getWeight() : 0.f;
        const float step = walkingSpeed * share * static_cast<float>(seconds);
        const float turn = turningSpeed * static_cast<float>((isDown(GLFW_KEY_LEFT) - isDown(GLFW_KEY_RIGHT)) * seconds);
        root.rotate({0.f, 1.f, 0.f}, turn, armature::Space::Local);
        root.translate({0.f, 0.f, step}, armature::Space::Own);  // characters face +Z

        int width = 0;
        int height = 0;
        glfwGetFramebufferSize(window.handle, &width, &height);
        if (height > 0) {
            glViewport(0, 0, width, height);
            const float aspect = static_cast<float>(width) / static_cast<float>(height);
            const glm::vec3 at = root.getPosition();
            const auto camera = armature::perspectiveCamera({2.f, 2.2f, 5.f}, at + glm::vec3(0.f, 0.85f, 0.f), aspect, 0.1f, 100.f);

            glance.setTarget(camera.getPosition());
            glance.update(seconds);
            renderer.draw(world, camera, {.background = glm::vec4(0.16f, 0.18f, 0.21f, 1.f), .encodeSrgb = true, .shadows = true});
        }
        glfwSwapBuffers(window.handle);
        glfwPollEvents();
    }
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
