#include "completion.hpp"
#include "described_program.hpp"
#include "help_text.hpp"
#include "manual.hpp"
#include "subcommands.hpp"

namespace armature::tools {

void addDescriptions(CLI::App& program, Request& request)
{
    CLI::App* help = program.add_subcommand("help", "say how a command is used");
    CLI::App* completion = program.add_subcommand("completion", "print a script that lets a shell complete commands, options and files");
    CLI::App* manual = program.add_subcommand("manual", "print the manual page");

    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    const auto about = std::make_shared<std::string>();
    help->add_option("COMMAND", *about, "the command; if not given, the program as a whole")->transform(oneOf(names))->type_name("");
    help->final_callback([&program, &request, about] {
        const CLI::App* const described = about->empty() ? &program : program.get_subcommand(*about);
        const std::string name = about->empty() ? "armature" : "armature " + *about;
        request = printing(withTonedHeadings(described->get_formatter()->make_help(described, name, CLI::AppFormatMode::Normal)));
    });

    const auto shell = std::make_shared<std::string>();
    addChoice(
        *completion, "SHELL", {"bash", "zsh", "fish"}, [shell](const std::string& word) { *shell = word; }, "the shell")
        ->required();
    completion->final_callback([&program, &request, shell] {
        const DescribedProgram described = describeProgram(program);
        request = printing(*shell == "bash"  ? bashCompletion(described)
                           : *shell == "zsh" ? zshCompletion(described)
                                             : fishCompletion(described));
    });
    manual->final_callback([&program, &request] { request = printing(manualPage(describeProgram(program))); });
}

}  // namespace armature::tools
