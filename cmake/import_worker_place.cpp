// Compiled into every program that links a static armature::import, by the package or the build that it takes armature from: a static library becomes
// part of a program that may be anywhere, and does not know where its worker is. findWorker() reads it. Weak, so that it may be there twice.

extern "C" {
extern const char armatureImportWorker[];
[[gnu::weak, gnu::visibility("default")]] extern const char armatureImportWorker[] = ARMATURE_IMPORT_WORKER;
}
