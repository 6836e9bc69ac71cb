#include "cut_text.hpp"

#include <algorithm>
#include <vector>

#include <imgui.h>

namespace armature::tools {

namespace {

// Returns the byte at which each letter begins, and the text's length.
std::vector<std::size_t> letterStarts(const std::string& text)
{
    std::vector<std::size_t> starts;
    for (std::size_t byte = 0; byte < text.size(); ++byte) {
        if ((static_cast<unsigned char>(text[byte]) & 0xc0u) != 0x80u) {
            starts.push_back(byte);
        }
    }
    starts.push_back(text.size());
    return starts;
}

}  // namespace

std::string cutMiddle(const std::string& text, float width)
{
    if (ImGui::CalcTextSize(text.c_str()).x <= width) {
        return text;
    }
    const std::vector<std::size_t> starts = letterStarts(text);
    const std::size_t letters = starts.size() - 1;
    const auto keeping = [&](std::size_t kept) {
        return text.substr(0, starts[(kept + 1) / 2]) + "..." + text.substr(starts[letters - kept / 2]);
    };
    // The widest result that fits is found by halving: the more letters are kept, the wider it is.
    std::size_t least = std::min<std::size_t>(2, letters);
    std::size_t most = letters;
    while (most - least > 1) {
        const std::size_t middle = (least + most) / 2;
        (ImGui::CalcTextSize(keeping(middle).c_str()).x <= width ? least : most) = middle;
    }
    return letters > 2 ? keeping(least) : text;
}

}  // namespace armature::tools
