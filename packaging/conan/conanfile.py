"""armature for Conan 2: conan create packaging/conan"""
import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir
from conan.tools.gnu import PkgConfigDeps

required_conan_version = ">=2.1"

# What each part of the library needs, and by which name and target armature's CMake files look for it if that is not Conan's own.
REQUIREMENTS = {
    "core": ("fmt/[>=9.1 <13]", "glm/[>=0.9.9.8 <2]", "highway/[>=1.0.3 <2]", "onetbb/[>=2021.8 <2024]"),
    "import": ("draco/[>=1.5.5 <2]", "meshoptimizer/[>=0.18 <2]", "simdjson/[>=3.0 <5]", "zlib/[>=1.2.13 <2]"),
    "render": ("glew/[>=2.2 <3]", "libjpeg-turbo/[>=2.1 <4]", "libpng/[>=1.6.39 <2]", "libwebp/[>=1.2.4 <2]", "opengl/system"),
    "worker": ("assimp/[>=5.2.5 <6]",),
    "program": ("cairo/[>=1.16 <2]", "cli11/[>=2.1.2 <3]", "egl/system", "glfw/[>=3.3.8 <4]", "imgui/[>=1.86 <1.91.5]"),
}
CMAKE_FILES = {"highway": "hwy", "libjpeg-turbo": "JPEG", "libpng": "PNG", "glew": "GLEW"}
CMAKE_TARGETS = {"highway::hwy": "hwy::hwy", "libjpeg-turbo::jpeg": "JPEG::JPEG", "libpng": "PNG::PNG"}
# The option that builds each part.
CMAKE_OPTIONS = {
    "import": "ARMATURE_BUILD_IMPORT",
    "render": "ARMATURE_BUILD_RENDER",
    "worker": "ARMATURE_ASSIMP_WORKER",
    "program": "ARMATURE_BUILD_TOOLS",
}


class ArmatureConan(ConanFile):
    name = "armature"
    version = "0.1.0"
    license = "MIT"
    description = "Scene-graph bones, skinning and animation for C++20"
    topics = ("animation", "skeleton", "skinning", "gltf", "inverse-kinematics")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {name: [True, False] for name in ("shared", "fPIC", *CMAKE_OPTIONS)}
    default_options = {"shared": False, "fPIC": True, "import": True, "render": True, "worker": False, "program": False}
    implements = ["auto_shared_fpic"]

    def has(self, part):
        return part == "core" or bool(self.options.get_safe(part))

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "shaders/*", "source/*", "demos/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        for part, packages in REQUIREMENTS.items():
            if self.has(part):
                for package in packages:
                    self.requires(package, transitive_headers=package.startswith("glm/"))

    def build_requirements(self):
        if self.has("program") and not self.conf.get("tools.gnu:pkg_config", check_type=str):
            self.tool_requires("pkgconf/[>=2.1 <3]")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("armature is built and tested on Linux")
        for part, needed in (("worker", ("import",)), ("program", ("import", "render"))):
            if self.has(part) and not all(map(self.has, needed)):
                raise ConanInvalidConfiguration(f"the option {part} needs {' and '.join(needed)}")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part, option in CMAKE_OPTIONS.items():
            toolchain.cache_variables[option] = self.has(part)
        toolchain.cache_variables["ARMATURE_USE_TBB"] = True
        toolchain.cache_variables["ARMATURE_ASSIMP_LIBRARY"] = False
        toolchain.cache_variables["ARMATURE_BUILD_TESTS"] = False
        toolchain.cache_variables["ARMATURE_BUILD_DEMOS"] = False
        toolchain.cache_variables["ARMATURE_BATCHES"] = "all"
        toolchain.cache_variables["ARMATURE_PRECOMPILE_LIBRARIES"] = False
        if self.has("program") and "imgui" in self.dependencies:
            resources = os.path.join(self.dependencies["imgui"].package_folder, "res")
            toolchain.cache_variables["ARMATURE_IMGUI_SOURCES"] = ";".join(
                os.path.join(resources, file) for file in ("bindings/imgui_impl_opengl3.cpp", "misc/cpp/imgui_stdlib.cpp"))
        toolchain.generate()

        dependencies = CMakeDeps(self)
        for package, name in CMAKE_FILES.items():
            dependencies.set_property(package, "cmake_file_name", name)
        for package, target in CMAKE_TARGETS.items():
            dependencies.set_property(package, "cmake_target_name", target)
        dependencies.generate()
        PkgConfigDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))

    def package_info(self):
        # armature's own CMake package knows its components, its import worker and its character.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "armature"))
        self.cpp_info.libs = [f"armature_{part}" for part in ("render", "import", "core") if self.has(part)]
