import { expect } from 'expect';
import { describe, it } from 'vitest';
import { createHostLink } from '../../player-frame/session/host-link.ts';

const page = 'https://page.example.com';
const otherPage = 'https://other.example.com';

/** A frame in a page that was opened by another window: only members that the link uses. */
function frameIn({ parentOrigin = page, allowed = [page] } = {}) {
  const hellos: string[] = [];
  let receive: (event: object) => void = () => {};
  const opener = {};
  const parent = { opener, postMessage: (_message: unknown, origin: string) => hellos.push(origin) };
  const window = {
    parent,
    location: { ancestorOrigins: [parentOrigin] },
    addEventListener: (_name: string, listener: (event: object) => void) => {
      receive = listener;
    },
    removeEventListener() {},
  };
  createHostLink({
    window: window as unknown as Window,
    allowedOrigins: allowed,
    features: [],
    snapshot: () => ({ phase: 'idle', muted: true, attempt: 0 }),
    onRequest: {},
  });
  hellos.length = 0;
  return {
    parent,
    opener,
    /** The frame responds to this message. */
    responds: (source: object | null, origin: string): boolean => {
      receive({ source, origin, data: { oriel: 'syn' }, ports: [] });
      return hellos.splice(0).length > 0;
    },
  };
}

describe('who may command a frame', () => {
  it('is its parent, of a listed origin', () => {
    const { parent, responds } = frameIn();
    expect(responds(parent, page)).toBe(true);
    expect(responds(parent, otherPage)).toBe(false);
  });

  it('is the page that opened the window of picture-in-picture around it, which has its origin', () => {
    const { opener, responds } = frameIn();
    expect(responds(opener, page)).toBe(true);
  });

  it('is no other window: not the opener of another origin, even a listed one, and none of the same origin', () => {
    const { opener, responds } = frameIn({ allowed: [page, otherPage] });
    expect(responds(opener, otherPage)).toBe(false);
    expect(responds({}, page)).toBe(false);
    expect(responds(null, page)).toBe(false);
  });
});
