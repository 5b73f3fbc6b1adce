import { createHmac, randomBytes } from 'node:crypto';
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { MediaTickets } from '../../lib/domain/access/media-ticket.ts';
import { oneTimeLifeMs } from '../../lib/domain/access/one-time-tickets.ts';
import { memoryTicketLedger } from '../../lib/domain/access/ticket-ledger.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`media tickets: ORIEL_SEED=${seed}\n`);

const now = 1_760_000_000_000; // 2025-10-09T08:53:20Z
const key = { kid: 'media1', key: randomBytes(32) };
const tickets = new MediaTickets([key], systemEntropy);
const subject = {
  grantId: 'grant1',
  tenantId: 'tenant1',
  deviceSerial: 'CAM1',
  channelNo: 1,
  profile: 'main',
} as const;

const never = Number.POSITIVE_INFINITY;
const good = tickets.issue(subject, now, never).ticket;
const [prefix = '', kid = '', payload = '', mac = ''] = good.split('.');
const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());

/** Signs any payload with a valid key. */
function signed(body: unknown, over: { prefix?: string; kid?: string; key?: Uint8Array } = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signedPart = `${over.prefix ?? prefix}.${over.kid ?? kid}.${Buffer.from(text).toString('base64url')}`;
  return `${signedPart}.${createHmac('sha256', over.key ?? key.key)
    .update(signedPart)
    .digest('base64url')}`;
}
const fault = (text: string, at = now) => {
  const verified = tickets.verify(text, at);
  return verified.ok ? 'accepted' : verified.error;
};
/** Changes an unused bit of the last base64url character: other text, same bytes. */
function respell(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(text.at(-1)!);
  return text.slice(0, -1) + alphabet[last ^ 1];
}

describe('a media ticket', () => {
  it('opens the stream it was issued for', () => {
    expect(tickets.verify(good, now)).toEqual({ ok: true, value: { ...claims, ...subject } });
    expect(signed(claims)).toBe(good);
  });

  it('is valid for 60 s', () => {
    expect(oneTimeLifeMs).toBe(60_000);
    expect(fault(good, now + 59_999)).toBe('accepted');
    expect(fault(good, now + 60_000)).toBe('expired');
    expect(fault(good, now + 61_000)).toBe('expired');
  });

  it('is valid no longer than its grant', () => {
    const { ticket, expiresAt } = tickets.issue(subject, now, now + 10_000);
    expect(expiresAt).toBe(now + 10_000);
    expect(fault(ticket, now + 9_999)).toBe('accepted');
    expect(fault(ticket, now + 10_000)).toBe('expired');
  });

  it('stays expired until the wall clock is set back, and is rejected from far in the future', () => {
    expect(fault(good, now - 5_000)).toBe('accepted'); // the issuer's clock may be ahead
    expect(fault(good, now - 5_001)).toBe('expired');
  });

  it('contains nothing that opens another stream', () => {
    expect(Object.keys(claims).sort()).toEqual(
      [
        'aud',
        'channelNo',
        'deviceSerial',
        'exp',
        'grantId',
        'iat',
        'jti',
        'profile',
        'tenantId',
        'typ',
      ].sort(),
    );
  });

  it.each([
    ['is empty', ''],
    ['is a word', 'ticket'],
    ['lacks its signature', `${prefix}.${kid}.${payload}`],
    ['has an empty signature', `${prefix}.${kid}.${payload}.`],
    ['has five parts', `${good}.x`],
    ['starts with another version', `omt2.${kid}.${payload}.${mac}`],
    ['has no prefix', `${kid}.${payload}.${mac}`],
    ['ends in padding', `${good}=`],
    ['has padding in the payload', `${prefix}.${kid}.${payload}=.${mac}`],
    ['has two padding characters', `${good}==`],
    ['starts with a space', ` ${good}`],
    ['ends with a space', `${good} `],
    ['ends with a line break', `${good}\n`],
    ['ends with a carriage return', `${good}\r`],
    ['has a space inside', `${prefix}.${kid}.${payload} .${mac}`],
    ['has a tab inside', `${prefix}.${kid}\t.${payload}.${mac}`],
    ['ends with a zero byte', `${good}\0`],
    ['is written in the other base64 alphabet', `${prefix}.${kid}.${payload}.${mac.slice(0, -1)}+`],
    ['has a slash', `${prefix}.${kid}.${payload}.${mac.slice(0, -1)}/`],
    ['is percent-encoded', good.replaceAll('.', '%2E')],
    ['is quoted', `"${good}"`],
    ['starts with Bearer', `Bearer ${good}`],
    ['spells its signature in another way', `${prefix}.${kid}.${payload}.${respell(mac)}`],
    ['spells its payload in another way', `${prefix}.${kid}.${respell(payload)}.${mac}`],
    ['is in upper case', good.toUpperCase()],
    ['is 1 MB long', `${prefix}.${kid}.${'A'.repeat(1_000_000)}.${mac}`],
    ['has full-width letters', good.replace('omt1', 'ｏmt1')],
  ])('is rejected when it %s', (_, text) => {
    expect(fault(text)).toBe('malformed');
  });

  it.each([
    ['names a key we do not have', signed(claims, { kid: 'other' })],
    ['names no key', signed(claims, { kid: '' })],
    ['names a path as key', signed(claims, { kid: '../../etc/passwd' })],
    ['names SQL as key', signed(claims, { kid: "x' or 1=1" })],
    ['names a property of objects as key', signed(claims, { kid: '__proto__' })],
    ['names "constructor" as key', signed(claims, { kid: 'constructor' })],
    ['is signed with another key under our name', signed(claims, { key: randomBytes(32) })],
    ['is signed with an empty key', signed(claims, { key: new Uint8Array() })],
    ['is signed with a key of zeros', signed(claims, { key: new Uint8Array(32) })],
    ['is signed with the name of the key', signed(claims, { key: Buffer.from(kid) })],
  ])('is rejected when it %s', (_, text) => {
    expect(fault(text)).toBe('malformed');
  });

  it.each([
    ['another typ', { ...claims, typ: 'oriel.access-token' }],
    ['the typ of a JSON web token', { ...claims, typ: 'JWT' }],
    ['no typ', { ...claims, typ: undefined }],
    ['another aud', { ...claims, aud: 'talk' }],
    ['a list of auds', { ...claims, aud: ['live'] }],
    ['no aud', { ...claims, aud: undefined }],
    ['no jti', { ...claims, jti: undefined }],
    ['a short jti', { ...claims, jti: 'x' }],
    ['no exp', { ...claims, exp: undefined }],
    ['exp as text', { ...claims, exp: String(claims.exp) }],
    ['a fractional exp', { ...claims, exp: claims.exp + 0.5 }],
    ['a negative iat', { ...claims, iat: -1 }],
    ['a longer life than 60 s', { ...claims, exp: claims.exp + 1 }],
    ['no grant', { ...claims, grantId: '' }],
    ['no tenant', { ...claims, tenantId: undefined }],
    ['channel 0', { ...claims, channelNo: 0 }],
    ['channel 257', { ...claims, channelNo: 257 }],
    ['the channel as text', { ...claims, channelNo: '1' }],
    ['a third profile', { ...claims, profile: 'both' }],
    ['a claim more', { ...claims, admin: true }],
  ])('is rejected, though well signed, with %s', (_, body) => {
    expect(fault(signed(body))).toBe('malformed');
  });

  it.each([
    ['no JSON', 'hello'],
    ['a JSON array', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['nothing', ''],
    ['JSON with a tail', `${JSON.stringify(claims)}x`],
  ])('is rejected, though well signed, when it contains %s', (_, text) => {
    expect(fault(signed(text))).toBe('malformed');
  });

  it('is rejected with any one character changed', () => {
    for (let at = 0; at < good.length; at += 1) {
      const changed = good.slice(0, at) + (good[at] === 'A' ? 'B' : 'A') + good.slice(at + 1);
      expect(fault(changed)).toBe('malformed');
    }
  });

  it('is rejected with any one bit of its payload changed and the old signature', () => {
    const bytes = Buffer.from(payload, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(fault(`${prefix}.${kid}.${changed.toString('base64url')}.${mac}`)).toBe('malformed');
    }
  });

  it('never throws and never accepts what was not signed (20,000 texts)', () => {
    const mutated = fc
      .tuple(fc.nat(good.length - 1), fc.string({ unit: 'binary', maxLength: 4 }))
      .map(([at, text]) => good.slice(0, at) + text + good.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
        fc.pre(text !== good);
        return fault(text) === 'malformed';
      }),
      { seed, numRuns: rounds(1_000, 20_000) },
    );
  });
});

describe('keys of media tickets', () => {
  const next = { kid: 'media2', key: randomBytes(32) };

  it('are rotated with overlap: the new one signs, both are accepted', () => {
    const rotated = new MediaTickets([next, key], systemEntropy);
    expect(rotated.issue(subject, now, never).ticket).toMatch(/^omt1\.media2\./);
    expect(rotated.verify(good, now).ok).toBe(true);
    expect(tickets.verify(rotated.issue(subject, now, never).ticket, now).ok).toBe(false);
  });

  it('are rejected after they were removed', () => {
    expect(new MediaTickets([next], systemEntropy).verify(good, now)).toEqual({
      ok: false,
      error: 'malformed',
    });
  });

  it.each([
    ['none', []],
    ['a short one', [{ kid: 'a', key: randomBytes(31) }]],
    ['an unnamed one', [{ kid: '', key: randomBytes(32) }]],
    ['one with a dot in its name', [{ kid: 'a.b', key: randomBytes(32) }]],
    ['two of one name', [key, { ...next, kid: key.kid }]],
  ])('are rejected at start: %s', (_, keys) => {
    expect(() => new MediaTickets(keys, systemEntropy)).toThrow(/key/);
  });
});

describe('the ledger of one process', () => {
  it('accepts a ticket once', async () => {
    const clock = new FakeClock(now);
    const ledger = memoryTicketLedger(clock);
    expect(await ledger.claim('a', now, now + 60_000)).toBe(true);
    expect(await ledger.claim('a', now, now + 60_000)).toBe(false);
    expect(await ledger.claim('b', now, now + 60_000)).toBe(true);
  });

  it('accepts one of a hundred concurrent uses', async () => {
    const ledger = memoryTicketLedger(new FakeClock(now));
    const won = await Promise.all(Array.from({ length: 100 }, () => ledger.claim('a', now, now + 60_000)));
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  it('rejects tickets issued before the process started, whose use is unknown', async () => {
    const ledger = memoryTicketLedger(new FakeClock(now));
    expect(await ledger.claim('a', now - 1, now + 59_999)).toBe(false);
  });

  it('remembers a ticket while the wall clock is set back, and deletes it later', async () => {
    const clock = new FakeClock(now);
    const ledger = memoryTicketLedger(clock);
    await ledger.claim('a', now, now + 60_000);
    await clock.advance(5 * 60_000);
    clock.setWall(now);
    expect(await ledger.claim('a', now, now + 60_000)).toBe(false);
    await clock.advance(6 * 60_000);
    expect(await ledger.claim('a', now, now + 60_000)).toBe(true);
  });
});
