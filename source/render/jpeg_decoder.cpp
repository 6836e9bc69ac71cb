#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include <jpeglib.h>
// jerror.h needs the declarations of jpeglib.h, so it is included second.
#include <jerror.h>

#include "image_decoder.hpp"

#ifndef JCS_ALPHA_EXTENSIONS
#error "armature reads JPEG by libjpeg-turbo, which writes alpha; this is another libjpeg"
#endif

namespace armature {

namespace {

/// Limit for the pixels that all scans of an image together may visit: a progressive image may have any number of scans, each of which
/// visits all pixels. The resulting number of scans is clamped to [fewestScans, mostScans].
constexpr std::size_t scannedPixels = std::size_t{1} << 30;
constexpr std::size_t fewestScans = 16;
constexpr std::size_t mostScans = 1000;

/// Reads one image. libjpeg reports failures by longjmp. Functions here that call libjpeg therefore have no objects on their stack that
/// need a destructor, and each sets its own return point.
class JpegReader final {
public:
    JpegReader() noexcept
    {
        decoder_.err = jpeg_std_error(&errors_);
        decoder_.client_data = this;
        errors_.error_exit = fail;
        errors_.emit_message = judge;
        errors_.output_message = [](j_common_ptr) {};
        progress_.progress_monitor = checkScans;
    }
    ~JpegReader() { jpeg_destroy_decompress(&decoder_); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    /// Reads everything before the pixels. Returns false on failure: see problem().
    [[nodiscard]] bool readHeader(EncodedImage bytes) noexcept
    {
        if (setjmp(escape_) != 0) {
            return false;
        }
        jpeg_create_decompress(&decoder_);  // clears the members after err and client_data
        decoder_.progress = &progress_;
        jpeg_mem_src(&decoder_, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<unsigned long>(bytes.size()));
        jpeg_read_header(&decoder_, TRUE);
        return true;
    }

    [[nodiscard]] std::size_t width() const noexcept { return decoder_.image_width; }
    [[nodiscard]] std::size_t height() const noexcept { return decoder_.image_height; }

    /// Reads all rows, as red, green, blue, alpha. Returns false on failure: see problem().
    [[nodiscard]] bool readPixels(const ImageTarget& target) noexcept
    {
        if (setjmp(escape_) != 0) {
            return false;
        }
        const bool isPrint = decoder_.jpeg_color_space == JCS_CMYK || decoder_.jpeg_color_space == JCS_YCCK;
        decoder_.out_color_space = isPrint ? JCS_CMYK : JCS_EXT_RGBA;
        // Enough for coefficients of two bytes each, for up to four components.
        decoder_.mem->max_memory_to_use = static_cast<long>(8 * width() * height() + (std::size_t{1} << 24));
        jpeg_start_decompress(&decoder_);
        while (decoder_.output_scanline < decoder_.output_height) {
            JSAMPROW row = target.pixels() + decoder_.output_scanline * target.rowBytes();
            jpeg_read_scanlines(&decoder_, &row, 1);
            if (isPrint) {
                toRgba({row, target.rowBytes()});
            }
        }
        jpeg_finish_decompress(&decoder_);
        return true;
    }

    [[nodiscard]] const char* problem() const noexcept { return problem_; }

private:
    /// Converts cyan, magenta, yellow and black to red, green, blue and alpha. Adobe's programs store inverted values.
    void toRgba(std::span<std::uint8_t> row) const noexcept
    {
        const unsigned flip = decoder_.saw_Adobe_marker != 0 ? 0u : 255u;
        for (std::size_t pixel = 0; pixel < row.size(); pixel += 4) {
            const unsigned light = row[pixel + 3] ^ flip;
            for (std::size_t channel = 0; channel < 3; ++channel) {
                row[pixel + channel] = static_cast<std::uint8_t>((row[pixel + channel] ^ flip) * light / 255);
            }
            row[pixel + 3] = 255;
        }
    }

    [[noreturn]] static void fail(j_common_ptr common)
    {
        auto& reader = *static_cast<JpegReader*>(common->client_data);
        (*common->err->format_message)(common, reader.problem_);
        std::longjmp(reader.escape_, 1);
    }

    /// libjpeg fills in missing parts of an image and only warns about them. A truncated image counts as broken; other defects do not.
    static void judge(j_common_ptr common, int level)
    {
        const int code = common->err->msg_code;
        if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER)) {
            fail(common);
        }
    }

    static void checkScans(j_common_ptr common)
    {
        auto& reader = *static_cast<JpegReader*>(common->client_data);
        const std::size_t allowed = std::clamp(scannedPixels / (reader.width() * reader.height()), fewestScans, mostScans);
        if (reader.decoder_.input_scan_number > static_cast<int>(allowed)) {
            std::snprintf(reader.problem_, sizeof reader.problem_, "more than %zu scans", allowed);
            std::longjmp(reader.escape_, 1);
        }
    }

    jpeg_decompress_struct decoder_{};
    jpeg_error_mgr errors_{};
    jpeg_progress_mgr progress_{};
    std::jmp_buf escape_{};
    char problem_[JMSG_LENGTH_MAX] = {};
};

}  // namespace

void decodeJpeg(EncodedImage bytes, ImageTarget& target)
{
    JpegReader reader;
    // If the target refuses the size, the target has set the problem.
    const bool isDecoded = reader.readHeader(bytes) && (!target.begin(reader.width(), reader.height()) || reader.readPixels(target));
    if (!isDecoded) {
        target.fail(reader.problem());
    }
}

}  // namespace armature
