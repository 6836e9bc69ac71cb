#pragma once

/// Moved; this header will be removed in the next version.
#include <armature/node/transform_node.hpp>
