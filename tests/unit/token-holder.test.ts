import { expect } from 'expect';
import { describe, it } from 'vitest';
import { RequestError } from '../../lib/protocol/index.ts';
import { createTokenHolder } from '../../player-frame/session/token-holder.ts';

const rejected = (code: string) => () =>
  Promise.reject(new RequestError({ code, message: 'with a secret', source: 'protocol', retryable: true }));

describe('a token that the page does not provide', () => {
  it.each<[string, () => Promise<string>, string, string]>([
    ['getToken threw', rejected('refused'), 'token.threw', 'other'],
    ['it returned no text', rejected('bad-reply'), 'token.missing', 'other'],
    ['it returned an empty text', async () => '', 'token.missing', 'other'],
    ['it takes too long', rejected('timeout'), 'token.timeout', 'network'],
    ['the page is busy', rejected('busy'), 'token.timeout', 'network'],
  ])('has a code of its own if %s, and nothing of what the page said', async (_why, ask, code, kind) => {
    const got = await createTokenHolder(ask).get('current', new AbortController().signal);
    expect(got).toEqual({ ok: false, error: { kind, code, stage: 'address', message: null } });
  });
});
