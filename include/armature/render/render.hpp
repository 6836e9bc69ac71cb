#pragma once

/// Includes armature::render.
#include <armature/render/camera.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/render/gl_context.hpp>
#include <armature/render/palette_buffer.hpp>
#include <armature/render/palette_layout.hpp>
#include <armature/render/render_text.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/render/texture_limits.hpp>
