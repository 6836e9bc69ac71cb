// What character_frame measures (benchmarks/character_benchmarks.cpp), made with three.js in Node.js: time per character and frame.
//
// three.js mixes the clips, adds the lean and computes the matrices. It has no masks, root motion, planted feet, gaze or springs: these are
// plain loops here, as applications write them, and the mask is a clip that has only the upper body's tracks. Bounds, which three.js keeps
// constant, and events are left out.
//
// usage: node three_character.mjs [CHARACTERS...]      NODE_PATH or node_modules has the package `three`
import {createRequire} from 'node:module';

const THREE = createRequire(import.meta.url)('three');
const {Bone, Quaternion, Vector3} = THREE;

// Name, parent, position and the angle by which a step turns the bone; the same body as game_character.cpp has.
const body = [
    ['root', -1, [0, 0, 0], 0], ['hips', 0, [0, 1, 0], 0.05], ['spine', 1, [0, 0.12, 0], 0.05], ['chest', 2, [0, 0.18, 0], 0.05],
    ['neck', 3, [0, 0.22, 0], 0.04], ['head', 4, [0, 0.1, 0.02], 0.04],
    ['thighLeft', 1, [0.1, -0.05, 0], 0.5], ['shinLeft', 6, [0, -0.44, 0.02], 0.4], ['footLeft', 7, [0, -0.43, -0.03], 0.2],
    ['toesLeft', 8, [0, -0.06, 0.13], 0.1],
    ['thighRight', 1, [-0.1, -0.05, 0], -0.5], ['shinRight', 10, [0, -0.44, 0.02], 0.4], ['footRight', 11, [0, -0.43, -0.03], -0.2],
    ['toesRight', 12, [0, -0.06, 0.13], 0.1],
    ['clavicleLeft', 3, [0.05, 0.16, 0], 0.05], ['upperArmLeft', 14, [0.13, 0, 0], -0.4], ['forearmLeft', 15, [0.28, 0, 0], 0.2],
    ['handLeft', 16, [0.25, 0, 0], 0.1],
    ['clavicleRight', 3, [-0.05, 0.16, 0], 0.05], ['upperArmRight', 18, [-0.13, 0, 0], 0.4], ['forearmRight', 19, [-0.28, 0, 0], 0.2],
    ['handRight', 20, [-0.25, 0, 0], 0.1],
    ['thumbLeft', 17, [0.04, 0, 0.03], 0], ['indexLeft', 17, [0.09, 0, 0.03], 0.1], ['middleLeft', 17, [0.09, 0, 0.01], 0.1],
    ['ringLeft', 17, [0.09, 0, -0.01], 0.1], ['littleLeft', 17, [0.08, 0, -0.03], 0.1],
    ['thumbRight', 21, [-0.04, 0, 0.03], 0], ['indexRight', 21, [-0.09, 0, 0.03], 0.1], ['middleRight', 21, [-0.09, 0, 0.01], 0.1],
    ['ringRight', 21, [-0.09, 0, -0.01], 0.1], ['littleRight', 21, [-0.08, 0, -0.03], 0.1],
];
const [chest, neck, head] = [3, 4, 5];
const legs = [[6, 7, 8], [10, 11, 12]];
const strandStep = 0.08;
const strands = Array.from({length: 8}, (_, strand) => [0, 1, 2, 3].map(i => body.length + 4 * strand + i));

function makeBones() {
    const bones = body.map(([name, parent, position]) => {
        const bone = new Bone();
        bone.name = name;
        bone.position.fromArray(position);
        return bone;
    });
    body.forEach(([, parent], i) => parent >= 0 && bones[parent].add(bones[i]));
    for (let strand = 0; strand < 8; ++strand) {
        let above = bones[strand < 4 ? head : 1];
        const angle = 1.5707963 * (strand % 4) + 0.7;
        const radius = strand < 4 ? 0.09 : 0.14;
        for (let i = 0; i < 4; ++i) {
            const bone = new Bone();
            bone.name = `strand${strand}_${i}`;
            bone.position.set(...(i === 0 ? [radius * Math.sin(angle), strand < 4 ? 0.1 : -0.05, radius * Math.cos(angle)] : [0, -strandStep, 0]));
            above.add(bone);
            bones.push(bone);
            above = bone;
        }
    }
    return bones;
}

// A step cycle: 30 keys a second on the rotation of each bone and on the positions of the hips.
function makeClip(bones, name, seconds, stride, sway, isUpperBody = false) {
    const keys = Math.round(30 * seconds);
    const times = Array.from({length: keys + 1}, (_, key) => key / 30);
    const axis = new Vector3(1, sway, 0.5 * sway).normalize();
    const turn = new Quaternion();
    const tracks = [];
    for (let i = 1; i < bones.length; ++i) {
        const isUpper = i >= chest && i < body.length && !legs.flat().includes(i);
        if (isUpperBody && !isUpper) {
            continue;
        }
        const swing = i < body.length ? body[i][3] : 0.02;
        const values = times.flatMap(
            (_, key) => turn.setFromAxisAngle(axis, swing * (0.5 + 0.4 * Math.abs(stride)) * Math.sin(6.2831853 * key / keys + 0.3 * i)).toArray());
        tracks.push(new THREE.QuaternionKeyframeTrack(`${bones[i].name}.quaternion`, times, values));
    }
    if (!isUpperBody) {
        tracks.push(new THREE.VectorKeyframeTrack('hips.position', times, times.flatMap((_, key) => {
            const phase = 6.2831853 * key / keys;
            return [sway * Math.sin(phase), 0.97 + 0.02 * Math.cos(2 * phase), 0];
        })));
    }
    return new THREE.AnimationClip(name, seconds, tracks);
}

function makeLean(bones) {
    const turn = new Quaternion();
    const tracks = bones.slice(0, body.length).map((bone, i) => {
        turn.setFromAxisAngle(new Vector3(1, 0, 0), i >= 1 && i <= 5 ? 0.2 : 0.01);
        return new THREE.QuaternionKeyframeTrack(`${bone.name}.quaternion`, [0, 1], [0, 0, 0, 1, ...turn.toArray()]);
    });
    return THREE.AnimationUtils.makeClipAdditive(new THREE.AnimationClip('lean', 1, tracks));
}

const prototype = makeBones();
const clips = {
    idle: makeClip(prototype, 'idle', 2, 0, 0.02),       walk: makeClip(prototype, 'walk', 1, 1.3, 0.03),
    left: makeClip(prototype, 'left', 1.1, 1.1, 0.06),   right: makeClip(prototype, 'right', 1.1, 1.1, -0.06),
    run: makeClip(prototype, 'run', 0.7, 2.8, 0.02),     jump: makeClip(prototype, 'jump', 0.9, 1.5, 0),
    carry: makeClip(prototype, 'carry', 1.5, 0, 0.01, true), lean: makeLean(prototype),
};

const [a, b, c, d, e] = Array.from({length: 5}, () => new Vector3());
const [p, q] = [new Quaternion(), new Quaternion()];

/// Turns `bone` by `turn`, in world axes.
function turnInWorld(bone, turn) {
    bone.parent.getWorldQuaternion(q);
    bone.quaternion.premultiply(q).premultiply(turn).premultiply(q.invert());
    bone.updateMatrixWorld(true);
}

function plantFoot([thigh, shin, foot]) {
    const hip = a.setFromMatrixPosition(thigh.matrixWorld);
    const knee = b.setFromMatrixPosition(shin.matrixWorld);
    const ankle = c.setFromMatrixPosition(foot.matrixWorld);
    const [x, z] = [ankle.x - Math.floor(ankle.x) - 0.5, ankle.z - Math.floor(ankle.z) - 0.5];
    const goal = d.set(ankle.x, ankle.y + 0.1 * (x * x + z * z), ankle.z);
    const [upper, lower] = [hip.distanceTo(knee), knee.distanceTo(ankle)];
    const reach = Math.min(hip.distanceTo(goal), 0.999 * (upper + lower));
    const angle = sides => Math.acos(Math.max(-1, Math.min(1, sides)));
    const wanted = angle((upper * upper + lower * lower - reach * reach) / (2 * upper * lower));
    const current = e.subVectors(hip, knee).angleTo(knee.clone().negate().add(ankle));
    const axis = knee.clone().sub(hip).cross(ankle.clone().sub(knee)).normalize();
    turnInWorld(shin, p.setFromAxisAngle(axis, current - wanted));
    c.setFromMatrixPosition(foot.matrixWorld).sub(hip).normalize();
    turnInWorld(thigh, p.setFromUnitVectors(c, goal.sub(hip).normalize()));
    turnInWorld(foot, p.setFromUnitVectors(a.set(0, 1, 0), b.set(-0.2 * x, 1, -0.2 * z).normalize()));
}

function lookAt(bones, target) {
    for (const [index, share] of [[chest, 0.3], [neck, 0.5], [head, 1]]) {
        a.setFromMatrixPosition(bones[head].matrixWorld);
        b.subVectors(target, a).normalize();
        c.set(0, 0, 1).transformDirection(bones[head].matrixWorld);
        p.setFromUnitVectors(c, b).slerp(q.identity(), 1 - share);
        turnInWorld(bones[index], p);
    }
}

class Character {
    constructor(number) {
        this.bones = makeBones();
        this.root = this.bones[0];
        this.skeleton = new THREE.Skeleton(this.bones);
        this.mixer = new THREE.AnimationMixer(this.root);
        this.actions = Object.fromEntries(Object.entries(clips).map(([name, clip]) => [name, this.mixer.clipAction(clip)]));
        for (const [name, action] of Object.entries(this.actions)) {
            if (name !== 'jump') {
                action.play();
                action.time = 0.37 * number % action.getClip().duration;
            }
        }
        this.actions.carry.setEffectiveWeight(0.8);
        this.actions.lean.setEffectiveWeight(0.3);
        this.number = number;
        this.frame = 0;
        this.target = new Vector3(2 * Math.sin(number), 1.4, 3);
        this.tails = strands.flat().map(() => new Vector3());
        this.lastTails = strands.flat().map(() => new Vector3());
    }

    animate(seconds) {
        ++this.frame;
        const turn = Math.sin(0.01 * this.frame + this.number);
        const speed = 0.5 + 0.5 * Math.sin(0.007 * this.frame + 2 * this.number);
        this.actions.idle.setEffectiveWeight((1 - speed) * (1 - Math.abs(turn)));
        this.actions.walk.setEffectiveWeight(speed * (1 - Math.abs(turn)));
        this.actions.left.setEffectiveWeight(Math.max(0, turn));
        this.actions.right.setEffectiveWeight(Math.max(0, -turn));
        this.actions.run.setEffectiveWeight(0);
        if ((this.frame + 17 * this.number) % 240 === 0) {
            this.actions.jump.reset().setLoop(THREE.LoopOnce).fadeIn(0.2).play();
        }
        this.mixer.update(seconds);
        this.root.position.z += 1.3 * speed * seconds;
        this.root.updateMatrixWorld(true);
        for (const leg of legs) {
            plantFoot(leg.map(i => this.bones[i]));
        }
        lookAt(this.bones, this.target);
        this.swing(seconds);
        this.root.updateMatrixWorld(true);
        this.skeleton.update();
    }

    swing(seconds) {
        let joint = 0;
        for (const strand of strands) {
            for (const index of strand) {
                const bone = this.bones[index];
                const [tail, last] = [this.tails[joint], this.lastTails[joint++]];
                bone.updateMatrixWorld();
                const origin = a.setFromMatrixPosition(bone.matrixWorld);
                b.copy(tail).addScaledVector(c.subVectors(tail, last), 0.6);
                b.y -= 0.3 * seconds;
                b.addScaledVector(c.set(0, -strandStep, 0).transformDirection(bone.parent.matrixWorld), seconds);
                b.sub(origin).setLength(strandStep).add(origin);
                last.copy(tail);
                tail.copy(b);
                bone.quaternion.identity();
                p.setFromUnitVectors(c.set(0, -1, 0),
                                     b.sub(origin).normalize().transformDirection(d4.copy(bone.parent.matrixWorld).invert()));
                bone.quaternion.copy(p);
                bone.updateMatrixWorld(true);
            }
        }
    }
}
const d4 = new THREE.Matrix4();

for (const count of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 200, 1000]) {
    const characters = Array.from({length: count}, (_, number) => new Character(number));
    const times = [];
    for (let frame = 0; frame < Math.max(60, 20000 / count); ++frame) {
        const start = process.hrtime.bigint();
        characters.forEach(character => character.animate(1 / 60));
        times.push(Number(process.hrtime.bigint() - start) / 1000 / count);
    }
    times.sort((x, y) => x - y);
    const foot = new Vector3().setFromMatrixPosition(characters[0].bones[legs[0][2]].matrixWorld);
    console.log(`${count} characters: median ${times[times.length >> 1].toFixed(1)} us a character, best ${times[0].toFixed(1)} us; ` +
                `a foot is at height ${foot.y.toFixed(3)}, its thigh turned by ${(2 * Math.acos(Math.abs(characters[0].bones[legs[0][0]].quaternion.w))).toFixed(2)} rad`);
}
