#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <glm/ext/matrix_float3x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/node/node.hpp>
#include <armature/saved_state.hpp>

#include "base/reflection.hpp"

namespace armature {

/// Whether a type has neither padding nor pointers, so that all of its bytes belong to the value.
template <class T>
inline constexpr bool isPlainNumber = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <glm::length_t size, class T, glm::qualifier precision>
inline constexpr bool isPlainNumber<glm::vec<size, T, precision>> = sizeof(glm::vec<size, T, precision>) == sizeof(T) * size;
template <class T, glm::qualifier precision>
inline constexpr bool isPlainNumber<glm::qua<T, precision>> = true;
template <glm::length_t columns, glm::length_t rows, class T, glm::qualifier precision>
inline constexpr bool isPlainNumber<glm::mat<columns, rows, T, precision>> = true;

/// The interface through which a class lists its state in its listState(). One list serves to save the state, to check whether a saved
/// state fits, and to restore it.
///
/// Restoring makes three passes. Check: compares everything that must be unchanged, and writes nothing. Cut: detaches every object whose
/// parent or host differs from the saved one, so that no cycle can close meanwhile. Restore: writes the saved values.
class StateArchive {
public:
    enum class Mode { Save, Check, Cut, Restore };

    [[nodiscard]] bool isSaving() const noexcept { return mode_ == Mode::Save; }
    [[nodiscard]] bool isChecking() const noexcept { return mode_ == Mode::Check; }
    [[nodiscard]] bool isCutting() const noexcept { return mode_ == Mode::Cut; }
    [[nodiscard]] bool isRestoring() const noexcept { return mode_ == Mode::Restore; }

    /// Begins a listState() with the kind of object, which must be unchanged, and the object's name if it has one. Both texts must live
    /// until the next object().
    void object(std::string_view kind, std::string_view name = {});
    /// Names the part that is listed next, for messages.
    void enter(std::string_view kind, std::string_view name = {}) noexcept
    {
        kind_ = kind;
        name_ = name;
    }

    /// Lists numbers, structs whose members are all listed, and optionals of both. Returns true if a restored value differs from the
    /// current one.
    template <class... Values>
    bool values(Values&... listed)
    {
        bool differs = false;
        ((differs = value(listed) || differs), ...);
        return differs;
    }
    bool values(std::span<float> listed) { return number(listed.data(), listed.size_bytes()); }
    /// Lists numbers that the object shares with others, so that they are not written in place. If restored numbers differ from `current`,
    /// calls replace(bytes) with them.
    template <class Replace>
    void shared(std::span<const float> current, const Replace& replace)
    {
        const std::size_t size = current.size_bytes();
        if (size == 0) {
            return;
        }
        if (isSaving()) {
            write(current.data(), size);
            return;
        }
        const std::byte* const saved = read(size);
        if (isRestoring() && std::memcmp(current.data(), saved, size) != 0) {
            replace(std::span(saved, size));
        }
    }
    /// Lists a sequence of numbers. If the restored numbers differ from `current`, writes them to `outRestored` and returns true.
    template <class Numbers>
    [[nodiscard]] bool list(const Numbers& current, Numbers& outRestored)
    {
        static_assert(isPlainNumber<typename Numbers::value_type>);
        const std::size_t count = exchange(current.size());
        const std::size_t size = count * sizeof current[0];
        if (isSaving()) {
            write(current.data(), size);
            return false;
        }
        const std::byte* const saved = read(size);
        const bool differs = count != current.size() || (size != 0 && std::memcmp(current.data(), saved, size) != 0);
        if (!isRestoring() || !differs) {
            return false;
        }
        outRestored.resize(count);
        if (size != 0) {
            std::memcpy(outRestored.data(), saved, size);
        }
        return true;
    }

    /// When saving, saves a number or a struct of numbers and returns it. Otherwise returns the saved one, even during the check. For
    /// counts, and for values that determine which values are listed next.
    template <class Value>
    [[nodiscard]] Value exchange(Value current)
    {
        if constexpr (!isPlainNumber<Value>) {
            visitMembers(current, [&](auto&... members) { ((members = exchange(members)), ...); });
        } else if (isSaving()) {
            write(&current, sizeof current);
        } else {
            std::memcpy(&current, read(sizeof current), sizeof current);
        }
        return current;
    }
    /// Like the function above, for a text. The returned view is valid as long as `current` and the saved state do not change.
    [[nodiscard]] std::string_view exchange(std::string_view current);

    /// Throws std::invalid_argument that names the object and the difference.
    [[noreturn]] void refuse(std::string_view difference) const;
    /// Requires that a number or text is unchanged. Throws std::invalid_argument that names the object and both values.
    void same(std::string_view what, std::uint64_t current);
    void same(std::string_view what, std::string_view current);
    /// Throws std::logic_error that names the object if `isFiring`: the action of an event must not save or restore the object.
    void refuseWhile(bool isFiring) const;

    /// Lists a node or bone, or null, to which the object refers. Nodes of scenes and skeletons that are part of the state are identified
    /// by their index. For any other node, only the index in its own scene or skeleton is saved, which must be unchanged; otherwise throws
    /// std::invalid_argument that names the object.
    [[nodiscard]] Node* node(std::string_view what, Node* current);
    /// When saving, adds a warning if the state does not include this controller, which remembers data about the object between updates.
    void needs(const Updatable& controller, std::string_view className);
    /// Returns the index of a node among its scene's nodes, or of a bone among its skeleton's bones. O(owners known so far); the first call
    /// for an owner also visits all of the owner's nodes.
    [[nodiscard]] std::uint32_t placeOf(const Node& node);

private:
    friend class SavedState;

    StateArchive(std::vector<SavedState::Owner>& owners, std::vector<std::uint32_t>& places, std::vector<const Updatable*>& controllers,
                 std::vector<std::string>& warnings) noexcept
        : owners_(owners), places_(places), controllers_(controllers), warnings_(warnings)
    {}

    /// Makes the nodes of a scene or the bones of a skeleton part of the state.
    void introduce(const HierarchyOwner& owner);
    /// Makes a controller part of the state.
    void introduce(const Updatable& controller) { controllers_.push_back(&controller); }
    /// Throws std::invalid_argument if the saved state has data left unread.
    void finish() const;
    void start(Mode mode, std::vector<std::byte>* written, std::span<const std::byte> saved) noexcept;

    template <class Value>
    bool value(Value& listed)
    {
        if constexpr (isPlainNumber<Value>) {
            return number(&listed, sizeof listed);
        } else {
            return visitMembers(listed, [&](auto&... members) { return values(members...); });
        }
    }
    template <class Value>
    bool value(std::optional<Value>& listed)
    {
        const bool isThere = exchange(listed.has_value());
        Value content = listed.value_or(Value{});
        const bool differs = (isThere && value(content)) || (isRestoring() && isThere != listed.has_value());
        if (differs) {
            listed = isThere ? std::optional(content) : std::nullopt;
        }
        return differs;
    }
    bool number(void* listed, std::size_t size)
    {
        if (size == 0) {
            return false;
        }
        if (isSaving()) {
            write(listed, size);
            return false;
        }
        const std::byte* saved = read(size);
        if (!isRestoring() || std::memcmp(listed, saved, size) == 0) {
            return false;
        }
        std::memcpy(listed, saved, size);
        return true;
    }
    void write(const void* data, std::size_t size)
    {
        const auto* first = static_cast<const std::byte*>(data);
        written_->insert(written_->end(), first, first + size);
    }
    [[nodiscard]] const std::byte* read(std::size_t size);
    /// Returns the index of the node's owner among the owners. Appends an owner that is not known yet.
    std::size_t ownerOf(const Node& node);

    Mode mode_ = Mode::Save;
    std::vector<std::byte>* written_ = nullptr;
    std::span<const std::byte> saved_;
    std::size_t position_ = 0;
    std::vector<SavedState::Owner>& owners_;
    std::vector<std::uint32_t>& places_;
    std::vector<const Updatable*>& controllers_;
    std::vector<std::string>& warnings_;
    std::size_t memberCount_ = 0;  // the number of owners that are part of the state; they come first
    std::string_view kind_;
    std::string_view name_;
};

}  // namespace armature
