#include <armature/render/gl_context.hpp>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include <GL/glew.h>
#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/render/palette_layout.hpp>

#include "gl_objects.hpp"
#include "node/observer_list.hpp"

namespace armature {

namespace {

constexpr std::size_t guaranteedUniformBlockBytes = 16384;  // OpenGL 3.3, table 6.51

std::string readString(GLenum name)
{
    const GLubyte* const text = glGetString(name);
    return text != nullptr ? reinterpret_cast<const char*>(text) : "";
}

std::size_t readSize(GLenum name)
{
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value > 0 ? static_cast<std::size_t>(value) : 0;
}

void loadFunctions()
{
    // Without an X display, GLEW cannot query GLX. It reports this after it has loaded everything else.
    const GLenum result = glewInit();
    if (result != GLEW_OK && result != GLEW_ERROR_NO_GLX_DISPLAY) {
        const GLubyte* const reason = glewGetErrorString(result);
        throw RenderError(fmt::format("OpenGL's functions cannot be loaded: {} (GLEW error {}); is a context current on this thread?",
                                      reinterpret_cast<const char*>(reason), result));
    }
}

GlCapabilities readCapabilities(const std::string& versionName)
{
    GlCapabilities capabilities;
    glGetIntegerv(GL_MAJOR_VERSION, &capabilities.majorVersion);
    glGetIntegerv(GL_MINOR_VERSION, &capabilities.minorVersion);
    const auto version = std::pair(capabilities.majorVersion, capabilities.minorVersion);
    if (version < std::pair(3, 3)) {
        throw RenderError(fmt::format("OpenGL 3.3 is needed, the context is {}.{} (\"{}\")", version.first, version.second, versionName));
    }
    capabilities.uniformBlockBytes = readSize(GL_MAX_UNIFORM_BLOCK_SIZE);
    capabilities.uniformOffsetAlignment = std::max<std::size_t>(readSize(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT), 1);
    capabilities.textureBufferTexels = readSize(GL_MAX_TEXTURE_BUFFER_SIZE);
    capabilities.textureSize = readSize(GL_MAX_TEXTURE_SIZE);
    if ((GLEW_VERSION_4_3 || GLEW_ARB_shader_storage_buffer_object) && readSize(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS) > 0) {
        capabilities.storageBlockBytes = readSize(GL_MAX_SHADER_STORAGE_BLOCK_SIZE);
    }
    capabilities.hasBufferStorage = GLEW_VERSION_4_4 || GLEW_ARB_buffer_storage;
    capabilities.hasDebugOutput = GLEW_VERSION_4_3 || GLEW_KHR_debug;
    return capabilities;
}

void restrict(GlCapabilities& capabilities, const GlRestrictions& restrictions)
{
    if (restrictions.uniformBlockBytes) {
        const std::size_t bytes = std::max(*restrictions.uniformBlockBytes, guaranteedUniformBlockBytes);
        capabilities.uniformBlockBytes = std::min(capabilities.uniformBlockBytes, bytes);
    }
    if (restrictions.uniformOffsetAlignment) {
        if (!std::has_single_bit(*restrictions.uniformOffsetAlignment)
            || *restrictions.uniformOffsetAlignment > PaletteLayout::largestAlignment) {
            throw std::invalid_argument(fmt::format("GlRestrictions: an alignment of {} is not a power of two up to {}",
                                                    *restrictions.uniformOffsetAlignment, PaletteLayout::largestAlignment));
        }
        capabilities.uniformOffsetAlignment = std::max(capabilities.uniformOffsetAlignment, *restrictions.uniformOffsetAlignment);
    }
    if (restrictions.textureBufferTexels) {
        capabilities.textureBufferTexels = std::min(capabilities.textureBufferTexels, *restrictions.textureBufferTexels);
    }
    if (restrictions.storageBlockBytes) {
        capabilities.storageBlockBytes = std::min(capabilities.storageBlockBytes, *restrictions.storageBlockBytes);
    }
    capabilities.hasBufferStorage = capabilities.hasBufferStorage && !restrictions.withoutBufferStorage;
}

/// Returns how the GPU was reset; GL_NO_ERROR if it was not, or if the context cannot tell.
GLenum readResetStatus() noexcept
{
    // GLEW loads glGetGraphicsResetStatus only for OpenGL 4.5, even if the context supports KHR_robustness.
    if (glGetGraphicsResetStatus != nullptr) {
        return glGetGraphicsResetStatus();
    }
    return glGetGraphicsResetStatusARB != nullptr ? glGetGraphicsResetStatusARB() : GLenum{GL_NO_ERROR};
}

GlDebugMessage::Severity toSeverity(GLenum severity)
{
    switch (severity) {
    case GL_DEBUG_SEVERITY_HIGH: return GlDebugMessage::Severity::High;
    case GL_DEBUG_SEVERITY_MEDIUM: return GlDebugMessage::Severity::Medium;
    case GL_DEBUG_SEVERITY_LOW: return GlDebugMessage::Severity::Low;
    default: return GlDebugMessage::Severity::Notification;
    }
}

}  // namespace

/// Identifies the context in which it was created, by a vertex array, because contexts do not share vertex arrays. The array holds the
/// mark's address, which is unique.
class GlContext::Mark final {
public:
    Mark()
    {
        glBindVertexArray(array_.name());
        glBindBuffer(GL_ARRAY_BUFFER, buffer_.name());
        glVertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 0, this);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        glBindVertexArray(0);
    }
    ~Mark()
    {
        if (!isHere()) {  // another context, or none, is current; in it, the names denote other objects
            array_.forget();
            buffer_.forget();
        }
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

    [[nodiscard]] bool isHere() const noexcept
    {
        if (glIsVertexArray(array_.name()) != GL_TRUE) {
            return false;
        }
        GLint bound = 0;
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &bound);
        void* address = nullptr;
        glBindVertexArray(array_.name());
        glGetVertexAttribPointerv(0, GL_VERTEX_ATTRIB_ARRAY_POINTER, &address);
        glBindVertexArray(static_cast<GLuint>(bound));
        return address == this;
    }

private:
    GlVertexArray array_;
    GlBuffer buffer_;
};

class GlContext::MessageObservers final : public ObserverList<int, const GlDebugMessage&> {
public:
    void remove(std::uint64_t id) noexcept override
    {
        ObserverList::remove(id);
        if (isEmpty()) {
            glDebugMessageCallback(nullptr, nullptr);
            glDisable(GL_DEBUG_OUTPUT);
        }
    }

    static void GLAPIENTRY forward(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length, const GLchar* text, const void* user)
    {
        GlDebugMessage message;
        message.severity = toSeverity(severity);
        message.isError = type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR;
        message.isPerformance = type == GL_DEBUG_TYPE_PERFORMANCE;
        message.text = length >= 0 ? std::string_view(text, static_cast<std::size_t>(length)) : std::string_view(text);
        // OpenGL passes the user pointer as const.
        static_cast<MessageObservers*>(const_cast<void*>(user))->notify(0, message);
    }
};

GlContext::GlContext(const GlRestrictions& restrictions)
{
    loadFunctions();
    rendererName_ = readString(GL_RENDERER);
    versionName_ = readString(GL_VERSION);
    capabilities_ = readCapabilities(versionName_);
    restrict(capabilities_, restrictions);
    mark_ = std::make_unique<const Mark>();
}

GlContext::~GlContext()
{
    if (observers_ != nullptr) {
        glDebugMessageCallback(nullptr, nullptr);
    }
}

void GlContext::requireCurrent() const
{
    if (!mark_->isHere()) {
        const std::string current = readString(GL_VERSION);
        throw RenderError(fmt::format("the OpenGL context \"{}\" is not current on this thread; {}", versionName_,
                                      current.empty() ? "none is" : fmt::format("another one is (\"{}\")", current)));
    }
    if (const GLenum status = readResetStatus(); status != GL_NO_ERROR) {
        throw RenderError(fmt::format("the OpenGL context \"{}\" is lost: the GPU was reset (0x{:x}); make a new context and new renderers",
                                      versionName_, status));
    }
}

void GlContext::finish() const
{
    requireCurrent();
    glFinish();
}

Subscription GlContext::observeMessages(std::function<void(const GlDebugMessage&)> observer)
{
    if (!observer) {
        throw std::invalid_argument("OpenGL context: the observer of messages is null");
    }
    if (!capabilities_.hasDebugOutput) {
        return {};
    }
    if (observers_ == nullptr) {
        observers_ = std::make_shared<MessageObservers>();
    }
    const std::uint64_t id = observers_->add(0, std::move(observer));
    glDebugMessageCallback(MessageObservers::forward, observers_.get());
    // Messages of low severity are off by default.
    glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    return ObserverRegistry::subscription(observers_, id);
}

}  // namespace armature
