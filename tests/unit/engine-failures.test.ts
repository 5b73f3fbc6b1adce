import { expect } from 'expect';
import { describe, it } from 'vitest';
import { failureOfClose, failureOfEnd, failureOfStatus } from '../../player-frame/engines/failures.ts';

describe('why a stream ended', () => {
  it.each([
    [4401, '10002', 'denied', '10002'],
    [4401, '', 'denied', 'ticket.refused'],
    [4403, '20014', 'denied', '20014'],
    [4404, '', 'other', 'stream.notFound'],
    [4408, '', 'network', 'viewer.slow'],
    [4409, '', 'network', 'tracks.changed'],
    [4502, 'source.unreachable', 'network', 'source.unreachable'],
    [1001, '', 'network', 'server.stopping'],
    [1006, '', 'network', 'network.closed'],
  ] as const)('WebSocket closed with %i "%s"', (closeCode, reason, kind, code) => {
    expect(failureOfClose(closeCode, reason)).toMatchObject({ kind, code });
  });

  it.each([
    [401, '10002', 'denied', '10002'],
    [403, null, 'denied', 'grant.ended'],
    [404, null, 'other', 'stream.notFound'],
    [429, null, 'network', 'tooMany'],
    [502, 'source.auth', 'network', 'source.auth'],
    [503, null, 'network', 'http.503'],
    [405, null, 'other', 'http.405'],
  ] as const)('HTTP response %i with code %s', (status, serverCode, kind, code) => {
    expect(failureOfStatus(status, serverCode, null)).toMatchObject({ kind, code });
  });

  it.each([
    ['10002', 'denied'],
    ['grant.revoked', 'denied'],
    ['server.stopping', 'network'],
    ['source.ended', 'network'],
    ['stream.notFound', 'other'],
  ] as const)('end message of the server: onOrielEnd %s', (code, kind) => {
    expect(failureOfEnd(code)).toMatchObject({ kind, code });
  });
});
