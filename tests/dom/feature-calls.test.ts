import { expect } from 'expect';
import { describe, it } from 'vitest';
import { shapes } from '../../lib/protocol/frame-guards.generated.ts';
import { kinds } from '../../lib/protocol/kinds.ts';
import { features } from '../../player-frame/session/features/index.ts';
import { featurePlayer } from '../kit/feature-player.ts';

/** Calls that the session handles itself, before the features are loaded. */
const ownCalls = [
  'start',
  'play',
  'stop',
  'openSound',
  'closeSound',
  'getOSDTime',
  'changePlayUrl',
  'autoResize',
  'destroy',
];

describe('the calls of the protocol', () => {
  it('are each served by the session or by exactly one feature', () => {
    const requested = Object.keys(shapes)
      .filter((key) => key.endsWith(`${kinds.request}`))
      .map((key) => key.slice(0, -1));
    const served = features.flatMap((make) => Object.keys(featurePlayer(make).feature.handlers ?? {}));
    expect([...ownCalls, ...served].sort()).toEqual(requested.sort());
  });
});
