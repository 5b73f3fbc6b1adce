import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { printed, sendQueues } from '../../lib/media/outputs/flv/delivery/kernel-backlog.ts';
import { parseLivePath } from '../../lib/media/outputs/flv/delivery/live-path.ts';
import { isAllowedOrigin } from '../../lib/media/outputs/flv/delivery/origin.ts';
import { ticketFromHeader, ticketFromMessage } from '../../lib/media/outputs/flv/delivery/ticket.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`live-requests seed ${seed}\n`);

const alphabet = [...'ABCxyz019_-'];
const serial = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 64 });
const wanted = fc.record({
  deviceSerial: serial,
  channelNo: fc.integer({ min: 1, max: 99_999 }),
  profile: fc.constantFrom('main' as const, 'sub' as const),
  video: fc.constantFrom('asSent' as const, 'h264' as const),
});
type Wanted = typeof wanted extends fc.Arbitrary<infer T> ? T : never;
const print = ({ deviceSerial, channelNo, profile, video }: Wanted) =>
  `/live/${deviceSerial}/${channelNo}/${profile}${video === 'h264' ? '.h264' : ''}.flv`;

/** Text close to the grammar: path parts that may be wrong, with single characters inserted or removed. */
const nearPath = fc
  .tuple(
    wanted.map(print),
    fc.nat(200),
    fc.constantFrom('', '/', '.', '..', '%2f', '?', '#', '\0', '\n', ' ', '０', 'main', '\\'),
  )
  .map(
    ([path, at, piece]) =>
      path.slice(0, at % path.length) + piece + path.slice((at % path.length) + (at % 3)),
  );

describe('the path of a live stream', () => {
  it('is parsed to the values it was printed from', () => {
    fc.assert(
      fc.property(wanted, (value) => expect(parseLivePath(print(value))).toEqual({ ok: true, value })),
      { seed, numRuns: rounds(250, 5_000) },
    );
  });

  it('has one spelling: an accepted path is printed identically, and nothing throws', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(nearPath, fc.string(), fc.string({ unit: 'binary' })), (text) => {
        const parsed = parseLivePath(text);
        if (!parsed.ok) return;
        accepted += 1;
        expect(print(parsed.value)).toBe(text);
      }),
      { seed, numRuns: rounds(1_000, 20_000) },
    );
    expect(accepted).toBeGreaterThan(rounds(5, 100));
  }, 60_000);

  it('reports whether the query was invalid', () => {
    expect(parseLivePath('/live/A/1/main.flv?token=x')).toEqual({ ok: false, error: 'path.query' });
    expect(parseLivePath(`/live/${'A'.repeat(65)}/1/main.flv`)).toEqual({ ok: false, error: 'path.unknown' });
    expect(parseLivePath('/live/A/100000/main.flv')).toEqual({ ok: false, error: 'path.unknown' });
  });
});

describe('the ticket', () => {
  const ticket = fc.stringMatching(/^[\x21-\x7e]{1,200}$/);

  it('is found in a header and in a first message', () => {
    fc.assert(
      fc.property(ticket, (value) => {
        expect(ticketFromHeader(`Bearer ${value}`)).toBe(value);
        expect(ticketFromMessage(JSON.stringify({ ticket: value }))).toBe(value);
      }),
      { seed, numRuns: rounds(250, 5_000) },
    );
  });

  it('is text without blanks or missing, whatever a client sends', () => {
    const json = fc.json().map((text) => text.replace(/"[^"]*":/, '"ticket":'));
    fc.assert(
      fc.property(
        fc.oneof(
          json,
          fc.string({ unit: 'binary' }),
          fc.anything().map((any) => JSON.stringify(any) ?? ''),
        ),
        (text) => {
          for (const found of [ticketFromMessage(text), ticketFromHeader(text)]) {
            if (found !== null) expect(found).toMatch(/^[\x21-\x7e]{1,2048}$/);
          }
        },
      ),
      { seed, numRuns: rounds(1_000, 20_000) },
    );
  }, 60_000);

  it.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '["ticket"]'],
    ['another name', '{"token":"a"}'],
    ['two names', '{"ticket":"a","again":"b"}'],
    ['a number', '{"ticket":1}'],
    ['an object', '{"ticket":{"toString":"a"}}'],
    ['no text', '{"ticket":""}'],
    ['a prototype', '{"__proto__":{"ticket":"a"}}'],
    ['text of 2049 characters', `{"ticket":"${'a'.repeat(2_049)}"}`],
    ['depth', '['.repeat(4_000)],
  ])('is not found in %s', (_, text) => {
    expect(ticketFromMessage(text)).toBeNull();
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic abc',
    'Bearer a b',
    'Bearer a\u00e4',
    `Bearer ${'a'.repeat(2_049)}`,
  ])('is not found in the header %p', (header) => expect(ticketFromHeader(header)).toBeNull());
});

describe('the origin of a page', () => {
  it.each([
    [undefined, 'oriel.test', true],
    ['http://oriel.test', 'oriel.test', true],
    ['https://oriel.test', 'oriel.test', true],
    ['https://listed.test', 'oriel.test', true],
    ['https://oriel.test:8443', 'oriel.test', false],
    ['https://evil.test', 'oriel.test', false],
    ['https://oriel.test.evil.test', 'oriel.test', false],
    ['null', 'oriel.test', false],
    ['', 'oriel.test', false],
    ['http://undefined', undefined, false],
  ])('%p at host %p: %p', (origin, host, isAllowed) => {
    expect(isAllowedOrigin(origin, host, ['https://listed.test'])).toBe(isAllowed);
  });
});

describe('send queues of the kernel', () => {
  it('are read for both families, and only if not empty', () => {
    const text = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:A48D 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 67822 1 0 100 0 0 10 0
   1: 0100007F:1CF2 0100007F:D431 01 0003A2F0:00000000 01:00000014 00000000     0        0 1126 1 0 100 0 0 10 0
  12: 0000000000000000FFFF00000100007F:1CF2 0000000000000000FFFF00000100007F:D432 01 00000001:00000000 00:00000000 0 0
`;
    expect(sendQueues(text)).toEqual([
      ['0100007F:1CF2 0100007F:D431', 0x3a2f0],
      ['0000000000000000FFFF00000100007F:1CF2 0000000000000000FFFF00000100007F:D432', 1],
    ]);
  });

  it.each([
    ['127.0.0.1', '0100007F'],
    ['::ffff:127.0.0.1', '0000000000000000FFFF00000100007F'],
    ['::1', '00000000000000000000000001000000'],
    ['fe80::1:2%eth0', '000080FE000000000000000002000100'],
    ['2001:db8:1:2:3:4:5:6', 'B80D0120020001000400030006000500'],
  ])('have addresses as printed by a little-endian kernel: %s', (address, expected) => {
    expect(printed(address)).toBe(expected);
  });
});
