import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { EngineKind } from '../../player-frame/engines/engine-kinds.ts';
import { GuideCopy } from '../kit/guide-copy.ts';
import { describeEngine } from './engine-suite.ts';

// docs/guide/add-an-engine.md, applied literally to a copy of the project.

/** A name that exists in the copy only. */
const kind: string = 'canvas';

let copy: GuideCopy;
beforeAll(() => {
  const page = ['base64', 'engine-page', 'frame-number', 'frame-watch'].map((name) => `tests/kit/${name}.ts`);
  copy = new GuideCopy(['lib', 'player-frame', ...page]);
  copy.follow('add-an-engine');
}, 60_000);
afterAll(() => copy?.remove());

/** Runs in the copy, and prints the consequences of the engine's table row. */
const trial = `
import { pickEngine } from './player-frame/engines/pick-engine.ts';
import { ladder } from './player-frame/state/ladder.ts';

const everything = {
  isSecureContext: true, hasWorker: true, hasOffscreenCanvas: true, hasVideoDecoder: true, decodesH264: true,
  hasAudioDecoder: true, hasMediaSource: true, playsH264: true,
};
const withoutMediaSource = { hasMediaSource: false, playsH264: false };
const orderOf = (lacks) => pickEngine({ ...everything, ...lacks }).order;
process.stdout.write(JSON.stringify({
  everything: orderOf({}),
  noWorkers: orderOf({ hasWorker: false }),
  onlyDecoder: orderOf({ hasWorker: false, hasOffscreenCanvas: false, ...withoutMediaSource }),
  rungs: ladder.map(({ name, engine }) => [name, engine]),
}));
`;

describe('an engine added by the guide', () => {
  it('matches the types of the code that uses it', () => {
    expect(copy.typeErrors(['player-frame'])).toEqual([]);
  }, 240_000);

  it('is selected after those with audio, and is a fallback', () => {
    writeFileSync(join(copy.folder, 'trial.mjs'), trial);
    expect(JSON.parse(copy.run('trial.mjs'))).toEqual({
      everything: ['webcodecs', 'flv', 'canvas'],
      noWorkers: ['flv', 'canvas'],
      onlyDecoder: ['canvas'],
      rungs: [
        ['asSent', 0],
        ['otherEngine', 1],
        ['otherEngine', 2],
        ['subStream', 0],
        ['transcoded', 0],
      ],
    });
  }, 60_000);

  describeEngine('plays', {
    kind: kind as EngineKind,
    deniedCode: '10002',
    isReduced: true,
    folder: () => copy.folder,
  });
});
