#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace armature {

/// What the OpenGL implementation offers, as far as armature cares. Sizes in bytes unless they say otherwise.
struct GlCapabilities {
    int majorVersion = 0;
    int minorVersion = 0;
    std::size_t uniformBlockBytes = 0;       ///< GL_MAX_UNIFORM_BLOCK_SIZE; at least 16384.
    std::size_t uniformOffsetAlignment = 0;  ///< GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT; 16 to 256 in practice.
    std::size_t textureBufferTexels = 0;     ///< GL_MAX_TEXTURE_BUFFER_SIZE; at least 65536.
    std::size_t textureSize = 0;             ///< GL_MAX_TEXTURE_SIZE in pixels.
    bool hasBufferStorage = false;           ///< OpenGL 4.4 or ARB_buffer_storage: buffers can stay mapped while they are used.
    bool hasDebugOutput = false;             ///< OpenGL 4.3 or KHR_debug.
};

/// Makes a GlContext pretend to be a lesser implementation than it is. Values only ever restrict.
struct GlRestrictions {
    std::optional<std::size_t> uniformBlockBytes = {};       ///< Upper bound; not below 16384.
    std::optional<std::size_t> uniformOffsetAlignment = {};  ///< Lower bound; a power of two up to 65536.
    std::optional<std::size_t> textureBufferTexels = {};     ///< Upper bound; 0: no buffer textures.
    bool withoutBufferStorage = false;
};

/// One message of the driver's debug output (KHR_debug).
struct GlDebugMessage {
    enum class Severity { Notification, Low, Medium, High };
    Severity severity = Severity::Notification;
    bool isError = false;  ///< The driver calls it an error, or undefined behaviour.
    std::string_view text = {};
};

/// The OpenGL context that the application made current, with its functions loaded and its limits read.
///
/// Renderer objects refer to one and are used on the thread where that context is current. It does not own the context, and must be
/// outlived by it. (The function pointers themselves belong to GLEW and are shared by all contexts of a process, which is sound for
/// contexts of one driver.)
class GlContext final {
public:
    /// Throws RenderError if no context is current or it offers less than OpenGL 3.3; the message holds both versions. Throws
    /// std::invalid_argument for restrictions that no implementation has.
    explicit GlContext(const GlRestrictions& restrictions = {});
    ~GlContext();
    GlContext(const GlContext&) = delete;
    GlContext& operator=(const GlContext&) = delete;

    [[nodiscard]] const GlCapabilities& capabilities() const noexcept { return capabilities_; }
    /// The driver's own words, "llvmpipe (LLVM 15.0.6, 256 bits)" for instance.
    [[nodiscard]] const std::string& getRendererName() const noexcept { return rendererName_; }
    [[nodiscard]] const std::string& getVersionName() const noexcept { return versionName_; }

    /// From now on calls `listener` for each message of the driver, at once and on this thread; null ends that. Does nothing where there
    /// is no debug output. Some drivers say little unless the context was made as a debug context. The listener must not throw.
    void setDebugListener(std::function<void(const GlDebugMessage&)> listener);

private:
    GlCapabilities capabilities_;
    std::string rendererName_;
    std::string versionName_;
    std::unique_ptr<std::function<void(const GlDebugMessage&)>> listener_;  // the driver keeps its address
};

}  // namespace armature
