#pragma once

/// Moved; this header will be removed in the next version.
#include <armature/node/node.hpp>
