#pragma once

#include <string>
#include <vector>

namespace armature::tools {

/// An option or argument of a command, in plain data.
struct DescribedOption {
    std::vector<std::string> names = {};  ///< With their dashes, short ones first: "-o", "--output". An argument has no names.
    std::string value = {};               ///< The placeholder for its value: "WxH", "FILE"; empty for a flag.
    std::string description = {};
    bool isRequired = false;
    bool isRepeated = false;                 ///< Whether it takes several values, one after the other.
    std::vector<std::string> words = {};     ///< The values that it allows; empty if they are not from a list.
    bool isFile = false;                     ///< Whether the value is the name of a file.
    std::vector<std::string> endings = {};   ///< The usual endings of that file, without dots; empty if it may have any.
    std::vector<std::string> excludes = {};  ///< Names of options that cannot be given together with it.
};

struct DescribedCommand {
    std::string name = {};
    std::string description = {};
    std::string notes = {};  ///< What its help says after the options; may be several lines.
    std::vector<DescribedOption> arguments = {};
    std::vector<DescribedOption> options = {};
};

/// The whole command line in plain data, for what is made from it: completion and the manual.
struct DescribedProgram {
    DescribedCommand itself;  ///< What stands before a command's name.
    std::vector<DescribedCommand> commands;
};

}  // namespace armature::tools
