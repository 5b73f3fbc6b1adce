import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { GuideCopy } from '../kit/guide-copy.ts';

// Carries out the guides for the player and its SDK step by step in one copy of the project, with a single type check.

let copy: GuideCopy;
beforeAll(() => {
  copy = new GuideCopy(['lib', 'player-frame', 'host-sdk', 'scripts/generate-guards.ts', 'tests/types']);
  copy.follow('add-an-sdk-call');
  copy.follow('add-a-player-feature');
  copy.run('scripts/generate-guards.ts');
}, 60_000);
afterAll(() => copy?.remove());

/** Program run in the copy: prints the results of the new call and of the new feature. */
const program = `
import { methods } from './host-sdk/calls.generated.ts';
import { shapes } from './host-sdk/guards.generated.ts';
import { buttonRegistry } from './player-frame/features/toolbar/button-registry.ts';
import { makeDisplay } from './player-frame/session/features/display.ts';
import { makeMirror } from './player-frame/session/features/mirror.ts';
import { featureRules } from './player-frame/state/feature-machine.ts';
import { step } from './player-frame/state/player-machine.ts';
import { initialPlayerState } from './player-frame/state/player-state.ts';

const { handlers } = makeDisplay({ getState: () => initialPlayerState });
const view = { style: {} };
const { mirror } = buttonRegistry;
const pressed = step(initialPlayerState, mirror.press(initialPlayerState), {}, featureRules);
for (const effect of pressed.effects) makeMirror({ view }).run(effect);
process.stdout.write(JSON.stringify({
  method: methods.some(([name]) => name === 'getVolume'),
  result: shapes.getVolume1,
  volume: handlers.getVolume(),
  isOn: [initialPlayerState, pressed.state].map((state) => mirror.isOn(state)),
  style: view.style,
}));
`;

describe('a call and a feature added by the guides', () => {
  it('match the types of the code that uses them', () => {
    expect(copy.typeErrors(['player-frame', 'tests/types/sdk-types.test.ts'])).toEqual([]);
  }, 240_000);

  it('work', () => {
    writeFileSync(join(copy.folder, 'program.mjs'), program);
    expect(JSON.parse(copy.run('program.mjs'))).toEqual({
      method: true,
      result: 1,
      volume: 80,
      isOn: [false, true],
      style: { translate: '100%', scale: '-1 1' },
    });
  }, 60_000);
});
