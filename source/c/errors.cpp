#include "errors.hpp"

#include <cstring>
#include <filesystem>
#include <new>
#include <stdexcept>

#include <armature/error.hpp>

namespace armature::capi {

namespace {

constexpr std::size_t messageSize = 2048;

// Fixed memory, so that a failure to allocate has a message too.
constinit thread_local char lastMessage[messageSize] = {};

armature_result keep(armature_result result, const char* message) noexcept
{
    copyMessage(message, lastMessage, messageSize);
    return result;
}

}  // namespace

std::size_t utf8Length(std::string_view text) noexcept
{
    const auto byte = [&](std::size_t place) { return place < text.size() ? static_cast<unsigned char>(text[place]) : 0u; };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xc2 && first < 0xe0 ? 2
                               : (first & 0xf0u) == 0xe0       ? 3
                               : first >= 0xf0 && first < 0xf5 ? 4
                                                               : 0;
    for (std::size_t place = 1; place < length; ++place) {
        if ((byte(place) & 0xc0u) != 0x80) {
            return 0;
        }
    }
    // Longer forms than needed, halves of surrogate pairs, and what is above U+10FFFF.
    const unsigned second = byte(1);
    const bool isForbidden = (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) || (first == 0xf0 && second < 0x90)
                             || (first == 0xf4 && second >= 0x90);
    return isForbidden ? 0 : length;
}

void copyMessage(const char* message, char* buffer, std::size_t size) noexcept
{
    constexpr std::string_view end = "...";
    std::string_view rest(message);
    std::size_t used = 0;
    while (!rest.empty()) {
        const std::size_t length = utf8Length(rest);
        const std::size_t taken = length == 0 ? 1 : length;
        // Room for the rest of the message, or for the sign that it was cut.
        const std::size_t needed = rest.size() == taken ? taken + 1 : taken + end.size() + 1;
        if (used + needed > size) {
            std::memcpy(buffer + used, end.data(), end.size());
            used += end.size();
            break;
        }
        if (length == 0) {
            buffer[used] = '?';
        } else {
            std::memcpy(buffer + used, rest.data(), length);
        }
        used += taken;
        rest.remove_prefix(taken);
    }
    buffer[used] = '\0';
}

armature_result resultOfException() noexcept
{
    try {
        throw;
    } catch (const Refusal& refusal) {
        return keep(refusal.getResult(), refusal.what());
    } catch (const std::bad_alloc&) {
        return keep(ARMATURE_OUT_OF_MEMORY, "out of memory");
    } catch (const Error& error) {
        return keep(ARMATURE_BAD_FILE, error.what());
    } catch (const std::filesystem::filesystem_error& error) {
        return keep(ARMATURE_BAD_FILE, error.what());
    } catch (const std::logic_error& error) {
        return keep(ARMATURE_INVALID_ARGUMENT, error.what());
    } catch (const std::exception& error) {
        return keep(ARMATURE_INTERNAL, error.what());
    } catch (...) {
        return keep(ARMATURE_INTERNAL, "an exception of a class that is not known");
    }
}

}  // namespace armature::capi

const char* armature_last_error(void)
{
    return armature::capi::lastMessage;
}
