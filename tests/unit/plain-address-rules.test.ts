import { expect } from 'expect';
import { describe, it } from 'vitest';
import { snapshotOf } from '../../player-frame/session/snapshot.ts';
import { judge } from '../../player-frame/state/failure-policy.ts';
import { nextRung } from '../../player-frame/state/ladder.ts';
import { recordedPlayer } from '../kit/recorded-player.ts';

const address = 'https://me:secret@streams.example/app/live.flv?key=1#x';

describe('the address of a stream of another server', () => {
  it('is resolved like that of a camera, and fails there if it may not be played', () => {
    const player = recordedPlayer();
    player.setUp(address);
    player.send({ type: 'request.play', id: 1 });
    expect(player.phase).toBe('resolving');
    expect(player.take()).toContainEqual(expect.objectContaining({ do: 'resolve', address }));
  });

  it('is told to the page without what may be secret', () => {
    const player = recordedPlayer();
    player.setUp(address);
    expect(snapshotOf(player.state, 0).address).toBe('https://streams.example/app/live.flv');
  });

  it('has neither sub stream nor conversion: another engine is tried, and then it fails', () => {
    const other = nextRung(0, address);
    expect(other).toBe(1);
    expect(nextRung(other!, address)).toBeNull();
  });

  it.each([
    ['plain.notFound', 'network', { what: 'retry', isPatient: true }],
    ['plain.unreachable', 'network', { what: 'retry', isPatient: true }],
    ['network.closed', 'network', { what: 'retry', isPatient: false }],
    ['plain.origin', 'other', { what: 'giveUp' }],
    ['plain.denied', 'other', { what: 'giveUp' }],
    ['media.unsupported', 'media', { what: 'nextRung' }],
  ] as const)('is requested again without haste, or not at all: %s', (code, kind, verdict) => {
    expect(judge({ kind, code, stage: 'stream', message: null }, 0, 0)).toEqual(verdict);
  });
});
