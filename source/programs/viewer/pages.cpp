#include "pages.hpp"

#include <array>

namespace armature::tools {

namespace {

constexpr std::array pagesOfSelected{
    PageKind{"bone", true, createBonePage},
    PageKind{"curves", true, createCurvesPage},
};

constexpr std::array pagesOfAnimation{
    PageKind{"layers", false, createLayersPage},
    PageKind{"graph", false, createGraphPage},
    PageKind{"pad", false, createPadPage},
    PageKind{"retarget", false, createRetargetPage},
};

constexpr std::array pagesOfFile{
    PageKind{"palette", false, createPalettePage},
    PageKind{"warnings", false, createWarningsPage},
    PageKind{"compare", false, createComparePage},
    PageKind{"messages", false, createMessagesPage},
};

}  // namespace

std::span<const PageKind> viewerPages()
{
    static const std::vector<PageKind> all = [] {
        std::vector<PageKind> joined(pagesOfSelected.begin(), pagesOfSelected.end());
        joined.insert(joined.end(), pagesOfAnimation.begin(), pagesOfAnimation.end());
        joined.insert(joined.end(), pagesOfFile.begin(), pagesOfFile.end());
        return joined;
    }();
    return all;
}

std::vector<std::string_view> pageNames()
{
    std::vector<std::string_view> names;
    names.reserve(viewerPages().size());
    for (const PageKind& page : viewerPages()) {
        names.push_back(page.name);
    }
    return names;
}

}  // namespace armature::tools
