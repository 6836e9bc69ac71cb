// Khronos' validator over model files: one line for each error, and at last how many files there were and how many had errors.
// usage: NODE_PATH=FOLDER/node_modules node validate_gltf.js FILE...
const fs = require("fs");
const path = require("path");
const validator = require("gltf-validator");

async function main() {
    const files = process.argv.slice(2);
    let failed = 0;
    for (const file of files) {
        const folder = path.dirname(file);
        const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
            maxIssues: 1000,
            externalResourceFunction: async (uri) => new Uint8Array(fs.readFileSync(path.join(folder, decodeURIComponent(uri)))),
        });
        const errors = report.issues.messages.filter((message) => message.severity === 0);
        for (const error of errors.slice(0, 5)) {
            console.log(`${file}: ${error.pointer}: ${error.code}: ${error.message}`);
        }
        failed += report.issues.numErrors > 0 ? 1 : 0;
    }
    console.log(`examined ${files.length} files, ${failed} failed`);
    process.exitCode = failed > 0 || files.length === 0 ? 1 : 0;
}

main();
