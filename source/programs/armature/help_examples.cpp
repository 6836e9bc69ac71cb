#include <array>
#include <utility>

#include "help_text.hpp"

namespace armature::tools {

namespace {

constexpr std::array programExamples{
    Example{"armature view character.glb", "look at a model, play its clips, pose it"},
    Example{"armature inspect character.glb", "what the file holds"},
    Example{"armature render character.glb -o character.png", "a picture of it"},
    Example{"armature help render", "all about one command"},
};

constexpr std::array viewExamples{
    Example{"armature view character.glb", "play the clips of a model"},
    Example{"armature view character.glb hero.glb", "two models, to compare them or to retarget from one to the other"},
    Example{"armature view --watch character.glb", "show each new export as soon as it is saved"},
};

constexpr std::array renderExamples{
    Example{"armature render character.glb -o portrait.png", "the model as its file poses it"},
    Example{"armature render character.glb --animation run --frames 30 --in-place --size 320x320 -o run.webp",
            "a film of the clip that loops on the spot"},
    Example{"armature render character.glb --animation wave --sheet 4x2 --ground -o moments.png",
            "eight moments of a clip, with their times"},
    Example{"armature render character.glb --heat handRight --transparent -o weights.png", "how much a bone moves each part of the skin"},
};

constexpr std::array inspectExamples{
    Example{"armature inspect character.glb", "trees of nodes and bones, meshes, clips, materials, VRM"},
    Example{"armature inspect character.glb --json", "the same for programs"},
};

constexpr std::array poseExamples{
    Example{"armature pose character.glb --animation walk --time 0.25", "where nodes and joints are at that moment"},
    Example{"armature pose character.glb --animation walk --time 0.25 --json", "all matrices, as a renderer needs them"},
    Example{"armature pose character.glb --obj posed.obj", "the posed meshes, for another program"},
};

constexpr std::array clipsExamples{
    Example{"armature clips character.glb", "what each clip moves, and whether it loops and travels"},
    Example{"armature clips character.glb --json", "the same for programs"},
};

constexpr std::array cutExamples{
    Example{"armature cut character.glb --clip walk --range 0:0.5=left --range 0.5:1=right -o steps.glb", "two steps of one walk"},
    Example{"armature cut character.glb --reduce --max-degrees 0.5 -o small.glb", "fewer keys, half a degree off at most"},
    Example{"armature cut character.glb --clip wave --loop 0.2 --only -o wave.glb", "one clip, which ends as it begins"},
};

constexpr std::array plotExamples{
    Example{"armature plot character.glb --bone footLeft --clip walk -o foot.svg", "the curves of a bone, and its path"},
    Example{"armature plot character.glb --bone hips --size 1200x800 -o hips.png", "those of the first clip, as pixels"},
};

constexpr std::array graphExamples{
    Example{"armature graph locomotion.json character.glb --script \"0 speed=1; 2 fire jump; 4 end\" --text",
            "which parts are active at each moment"},
    Example{"armature graph locomotion.json character.glb --script \"0 speed=2.5; 3 end\" -o run.png", "eight pictures along the run"},
};

constexpr std::array mapExamples{
    Example{"armature map character.glb", "which bone is which part of the body, and why"},
    Example{"armature map walk.bvh --json", "the map as `armature retarget --map` reads it"},
};

constexpr std::array retargetExamples{
    Example{"armature retarget walk.bvh hero.glb -o moving.glb --feet", "a motion on another character, with its feet planted"},
    Example{"armature retarget walk.bvh hero.glb -o moving.glb --compare moving.png", "with a picture of both side by side"},
    Example{"armature retarget motions/ hero.glb -o retargeted/", "each motion of a folder, as a file of its own"},
};

constexpr std::array bakeExamples{
    Example{"armature bake character.glb", "the sizes that suit the clips"},
    Example{"armature bake character.glb --rate 30 --max-degrees 1", "30 frames a second, if they are one degree off at most"},
};

constexpr std::array cookExamples{
    Example{"armature cook character.glb -o character.cooked", "skeletons and clips, to be used in place"},
    Example{"armature cook character.glb --crowd --quantize -o crowd.cooked", "with a crowd whose clips are 16-bit numbers"},
};

constexpr std::array convertExamples{
    Example{"armature convert character.fbx -o character.glb", "one model as GLB, compared with the original"},
    Example{"armature convert models/ -o converted/ --quantize --compress", "all models of a folder, as small files"},
    Example{"armature convert --merge character.fbx walk.fbx wave.fbx -o character.glb", "a character with the clips of other files"},
};

constexpr std::array diffExamples{
    Example{"armature diff before.glb after.glb", "what became different, and how far apart they are when posed"},
    Example{"armature diff before.glb after.glb --picture difference.png", "with a picture of where"},
};

constexpr std::array helpExamples{
    Example{"armature help", "the commands"},
    Example{"armature help render", "one command: its options and examples"},
};

constexpr std::array completionExamples{
    Example{"armature completion bash > ~/.local/share/bash-completion/completions/armature", "for bash, from the next shell on"},
    Example{"armature completion zsh > ~/.zfunc/_armature", "for zsh, if fpath has that folder"},
    Example{"armature completion fish > ~/.config/fish/completions/armature.fish", "for fish"},
};

constexpr std::array manualExamples{
    Example{"armature manual | man -l -", "read the manual"},
    Example{"armature manual > armature.1", "keep it"},
};

using CommandExamples = std::pair<std::string_view, std::span<const Example>>;
constexpr std::array<CommandExamples, 18> allExamples{{{"armature", programExamples},
                                                       {"view", viewExamples},
                                                       {"render", renderExamples},
                                                       {"inspect", inspectExamples},
                                                       {"pose", poseExamples},
                                                       {"clips", clipsExamples},
                                                       {"cut", cutExamples},
                                                       {"plot", plotExamples},
                                                       {"graph", graphExamples},
                                                       {"map", mapExamples},
                                                       {"retarget", retargetExamples},
                                                       {"bake", bakeExamples},
                                                       {"cook", cookExamples},
                                                       {"convert", convertExamples},
                                                       {"diff", diffExamples},
                                                       {"help", helpExamples},
                                                       {"completion", completionExamples},
                                                       {"manual", manualExamples}}};

}  // namespace

std::span<const Example> examplesOf(std::string_view command) noexcept
{
    for (const auto& [name, examples] : allExamples) {
        if (name == command) {
            return examples;
        }
    }
    return {};
}

}  // namespace armature::tools
