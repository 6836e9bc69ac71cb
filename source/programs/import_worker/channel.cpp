#include "programs/import_worker/channel.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "import/assimp/byte_reader.hpp"
#include "import/assimp/exchange_scene.hpp"

namespace armature::worker {

Mapping::Mapping(const Descriptor& file)
{
    const off_t size = lseek(file.get(), 0, SEEK_END);
    if (size <= 0) {
        return;
    }
    void* const memory = mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    bytes_ = {static_cast<const std::byte*>(memory), static_cast<std::size_t>(size)};
}

Mapping::~Mapping()
{
    if (!bytes_.empty()) {
        munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
}

using foreign::MessageKind;

std::pair<foreign::StartMessage, Descriptor> Channel::receiveStart()
{
    auto [message, model] = receive();
    if (message.empty() || static_cast<MessageKind>(message.front()) != MessageKind::Start) {
        _exit(2);
    }
    importing::MemoryBudget budget(message.size());
    foreign::ByteReader reader(std::span<const std::byte>(message).subspan(1), budget);
    foreign::StartMessage start;
    foreign::exchangeStart(reader, start);
    reader.finish();
    if (start.version != foreign::magicAndVersion) {
        reader.refuse("is of another version; install the worker that belongs to the library");
    }
    return {std::move(start), std::move(model)};
}

Descriptor Channel::askForFile(std::string_view path)
{
    send(MessageKind::WantsFile, path.substr(0, foreign::longestPath));
    auto [message, file] = receive();
    return std::move(file);
}

void Channel::sendAnswer(std::span<const std::byte> answer)
{
    while (!answer.empty()) {
        const auto part = answer.first(std::min(answer.size(), foreign::longestMessage - 1));
        send(MessageKind::Part, part);
        answer = answer.subspan(part.size());
    }
    send(MessageKind::Done);
}

void Channel::send(MessageKind kind, std::string_view text)
{
    send(kind, std::as_bytes(std::span(text)));
}

void Channel::send(MessageKind kind, std::span<const std::byte> bytes)
{
    std::array<iovec, 2> parts{{{&kind, 1}, {const_cast<std::byte*>(bytes.data()), bytes.size()}}};
    msghdr header{};
    header.msg_iov = parts.data();
    header.msg_iovlen = parts.size();
    ssize_t sent = -1;
    do {
        sent = sendmsg(socket_, &header, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0) {
        _exit(2);
    }
}

std::pair<std::vector<std::byte>, Descriptor> Channel::receive()
{
    std::vector<std::byte> message(foreign::longestMessage);
    iovec part{message.data(), message.size()};
    alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof(int))> control{};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
    ssize_t received = -1;
    do {
        received = recvmsg(socket_, &header, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received <= 0) {
        _exit(2);
    }
    message.resize(static_cast<std::size_t>(received));
    Descriptor file;
    if (const cmsghdr* rights = CMSG_FIRSTHDR(&header); rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
        int descriptor = -1;
        std::memcpy(&descriptor, CMSG_DATA(rights), sizeof(int));
        file = Descriptor(descriptor);
    }
    return {std::move(message), std::move(file)};
}

}  // namespace armature::worker
