#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"
#include "import/assimp/messages.hpp"

namespace armature::worker {

/// A memory mapping of a read-only descriptor.
class Mapping {
public:
    /// Maps the bytes. Throws std::bad_alloc if there is no memory for them.
    explicit Mapping(const Descriptor& file);
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping();

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

/// The worker's end of the socket. If the library is gone, the worker's process ends.
class Channel {
public:
    explicit Channel(int socket) noexcept : socket_(socket) {}

    /// Receives the task, and a descriptor of the model if one is to be read.
    [[nodiscard]] std::pair<foreign::StartMessage, Descriptor> receiveStart();

    /// Asks the library for a file beside the model. The descriptor is not open if the file does not exist.
    [[nodiscard]] Descriptor askForFile(std::string_view path);

    void sendAnswer(std::span<const std::byte> answer);
    void send(foreign::MessageKind kind, std::string_view text = {});

    /// Receives the next message, and the descriptor that came with it.
    [[nodiscard]] std::pair<std::vector<std::byte>, Descriptor> receive();

private:
    void send(foreign::MessageKind kind, std::span<const std::byte> bytes);

    int socket_;
};

}  // namespace armature::worker
