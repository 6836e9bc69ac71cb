#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstring>

#include <png.h>

#include "image_decoder.hpp"

namespace armature {

namespace {

/// Reads one image. libpng reports failures by longjmp. Functions here that call libpng therefore have no objects on their stack that need
/// a destructor, and each sets its own return point.
class PngReader final {
public:
    explicit PngReader(EncodedImage bytes) noexcept : rest_(bytes)
    {
        png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, fail, ignore);
        info_ = png_ != nullptr ? png_create_info_struct(png_) : nullptr;
    }
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    /// Reads everything before the pixels. Returns false on failure: see problem().
    [[nodiscard]] bool readHeader() noexcept
    {
        if (info_ == nullptr) {
            setProblem("there is no memory for a reader");
            return false;
        }
        if (setjmp(escape_) != 0) {
            return false;
        }
        png_set_read_fn(png_, this, read);
        // Skips chunks that do not change pixels (text, profiles, times), so that they can neither fail nor use memory.
        png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
        png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // armature checks its own limits before it reads pixels
        png_read_info(png_, info_);
        return true;
    }

    [[nodiscard]] std::size_t width() const noexcept { return png_get_image_width(png_, info_); }
    [[nodiscard]] std::size_t height() const noexcept { return png_get_image_height(png_, info_); }

    /// Reads all rows, as red, green, blue, alpha of eight bits. Returns false on failure: see problem().
    [[nodiscard]] bool readPixels(const ImageTarget& target) noexcept
    {
        if (setjmp(escape_) != 0) {
            return false;
        }
        // Expands palettes to RGB, samples of fewer than eight bits to eight bits, and a transparent colour to an alpha channel.
        png_set_expand(png_);
        png_set_scale_16(png_);
        png_set_gray_to_rgb(png_);
        png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
        const int passes = png_set_interlace_handling(png_);
        png_read_update_info(png_, info_);
        if (png_get_rowbytes(png_, info_) != target.rowBytes()) {
            png_error(png_, "rows are not as long as the header says");
        }
        for (int pass = 0; pass < passes; ++pass) {
            for (std::size_t row = 0; row < height(); ++row) {
                png_read_row(png_, target.pixels() + row * target.rowBytes(), nullptr);
            }
        }
        png_read_end(png_, nullptr);
        return true;
    }

    [[nodiscard]] const char* problem() const noexcept { return problem_; }

private:
    void setProblem(const char* text) noexcept { std::strncpy(problem_, text, sizeof problem_ - 1); }

    [[noreturn]] static void fail(png_structp png, png_const_charp message)
    {
        auto& reader = *static_cast<PngReader*>(png_get_error_ptr(png));
        reader.setProblem(message);
        std::longjmp(reader.escape_, 1);
    }

    static void ignore(png_structp, png_const_charp) {}

    static void read(png_structp png, png_bytep out, std::size_t count)
    {
        auto& reader = *static_cast<PngReader*>(png_get_io_ptr(png));
        if (count > reader.rest_.size()) {
            png_error(png, "the file ends too early");
        }
        std::memcpy(out, reader.rest_.data(), count);
        reader.rest_ = reader.rest_.subspan(count);
    }

    EncodedImage rest_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    std::jmp_buf escape_{};
    char problem_[256] = {};
};

}  // namespace

void decodePng(EncodedImage bytes, ImageTarget& target)
{
    PngReader reader(bytes);
    // If the target refuses the size, the target has set the problem.
    const bool isDecoded = reader.readHeader() && (!target.begin(reader.width(), reader.height()) || reader.readPixels(target));
    if (!isDecoded) {
        target.fail(reader.problem());
    }
}

}  // namespace armature
