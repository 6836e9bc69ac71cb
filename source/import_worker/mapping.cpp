#include "import_worker/mapping.hpp"

#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace armature::worker {

Mapping::Mapping(const foreign::Descriptor& file)
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

}  // namespace armature::worker
