#pragma once

#include "import_worker/channel.hpp"

namespace armature::worker {

/// Decodes what the library asks for until it asks for no more. Never returns: the process ends when the library is gone.
[[noreturn]] void answerDecodeRequests(Channel& channel);

}  // namespace armature::worker
