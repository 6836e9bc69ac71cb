// Draws one raised arm three times, with three ways to bind the mesh to the arm's bone. The pictures are the same.
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include <glm/ext/vector_float4.hpp>

#include <armature/armature.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/support/offscreen.hpp>
#include <armature/support/picture.hpp>

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
        armature::Scene scene;
        armature::Skeleton& skeleton = bind_pose::addCharacter(scene, bind);
        bind_pose::raiseLeftArm(skeleton, bind);

        const float aspect = static_cast<float>(framebuffer_.getWidth()) / static_cast<float>(framebuffer_.getHeight());
        const armature::Camera camera = armature::perspectiveCamera({1.3f, 2.1f, 2.9f}, {-0.05f, 1.2f, 0.f}, aspect, 0.1f, 20.f);
        framebuffer_.bind();
        const armature::DrawOptions::Ground ground{
            .height = armature::computeBounds(scene).minimum.y, .radius = 3.f, .color = glm::vec3(0.55f, 0.56f, 0.55f)};
        renderer_.draw(scene, camera, {.background = glm::vec4(0.42f, 0.5f, 0.6f, 1.f)});
        // Adds only the ground, because the boxes are already in the picture. Shadows on the boxes would show how the matrices of the binds
        // are rounded.
        renderer_.draw(scene, camera, {.shadows = true, .ground = ground});
        return framebuffer_.read();
    }

private:
    armature::support::HeadlessContext context_;
    armature::GlContext gl_;
    armature::support::Framebuffer framebuffer_{gl_, {.width = 480, .height = 360}};
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
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    if (argumentCount > 2) {
        std::fputs("usage: bind_pose [FOLDER]\nDraws three pictures into FOLDER (default: out).\n", stderr);
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
