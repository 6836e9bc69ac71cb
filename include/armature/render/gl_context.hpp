#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/node/subscription.hpp>

namespace armature {

/// The OpenGL capabilities that armature uses. Sizes are in bytes unless noted.
struct ARMATURE_API GlCapabilities {
    int majorVersion = 0;                    ///< OpenGL's major version.
    int minorVersion = 0;                    ///< OpenGL's minor version.
    std::size_t uniformBlockBytes = 0;       ///< GL_MAX_UNIFORM_BLOCK_SIZE; at least 16384.
    std::size_t uniformOffsetAlignment = 0;  ///< GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT; 16 to 256 in practice.
    std::size_t textureBufferTexels = 0;     ///< GL_MAX_TEXTURE_BUFFER_SIZE; at least 65536.
    std::size_t textureSize = 0;             ///< GL_MAX_TEXTURE_SIZE in pixels.
    /// GL_MAX_SHADER_STORAGE_BLOCK_SIZE; 0 with neither OpenGL 4.3 nor ARB_shader_storage_buffer_object, or if vertex shaders cannot use
    /// shader storage buffers.
    std::size_t storageBlockBytes = 0;
    bool hasBufferStorage = false;  ///< OpenGL 4.4 or ARB_buffer_storage: buffers can stay mapped while they are used.
    bool hasDebugOutput = false;    ///< OpenGL 4.3 or KHR_debug: the driver can report messages.
};

/// Makes a GlContext act like a less capable OpenGL implementation. Restrictions can only lower capabilities.
struct ARMATURE_API GlRestrictions {
    std::optional<std::size_t> uniformBlockBytes = {};       ///< Upper bound; not below 16384.
    std::optional<std::size_t> uniformOffsetAlignment = {};  ///< Lower bound; a power of two up to 65536.
    std::optional<std::size_t> textureBufferTexels = {};     ///< Upper bound; 0: no buffer textures.
    bool withoutBufferStorage = false;                       ///< If true, hasBufferStorage is false.
    std::optional<std::size_t> storageBlockBytes = {};       ///< Upper bound; 0: no shader storage buffers.
};

/// A message of the driver's debug output (KHR_debug).
struct ARMATURE_API GlDebugMessage {
    /// The severity of a message.
    enum class Severity { Notification, Low, Medium, High };
    Severity severity = Severity::Notification;  ///< The driver's rating.
    bool isError = false;                        ///< True if the driver reports an error or undefined behaviour.
    bool isPerformance = false;                  ///< True if the message is about performance.
    std::string_view text = {};                  ///< Valid only during the call.
};

/// The application's current OpenGL context, with its functions loaded and its limits read.
///
/// Renderers refer to a GlContext; use them on the thread where its OpenGL context is current. A GlContext does not own the OpenGL context,
/// which must outlive it. (The function pointers belong to GLEW and are shared by all contexts of a process, which works for contexts of
/// one driver.)
class ARMATURE_API GlContext final {
public:
    /// Uses the current OpenGL context. Throws RenderError if no context is current, or if it offers less than OpenGL 3.3; the message then
    /// gives both versions. Throws std::invalid_argument for restrictions that no OpenGL implementation has.
    explicit GlContext(const GlRestrictions& restrictions = {});
    ~GlContext();
    GlContext(const GlContext&) = delete;
    GlContext& operator=(const GlContext&) = delete;

    [[nodiscard]] const GlCapabilities& getCapabilities() const noexcept { return capabilities_; }  ///< With the restrictions applied.
    /// GL_RENDERER, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
    [[nodiscard]] const std::string& getRendererName() const noexcept { return rendererName_; }
    [[nodiscard]] const std::string& getVersionName() const noexcept { return versionName_; }  ///< GL_VERSION.

    /// Throws RenderError if this object's OpenGL context is not current on this thread, or if the context was lost by a reset of the GPU
    /// (reported only by contexts that were created with ARB_robustness). Renderers call it before they draw. O(1).
    void requireCurrent() const;

    /// Waits until OpenGL has completed all commands (glFinish): for measuring how long commands take. Throws as requireCurrent() does.
    void finish() const;

    /// Calls `observer` for each message of the driver, synchronously on this thread, as long as the subscription lasts. Ending the last
    /// subscription turns messages off, so end it on the thread where the context is current. Without debug output there are no messages;
    /// some drivers send only few unless the context is a debug context. The observer must not throw. Throws std::invalid_argument if
    /// `observer` is empty.
    [[nodiscard]] Subscription observeMessages(std::function<void(const GlDebugMessage&)> observer);

private:
    class ARMATURE_LOCAL MessageObservers;
    class ARMATURE_LOCAL Mark;

    GlCapabilities capabilities_;
    std::string rendererName_;
    std::string versionName_;
    std::unique_ptr<const Mark> mark_;
    std::shared_ptr<MessageObservers> observers_;  // null before the first observer; the driver keeps the object's address
};

}  // namespace armature
