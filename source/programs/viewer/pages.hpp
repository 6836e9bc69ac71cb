#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "document.hpp"
#include "gui.hpp"

namespace armature::tools {

/// A page of the right panel. It is drawn from the document alone; it stores only what it needs from frame to frame, such as results that
/// took long to compute.
class InspectorPage {
public:
    virtual ~InspectorPage() = default;

    /// Draws the page. Must be called between Gui::beginFrame() and endFrame().
    virtual void draw(ViewerDocument& document, Gui& gui) = 0;

protected:
    InspectorPage() = default;
    InspectorPage(const InspectorPage&) = default;
    InspectorPage& operator=(const InspectorPage&) = default;
};

struct PageKind {
    std::string_view name;
    bool isOfSelected;  ///< Drawn only while something is selected.
    std::unique_ptr<InspectorPage> (*create)();
};

/// All pages in the order of their buttons.
[[nodiscard]] std::span<const PageKind> viewerPages();
[[nodiscard]] std::vector<std::string_view> pageNames();

/// The inputs of an expensive result, to detect changes. The pointers are never dereferenced.
struct CacheKey {
    const void* first = nullptr;
    const void* second = nullptr;
    std::size_t generation = 0;

    friend bool operator==(const CacheKey&, const CacheKey&) = default;
};

[[nodiscard]] std::unique_ptr<InspectorPage> createBonePage();
[[nodiscard]] std::unique_ptr<InspectorPage> createCurvesPage();
[[nodiscard]] std::unique_ptr<InspectorPage> createLayersPage();
[[nodiscard]] std::unique_ptr<InspectorPage> createPadPage();
[[nodiscard]] std::unique_ptr<InspectorPage> createGraphPage();
[[nodiscard]] std::unique_ptr<InspectorPage> createRetargetPage();
[[nodiscard]] std::unique_ptr<InspectorPage> createPalettePage();
[[nodiscard]] std::unique_ptr<InspectorPage> createWarningsPage();
[[nodiscard]] std::unique_ptr<InspectorPage> createComparePage();
[[nodiscard]] std::unique_ptr<InspectorPage> createMessagesPage();

}  // namespace armature::tools
