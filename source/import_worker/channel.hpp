#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "import/foreign/descriptor.hpp"
#include "import/foreign/messages.hpp"

namespace armature::worker {

/// The worker's end of the socket. If the library is no longer there, the process ends.
class Channel {
public:
    explicit Channel(int socket) noexcept : socket_(socket) {}

    /// What is to be done, and a descriptor of the model if it is to read one.
    [[nodiscard]] std::pair<foreign::StartMessage, foreign::Descriptor> receiveStart();

    /// A file beside the model; not open if there is none.
    [[nodiscard]] foreign::Descriptor askForFile(std::string_view path);

    void sendAnswer(std::span<const std::byte> answer);
    void send(foreign::MessageKind kind, std::string_view text = {});

    /// The next message, and the descriptor that came along.
    [[nodiscard]] std::pair<std::vector<std::byte>, foreign::Descriptor> receive();

private:
    void send(foreign::MessageKind kind, std::span<const std::byte> bytes);

    int socket_;
};

}  // namespace armature::worker
