import { expect } from 'expect';
import { it, vi } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { Connections } from '../../lib/media/outputs/flv/delivery/connections.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { FakeGate } from '../kit/fake-gate.ts';

function world() {
  const gate = new FakeGate();
  const clock = new FakeClock();
  const connections = new Connections(gate, clock, silentLogger, { perAddress: 10, perGrant: 10 });
  const viewer = (grantId: string) => {
    const finish = vi.fn();
    connections.add({ grantId, expiresAt: clock.now() + 60_000 }, finish);
    return finish;
  };
  return { gate, clock, viewer, kept: viewer('kept'), cut: viewer('cut') };
}

it('cuts connections revoked in another process as soon as a check is requested', async () => {
  const { gate, clock, kept, cut } = world();
  gate.revoke('cut', false);
  await clock.advance(0);
  expect(cut).not.toHaveBeenCalled();
  gate.doubt();
  await clock.advance(0);
  expect(cut).toHaveBeenCalledWith(expect.objectContaining({ code: 'grant.ended' }));
  expect(kept).not.toHaveBeenCalled();
});

it('checks again if a request arrives during a check', async () => {
  const { gate, clock, kept, cut } = world();
  gate.doubt();
  gate.revoke('cut', false);
  gate.doubt();
  await clock.advance(0);
  expect(cut).toHaveBeenCalled();
  expect(kept).not.toHaveBeenCalled();
});

it('checks every 2 s', async () => {
  const { gate, clock, kept, cut } = world();
  gate.revoke('cut', false);
  await clock.advance(1_999);
  expect(cut).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(cut).toHaveBeenCalled();
  expect(kept).not.toHaveBeenCalled();
});
