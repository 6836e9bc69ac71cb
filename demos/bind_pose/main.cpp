// Draws one raised arm three times, with three ways to bind the mesh to the arm's bone. The pictures are the same.
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include <glm/gtc/matrix_transform.hpp>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

#include "../look.hpp"
#include "character.hpp"

namespace {

struct Variant {
    bind_pose::ArmBind bind;
    const char* file;
    const char* says;
};

constexpr std::array<Variant, 3> variants{{
    {bind_pose::ArmBind::TurnedAtShoulder, "bind_turned.png", "bind at the shoulder, turned 30 degrees: the arm's rotation is 75 degrees"},
    {bind_pose::ArmBind::AtShoulder, "bind_at_shoulder.png", "bind at the shoulder, not turned: the arm's rotation is 45 degrees"},
    {bind_pose::ArmBind::Identity, "bind_identity.png", "no bind: 45 degrees, and a translation that puts the shoulder back"},
}};

class Studio {
public:
    armature::support::Picture photograph(bind_pose::ArmBind bind)
    {
        const float aspect = static_cast<float>(single_.getWidth()) / static_cast<float>(single_.getHeight());
        const armature::Camera camera = armature::perspectiveCamera({1.3f, 2.1f, 2.9f}, {-0.05f, 1.2f, 0.f}, aspect, 0.1f, 20.f);
        begin(single_, camera, 3.f);
        add(camera, bind);
        return single_.read();
    }

    // All variants side by side on one floor.
    armature::support::Picture photographAll()
    {
        constexpr float between = 2.6f;  // metres
        const armature::Camera camera = armature::perspectiveCamera({8.6f, 8.f, 30.6f}, {0.05f, 1.18f, 0.f}, 4.f, 1.f, 80.f, 0.062f);
        begin(wide_, camera, 8.f);
        for (std::size_t i = 0; i < variants.size(); ++i) {
            armature::Camera moved = camera;
            moved.view = glm::translate(glm::mat4(1.f), {between * (static_cast<float>(i) - 1.f), 0.f, 0.f}) * camera.view;
            add(moved, variants[i].bind);
        }
        return wide_.read();
    }

private:
    static constexpr float floorHeight = 0.5f;  // the body's lower end

    void begin(armature::support::Framebuffer& framebuffer, const armature::Camera& camera, float radius)
    {
        framebuffer.bind();
        const armature::DrawOptions::Ground ground{.height = floorHeight, .radius = radius, .color = demos::floorColor};
        renderer_.draw(armature::Scene(), camera, {.background = demos::backdrop, .ground = ground});
    }

    void add(const armature::Camera& camera, bind_pose::ArmBind bind)
    {
        armature::Scene scene;
        bind_pose::raiseLeftArm(bind_pose::addCharacter(scene, bind), bind);
        renderer_.draw(scene, camera);
        // Adds only the shadow, because the boxes are already in the picture. Shadows on the boxes would show how the matrices of the binds
        // are rounded.
        const armature::DrawOptions::Ground ground{.height = floorHeight, .radius = 3.f};
        renderer_.draw(scene, camera, {.shadows = true, .ground = ground});
    }

    armature::support::HeadlessContext context_;
    armature::GlContext gl_;
    armature::support::Framebuffer single_{gl_, {.width = 480, .height = 360}};
    armature::support::Framebuffer wide_{gl_, {.width = 1440, .height = 360}};
    armature::SkinRenderer renderer_{gl_};
};

void draw(const std::filesystem::path& folder)
{
    std::filesystem::create_directories(folder);
    Studio studio;
    const armature::support::Picture first = studio.photograph(variants.front().bind);
    for (const Variant& variant : variants) {
        const armature::support::Picture picture = studio.photograph(variant.bind);
        armature::support::writePng(folder / variant.file, picture);
        if (picture != first) {
            throw armature::Error((folder / variant.file).string() + ": differs from " + variants.front().file);
        }
        std::printf("%s: %s\n", (folder / variant.file).c_str(), variant.says);
    }
    std::puts("the three pictures are identical");
    armature::support::writePng(folder / "bind_pose.png", studio.photographAll());
    std::printf("%s: all three on one floor\n", (folder / "bind_pose.png").c_str());
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    if (argumentCount > 2) {
        std::fputs("usage: bind_pose [FOLDER]\nDraws three pictures, and one of all three, into FOLDER (default: out).\n", stderr);
        return 2;
    }
    try {
        draw(argumentCount == 2 ? arguments[1] : "out");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
    return 0;
}
