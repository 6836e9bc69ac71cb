#include "gl_objects.hpp"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature_shaders.hpp>

namespace armature {

namespace {

struct ShaderFile {
    std::string_view name;
    std::string_view text;
};

constexpr std::array shaderFiles{
    ShaderFile{"srgb.glsl", shaders::srgb_glsl},
    ShaderFile{"tone.glsl", shaders::tone_glsl},
    ShaderFile{"environment.glsl", shaders::environment_glsl},
    ShaderFile{"reflectance.glsl", shaders::reflectance_glsl},
    ShaderFile{"shadow.glsl", shaders::shadow_glsl},
    ShaderFile{"transform.glsl", shaders::transform_glsl},
    ShaderFile{"skinning.glsl", shaders::skinning_glsl},
    ShaderFile{"morphing.glsl", shaders::morphing_glsl},
    ShaderFile{"surface.vert", shaders::surface_vert},
    ShaderFile{"surface.frag", shaders::surface_frag},
    ShaderFile{"ground.vert", shaders::ground_vert},
    ShaderFile{"ground.frag", shaders::ground_frag},
    ShaderFile{"line.vert", shaders::line_vert},
    ShaderFile{"solid.vert", shaders::solid_vert},
    ShaderFile{"overlay.frag", shaders::overlay_frag},
    ShaderFile{"text.vert", shaders::text_vert},
    ShaderFile{"text.frag", shaders::text_frag},
};

std::size_t findFile(std::string_view name)
{
    for (std::size_t i = 0; i < shaderFiles.size(); ++i) {
        if (shaderFiles[i].name == name) {
            return i;
        }
    }
    throw RenderError(fmt::format("shader {}: not embedded in the library", name));
}

std::string_view takeLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

// `#line LINE FILE` makes the driver's log use the line numbers of each file, and the files' indices in shaderFiles.
void append(std::string& out, std::size_t file, std::span<const ShaderDefine> defines)
{
    std::string_view rest = shaderFiles[file].text;
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const std::string_view line = takeLine(rest);
        if (constexpr std::string_view include = "#include \""; line.starts_with(include)) {
            const std::size_t included = findFile(line.substr(include.size(), line.rfind('"') - include.size()));
            out += fmt::format("#line 1 {}\n", included);
            append(out, included, {});
            out += fmt::format("#line {} {}\n", number + 1, file);
            continue;
        }
        out.append(line).append("\n");
        if (line.starts_with("#version")) {
            for (const ShaderDefine& define : defines) {
                out += fmt::format("#define {} {}\n", define.name, define.value);
            }
            out += fmt::format("#line {} {}\n", number + 1, file);
        }
    }
}

std::string fileNumbers()
{
    std::string text;
    for (std::size_t i = 0; i < shaderFiles.size(); ++i) {
        text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", i, shaderFiles[i].name);
    }
    return text;
}

template <auto getParameter, auto getLog>
std::string readLog(GLuint object)
{
    GLint length = 0;
    getParameter(object, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    GLsizei written = 0;
    getLog(object, static_cast<GLsizei>(log.size()), &written, log.data());
    log.resize(static_cast<std::size_t>(written));
    return log;
}

std::string shaderLog(GLuint shader)
{
    return readLog<[](GLuint name, GLenum what, GLint* out) { glGetShaderiv(name, what, out); },
                   [](GLuint name, GLsizei size, GLsizei* written, GLchar* out) { glGetShaderInfoLog(name, size, written, out); }>(shader);
}

std::string programLog(GLuint program)
{
    return readLog<[](GLuint name, GLenum what, GLint* out) { glGetProgramiv(name, what, out); },
                   [](GLuint name, GLsizei size, GLsizei* written, GLchar* out) { glGetProgramInfoLog(name, size, written, out); }>(
        program);
}

void attach(GLuint program, GLenum stage, std::string_view file, std::span<const ShaderDefine> defines)
{
    const std::string text = assembleShader(file, defines);
    const GLuint shader = glCreateShader(stage);
    const GLchar* const pointer = text.c_str();
    const auto length = static_cast<GLint>(text.size());
    glShaderSource(shader, 1, &pointer, &length);
    glCompileShader(shader);
    GLint isCompiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &isCompiled);
    const std::string log = isCompiled == GL_FALSE ? shaderLog(shader) : "";
    glAttachShader(program, shader);
    glDeleteShader(shader);  // takes effect once the program is deleted
    if (isCompiled == GL_FALSE) {
        throw RenderError(fmt::format("shader {} does not compile (files: {}): {}", file, fileNumbers(), log));
    }
}

}  // namespace

std::string assembleShader(std::string_view file, std::span<const ShaderDefine> defines)
{
    std::string text;
    append(text, findFile(file), defines);
    return text;
}

GlProgram::GlProgram(std::string_view vertexFile, std::string_view fragmentFile, std::span<const ShaderDefine> defines,
                     std::span<const char* const> feedback)
    : program_(glCreateProgram())
{
    try {
        attach(program_, GL_VERTEX_SHADER, vertexFile, defines);
        attach(program_, GL_FRAGMENT_SHADER, fragmentFile, defines);
        if (!feedback.empty()) {
            glTransformFeedbackVaryings(program_, static_cast<GLsizei>(feedback.size()), feedback.data(), GL_INTERLEAVED_ATTRIBS);
        }
        glLinkProgram(program_);
        GLint isLinked = GL_FALSE;
        glGetProgramiv(program_, GL_LINK_STATUS, &isLinked);
        if (isLinked == GL_FALSE) {
            throw RenderError(fmt::format("shaders {} and {} do not link: {}", vertexFile, fragmentFile, programLog(program_)));
        }
    } catch (...) {
        glDeleteProgram(program_);
        throw;
    }
}

GlProgram::~GlProgram()
{
    if (program_ != 0) {
        glDeleteProgram(program_);
    }
}

GlProgram::GlProgram(GlProgram&& other) noexcept : program_(std::exchange(other.program_, 0u)) {}

void GlProgram::setBlockBinding(const char* block, GLuint bindingPoint) const noexcept
{
    const GLuint index = glGetUniformBlockIndex(program_, block);
    if (index != GL_INVALID_INDEX) {
        glUniformBlockBinding(program_, index, bindingPoint);
    }
}

void GlProgram::setStorageBinding(const char* block, GLuint bindingPoint) const noexcept
{
    const GLuint index = glGetProgramResourceIndex(program_, GL_SHADER_STORAGE_BLOCK, block);
    if (index != GL_INVALID_INDEX) {
        glShaderStorageBlockBinding(program_, index, bindingPoint);
    }
}

}  // namespace armature
