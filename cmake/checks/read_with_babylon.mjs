// Babylon.js reads model files, and what it makes of them is compared with what it made of others: one line for each case that differs,
// and at last how many cases there were and how many failed.
//
// usage: node read_with_babylon.mjs FOLDER CASES WRITTEN
//   FOLDER    a node_modules with @babylonjs/core and @babylonjs/loaders
//   CASES     gltf.json of the golden cases: world matrices of nodes and joints at times
//   WRITTEN   where the files to read are, each under the name of its case with .glb
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, casesFile, written] = process.argv.slice(2);
const print = console.log;
console.log = console.warn = () => {}; // Babylon.js greets, and warns of skins without a common root

const load = (module) => import(pathToFileURL(path.resolve(folder, module)).href);
const B = await load("@babylonjs/core/index.js");
await load("@babylonjs/loaders/glTF/2.0/index.js");

// Golden numbers have seven digits; the sums of a transform lose some more.
const tolerance = 1e-5;

function largestDifference(found, golden) {
    if (found.length !== golden.length) {
        return Infinity;
    }
    const size = golden.reduce((largest, number) => Math.max(largest, Math.abs(number)), 1);
    return found.reduce((largest, number, i) => Math.max(largest, Math.abs(number - golden[i]) / size), 0);
}

function skinnedPoints(mesh) {
    const local = mesh.getPositionData(true);
    const world = mesh.getWorldMatrix();
    const points = [];
    for (let i = 0; i < local.length; i += 3) {
        points.push(...B.Vector3.TransformCoordinates(B.Vector3.FromArray(local, i), world).asArray());
    }
    return points;
}

function jointWorlds(mesh, count) {
    const palette = mesh.skeleton.getTransformMatrices(mesh);
    const worlds = [];
    for (let joint = 0; joint < count; ++joint) {
        worlds.push(...B.Matrix.FromArray(palette, joint * 16).multiply(mesh.getWorldMatrix()).asArray());
    }
    return worlds;
}

/// What differs most in one animation of a case, as [difference, where].
function compareAnimation(golden, animation, container, nodes, meshes, scene) {
    const group = container.animationGroups.find((each) => each.name === animation.name);
    let worst = [group ? 0 : Infinity, `animation ${animation.name}`];
    const compare = (found, wanted, where) => {
        const difference = largestDifference(found, wanted);
        if (!(difference <= worst[0])) {
            worst = [difference, where];
        }
    };
    group?.start(false);
    group?.pause();
    for (const sample of group ? animation.samples : []) {
        group.goToFrame(sample.t * 60);
        scene.incrementRenderId();
        nodes.forEach((node) => node.computeWorldMatrix(true));
        meshes.forEach((mesh) => mesh.skeleton.prepare(true));
        meshes.forEach((mesh) => mesh.computeWorldMatrix(true));
        const place = `${animation.name} at ${sample.t} s`;
        compare(nodes.flatMap((node) => Array.from(node.getWorldMatrix().asArray())), sample.nodeWorld, `${place}: nodes`);
        (sample.skins ?? []).forEach((skin, i) => {
            compare(jointWorlds(meshes[i], golden.skins[i].joints.length), skin.skinWorld, `${place}: joints of skin ${i}`);
            compare(skinnedPoints(meshes[i]), skin.skinnedWorldPositions, `${place}: points of skin ${i}`);
        });
    }
    return worst;
}

/// The file is loaded for each animation anew: what one leaves behind, nodes that the other does not move would keep.
async function compareCase(golden, source) {
    const url = "data:;base64," + fs.readFileSync(path.join(written, `${golden.id}.glb`)).toString("base64");
    let worst = [0, ""];
    for (const animation of golden.animations) {
        const scene = new B.Scene(new B.NullEngine());
        scene.useRightHandedSystem = golden.rightHanded;
        const container = await B.LoadAssetContainerAsync(url, scene, { pluginExtension: ".glb", pluginOptions: { gltf: { animationStartMode: 0 } } });
        container.addAllToScene();
        const nodes = golden.nodes.map((node) => container.transformNodes.find((each) => each.name === source.nodes[node].name));
        const meshes = (golden.skins ?? []).map((_, i) => container.meshes.find((each) => each.name === `mesh${i}`));
        const result = compareAnimation(golden, animation, container, nodes, meshes, scene);
        worst = result[0] > worst[0] ? result : worst;
        scene.getEngine().dispose();
    }
    return worst;
}

const { cases } = JSON.parse(fs.readFileSync(casesFile));
let failed = 0;
let largest = 0;
for (const golden of cases) {
    const source = JSON.parse(fs.readFileSync(path.join(path.dirname(casesFile), golden.file)));
    const [difference, where] = await compareCase(golden, source).catch((error) => [Infinity, error.message]);
    largest = Math.max(largest, difference);
    if (!(difference <= tolerance)) {
        print(`${golden.id} (${golden.file}): ${where}: off by ${difference} of the largest number`);
        ++failed;
    }
}
print(`examined ${cases.length} files, ${failed} failed, off by ${largest.toExponential(1)} at most`);
process.exitCode = failed > 0 || cases.length === 0 ? 1 : 0;
