#pragma once

#include <stdexcept>

#include <armature/error.hpp>

namespace armature::tools {

/// The command line asks for something impossible: a number out of range, an animation that the file lacks. Exit status 2.
class UsageError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file cannot be written; what() is "FILE: WHAT". Exit status 1.
class OutputError final : public Error {
public:
    using Error::Error;
};

/// Whoever read standard output has gone away (`armature inspect fox.glb | head`): nothing is left to do, and nobody to tell.
class ReaderGone final : public std::exception {};

}  // namespace armature::tools
