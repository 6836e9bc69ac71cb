#include <armature/support/ground.hpp>

#include <array>
#include <limits>
#include <string>

#include <GL/glew.h>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <armature/error.hpp>
#include <armature/math/aabb.hpp>

namespace armature::support {

namespace {

constexpr GLsizei texels = 2048;     // per side of the picture from below
constexpr float belowGround = 0.1f;  // how far feet may reach into the ground
constexpr float shadowWidth = 0.5f;  // how far beside a patch of ground a thing still darkens it

constexpr const char* vertexText = R"glsl(#version 330 core
uniform mat4 viewProjection;
uniform vec3 corners[4];
out vec3 position;
void main()
{
    position = corners[gl_VertexID];
    gl_Position = viewProjection * vec4(position, 1.0);
}
)glsl";

// Computes the fraction of the sky that is hidden from a point of the ground, weighted by the cosine: the sum of h^2 / (pi (h^2 + r^2)^2)
// over the area of the casters, where h is the height of a caster above the ground and r its horizontal distance. Casters are solid, so h
// is never quite 0. Their heights are reduced and the sum is multiplied by 1.5, so that bodies cast a shadow, not only feet.
constexpr const char* fragmentText = R"glsl(#version 330 core
uniform sampler2D fromBelow;
uniform vec2 middle;   // x and z, of the picture from below
uniform vec2 extent;   // from there to its sides
uniform vec2 heights;  // y of the near and the far plane
uniform float radius;
uniform float innerRadius;
uniform float metre;
uniform vec4 color;  // alpha 0: the shadow alone
in vec3 position;
out vec4 result;

const int rings = 8;
const int spokes = 24;

float hiddenSky(vec2 offset)
{
    float sum = 0.0;
    float inner = 0.008;
    for (int ring = 0; ring < rings; ++ring) {
        float outer = inner * 1.8;
        float area = 3.14159265 * (outer * outer - inner * inner) / float(spokes);
        float r = sqrt(inner * outer);
        for (int spoke = 0; spoke < spokes; ++spoke) {
            float angle = 6.2831853 * (float(spoke) + 0.618 * float(ring)) / float(spokes);
            vec2 place = (offset + r * metre * vec2(cos(angle), sin(angle))) / (2.0 * extent) + 0.5;
            float depth = texture(fromBelow, place).r;
            if (depth < 1.0) {
                float h = 0.06 + 0.35 * max(mix(heights.x, heights.y, depth) - position.y, 0.0) / metre;
                float squares = h * h + r * r;
                sum += area * h * h / (3.14159265 * squares * squares);
            }
        }
        inner = outer;
    }
    return min(1.5 * sum, 0.9);
}

void main()
{
    vec2 offset = position.xz - middle;
    float away = length(offset);
    if (away > radius || away < innerRadius) {
        discard;
    }
    float hidden = hiddenSky(offset);
    result = color.a > 0.0 ? vec4(color.rgb * (1.0 - hidden), 1.0 - smoothstep(0.35 * radius, radius, away)) : vec4(0.0, 0.0, 0.0, hidden);
}
)glsl";

GLuint compile(GLenum kind, const char* text)
{
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint status = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
    if (status != GL_TRUE) {
        std::array<char, 2000> log{};
        glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
        glDeleteShader(shader);
        throw RenderError(std::string("the ground's shader does not compile: ") + log.data());
    }
    return shader;
}

}  // namespace

struct Ground::State {
    /// The extent of the picture from below.
    struct View {
        glm::vec2 middle{0.f};  // x and z
        glm::vec2 extent{1.f};
        float bottom = 0.f;  // y of the near plane
        float top = 1.f;
    };

    GLuint program = glCreateProgram();
    GLuint array = 0;
    GLuint texture = 0;
    GLuint framebuffer = 0;

    State()
    {
        glGenVertexArrays(1, &array);
        glGenTextures(1, &texture);
        glGenFramebuffers(1, &framebuffer);
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State()
    {
        glDeleteProgram(program);
        glDeleteVertexArrays(1, &array);
        glDeleteTextures(1, &texture);
        glDeleteFramebuffers(1, &framebuffer);
    }

    void link() const
    {
        for (const GLuint shader : {compile(GL_VERTEX_SHADER, vertexText), compile(GL_FRAGMENT_SHADER, fragmentText)}) {
            glAttachShader(program, shader);
            glDeleteShader(shader);  // is deleted with the program
        }
        glLinkProgram(program);
        GLint status = GL_FALSE;
        glGetProgramiv(program, GL_LINK_STATUS, &status);
        if (status != GL_TRUE) {
            throw RenderError("the ground's shaders do not link");
        }
    }

    void makeDepth() const
    {
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, texels, texels, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        // Outside the texture, nothing casts a shadow.
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
        const std::array<float, 4> far{1.f, 1.f, 1.f, 1.f};
        glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, far.data());
        glBindTexture(GL_TEXTURE_2D, 0);

        GLint before = 0;
        glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, texture, 0);
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
        const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
        if (status != GL_FRAMEBUFFER_COMPLETE) {
            throw RenderError("OpenGL refuses a framebuffer of depth alone");
        }
    }

    void lookFromBelow(const View& view, const std::function<void(const Camera&)>& drawCasters) const
    {
        GLint before = 0;
        std::array<GLint, 4> viewport{};
        glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
        glGetIntegerv(GL_VIEWPORT, viewport.data());
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glViewport(0, 0, texels, texels);
        glClear(GL_DEPTH_BUFFER_BIT);
        const glm::vec3 eye(view.middle.x, view.bottom, view.middle.y);
        drawCasters({.view = glm::lookAt(eye, eye + glm::vec3(0.f, 1.f, 0.f), glm::vec3(0.f, 0.f, 1.f)),
                     .projection = glm::ortho(-view.extent.x, view.extent.x, -view.extent.y, view.extent.y, 0.f, view.top - view.bottom)});
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before));
        glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    }

    void paint(const Camera& camera, const View& view, const Options& looks, std::span<const Patch> patches) const
    {
        const glm::mat4 viewProjection = camera.projection * camera.view;
        const glm::vec4 color = looks.color ? glm::vec4(*looks.color, 1.f) : glm::vec4(0.f);
        glUseProgram(program);
        glUniformMatrix4fv(uniform("viewProjection"), 1, GL_FALSE, glm::value_ptr(viewProjection));
        glUniform2fv(uniform("middle"), 1, glm::value_ptr(view.middle));
        glUniform2fv(uniform("extent"), 1, glm::value_ptr(view.extent));
        glUniform2f(uniform("heights"), view.bottom, view.top);
        glUniform1f(uniform("radius"), looks.radius);
        glUniform1f(uniform("innerRadius"), looks.innerRadius);
        glUniform1f(uniform("metre"), looks.metre);
        glUniform4fv(uniform("color"), 1, glm::value_ptr(color));
        glBindTexture(GL_TEXTURE_2D, texture);
        glBindVertexArray(array);
        glEnable(GL_FRAMEBUFFER_SRGB);
        glEnable(GL_DEPTH_TEST);
        glDepthMask(GL_FALSE);
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        const auto corners = uniform("corners");
        for (const Patch& patch : patches) {
            glUniform3fv(corners, static_cast<GLsizei>(patch.size()), glm::value_ptr(patch.front()));
            glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        }
        glDisable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ZERO);
        glDepthMask(GL_TRUE);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glBindVertexArray(0);
        glBindTexture(GL_TEXTURE_2D, 0);
        glUseProgram(0);
    }

    [[nodiscard]] GLint uniform(const char* name) const { return glGetUniformLocation(program, name); }
};

Ground::Ground(const GlContext&) : state_(std::make_unique<State>())
{
    state_->link();
    state_->makeDepth();
}

Ground::~Ground() = default;

void Ground::draw(const Camera& camera, const Options& options, const std::function<void(const Camera& fromBelow)>& drawCasters)
{
    const glm::vec2 middle = options.center;
    const float radius = options.radius;
    const State::View view{.middle = middle,
                           .extent = glm::vec2(radius),
                           .bottom = options.height - belowGround * options.metre,
                           .top = options.height + options.reach};
    const auto corner = [&](float x, float z) { return glm::vec3(middle.x + x * radius, options.height, middle.y + z * radius); };
    const Patch square{corner(-1.f, -1.f), corner(1.f, -1.f), corner(-1.f, 1.f), corner(1.f, 1.f)};
    state_->lookFromBelow(view, drawCasters);
    state_->paint(camera, view, options, std::span(&square, 1));
}

void Ground::drawShadows(const Camera& camera, std::span<const Patch> patches, float reach,
                         const std::function<void(const Camera& fromBelow)>& drawCasters)
{
    if (patches.empty()) {
        return;
    }
    Aabb all;
    for (const Patch& patch : patches) {
        for (const glm::vec3& corner : patch) {
            all.extend(corner);
        }
    }
    const glm::vec3 middle = all.getCenter();
    const glm::vec3 extent = 0.5f * all.getSize() + shadowWidth;
    const State::View view{.middle = {middle.x, middle.z},
                           .extent = {extent.x, extent.z},
                           .bottom = all.minimum.y - belowGround,
                           .top = all.maximum.y + reach};
    state_->lookFromBelow(view, drawCasters);
    state_->paint(camera, view, {.radius = std::numeric_limits<float>::max()}, patches);
}

}  // namespace armature::support
