#include "command_line.hpp"

int main(int argumentCount, char** arguments)
{
    return armature::tools::runProgram(argumentCount, arguments);
}
