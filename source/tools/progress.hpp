#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace armature::tools {

/// How far a long work is: a bar on standard error if that is a terminal, nothing otherwise. Lines that are printed meanwhile go through it,
/// so that the bar stays below them. From any thread.
class Progress final {
public:
    explicit Progress(std::size_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    [[nodiscard]] bool isShown() const noexcept { return isShown_; }
    /// One more is done. `text` goes to standard output.
    void advance(std::string_view text);
    /// Takes the bar away, for good.
    void finish();
    /// To standard error.
    void writeError(std::string_view line);

private:
    void draw() const;
    void clear() const;

    std::mutex mutex_;
    std::size_t total_;
    std::size_t done_ = 0;
    bool isShown_;
};

/// "[#########           ] 18 of 40".
[[nodiscard]] std::string progressBar(std::size_t done, std::size_t total);

}  // namespace armature::tools
