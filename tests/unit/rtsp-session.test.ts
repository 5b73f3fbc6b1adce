import { expect } from 'expect';
import { describe, it } from 'vitest';
import { keepAliveTerms } from '../../lib/media/sources/rtsp/keep-alive.ts';
import type { RtspResponse } from '../../lib/media/sources/rtsp/rtsp-message.ts';
import { readSession } from '../../lib/media/sources/rtsp/rtsp-session.ts';

const answer = (session: string): RtspResponse => ({
  kind: 'response',
  status: 200,
  headers: new Map([['session', [session]]]),
  body: new Uint8Array(0),
});

const options = answer('77');

describe('a session of a camera', () => {
  it.each([
    // Twice within its timeout.
    ['77;timeout=60', 30_000],
    ['77;timeout=30', 15_000],
    ['77; timeout=4', 2_000],
    // RFC 2326: a minute, if the camera says nothing.
    ['77', 30_000],
    // Neither a request each moment, nor one that comes after routers have forgotten the connection.
    ['77;timeout=1', 2_000],
    ['77;timeout=0', 2_000],
    ['77;timeout=86400', 60_000],
  ])('%s is renewed every %i ms', (session, everyMs) => {
    const read = readSession(answer(session));
    expect(read?.sessionId).toBe('77');
    expect(keepAliveTerms(options, read!.timeoutSeconds).everyMs).toBe(everyMs);
  });

  it.each(['', ';timeout=60'])('that has no name is none: "%s"', (session) => {
    expect(readSession(answer(session))).toBeNull();
  });
});
