// three-vrm reads VRM files: prints what it makes of each, on a line of JSON.
//
// usage: node read_with_three_vrm.mjs FOLDER FILE...
//   FOLDER   a node_modules with three and @pixiv/three-vrm
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const print = console.log;
console.log = console.warn = () => {};
globalThis.self = globalThis;
globalThis.ProgressEvent = class {};

const load = (module) => import(pathToFileURL(path.resolve(folder, module)).href);
const { GLTFLoader } = await load("three/examples/jsm/loaders/GLTFLoader.js");
const { VRMLoaderPlugin } = await load("@pixiv/three-vrm/lib/three-vrm.module.js");

// What 32-bit numbers are in decimals of six digits.
const rounded = (value) =>
    typeof value === "number" ? Number(value.toPrecision(6))
    : Array.isArray(value) ? value.map(rounded)
    : value && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]))
    : value;

const ofShape = ({ type, offset, radius, tail, normal, inside }) =>
    ({ type, offset: offset?.toArray(), radius, tail: tail?.toArray(), normal: normal?.toArray(), inside });
const ofJoint = (joint) => ({
    bone: joint.bone.name,
    child: joint.child?.name ?? null,
    settings: { ...joint.settings, gravityDir: joint.settings.gravityDir.toArray() },
    center: joint.center?.name ?? null,
    groups: joint.colliderGroups.map((group) => ({
        name: group.name ?? "", colliders: group.colliders.map((each) => ({ node: each.parent.name, ...ofShape(each.shape) })) })),
});
const ofConstraint = (each) => ({
    kind: each.rollAxis ? "roll" : each.aimAxis ? "aim" : "rotation", node: each.destination.name, source: each.source.name,
    axis: each.rollAxis ?? each.aimAxis ?? null, weight: each.weight,
});
const ofExpression = (each) => ({
    name: each.expressionName, isBinary: each.isBinary, blink: each.overrideBlink, look: each.overrideLookAt, mouth: each.overrideMouth,
    binds: each.binds.map((bind) => ({ index: bind.index, weight: bind.weight, type: bind.type, value: bind.targetValue?.toArray(), alpha: bind.targetAlpha,
        scale: bind.scale?.toArray(), offset: bind.offset?.toArray(), meshes: bind.primitives?.map((mesh) => mesh.name), material: bind.material?.name })),
});
const ofMap = (map) => [map.inputMaxValue, map.outputScale];
const ofLook = (look) => look && {
    offset: look.offsetFromHeadBone.toArray(), type: look.applier.constructor.type,
    maps: ["HorizontalInner", "HorizontalOuter", "VerticalDown", "VerticalUp"].map((name) => ofMap(look.applier[`rangeMap${name}`])),
};

for (const file of files) {
    const bytes = fs.readFileSync(file);
    const loader = new GLTFLoader();
    loader.register((parser) => new VRMLoaderPlugin(parser));
    const gltf = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
    const vrm = gltf.userData.vrm;
    const byName = (a, b) => (a.name ?? a.node ?? a.bone).localeCompare(b.name ?? b.node ?? b.bone);
    print(JSON.stringify(rounded({
        meta: { ...vrm.meta, thumbnailImage: undefined, texture: undefined },
        humanoid: Object.fromEntries(Object.entries(vrm.humanoid.humanBones).map(([role, bone]) => [role, bone.node.name]).sort()),
        lookAt: ofLook(vrm.lookAt),
        firstPerson: vrm.firstPerson?.meshAnnotations.map((each) => ({ type: each.type, meshes: each.meshes.map((mesh) => mesh.name) })),
        expressions: (vrm.expressionManager?.expressions ?? []).map(ofExpression).sort(byName),
        joints: [...(vrm.springBoneManager?.joints ?? [])].map(ofJoint).sort(byName),
        constraints: [...(vrm.nodeConstraintManager?.constraints ?? [])].map(ofConstraint).sort(byName),
    })));
}
