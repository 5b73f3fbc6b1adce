import { readFileSync } from 'node:fs';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { shapes } from '../../lib/protocol/frame-guards.generated.ts';
import type { Shape } from '../../lib/protocol/parse-shape.ts';
import { checkOptions } from '../../player-frame/session/option-check.ts';
import { allowedText, invalidOptions } from '../../player-frame/session/option-texts.ts';
import { readPlaybackRange } from '../../player-frame/state/playback-range.ts';

describe('the options of a player', () => {
  it.each([
    [{ volume: 0 }],
    [{ volume: 100, language: 'zh-TW', scaleMode: 'stretch' }],
    [{ language: 'en', header: ['play'], autoplay: false }],
    [{ speedOptions: [0.5, 1_440], companions: ['ezopen://oriel/A/1.live'] }],
  ])('%p are valid', (given) => {
    expect(checkOptions(given)).toEqual({ options: given, invalid: [] });
  });

  it('are not sent on if the player does not know them; empty ones count as absent', () => {
    const given = {
      width: '100%',
      height: 400,
      title: 'Door',
      poster: null,
      theme: {},
      __proto__: { volume: 3 },
    };
    expect(checkOptions(given)).toEqual({ options: {}, invalid: [] });
  });

  it.each([
    ['volume', 300, 'The option volume must be: an integer from 0 to 100; it is 300'],
    ['volume', 'loud', 'The option volume must be: an integer from 0 to 100; it is "loud"'],
    ['volume', -1, 'The option volume must be: an integer from 0 to 100; it is -1'],
    ['language', 'de', 'The option language must be: zh-CN, en-US; it is "de"'],
    [
      'companions',
      ['FRONTDOOR/1'],
      'The option companions must be: an array of at most 16 camera addresses (ezopen://…)',
    ],
    [
      'companions',
      'ezopen://oriel/A/1.live',
      'The option companions must be: an array of at most 16 camera addresses (ezopen://…)',
    ],
    [
      'speedOptions',
      [1, 3],
      'The option speedOptions must be: an array of 0.5, 1, 2, 4, 8, 16, 60, 288, 1440',
    ],
    [
      'speedOptions',
      4,
      'The option speedOptions must be: an array of 0.5, 1, 2, 4, 8, 16, 60, 288, 1440; it is 4',
    ],
    [
      'seekFrequency',
      -5,
      'The option seekFrequency must be: milliseconds, an integer of at least 0; it is -5',
    ],
    ['scaleMode', 'cover', 'The option scaleMode must be: fit, fill, stretch; it is "cover"'],
    [
      'width',
      'wide',
      'The option width must be: pixels or a percentage, for example 640 or "100%"; it is "wide"',
    ],
    [
      'height',
      '40em',
      'The option height must be: pixels or a percentage, for example 640 or "100%"; it is "40em"',
    ],
    ['autoplay', 'yes', 'The option autoplay must be: true or false; it is "yes"'],
    ['footer', 'play', 'The option footer must be: an array of icon ids; it is "play"'],
    [
      'maxDelay',
      'never',
      'The option maxDelay must be: milliseconds, an integer of at least 0; it is "never"',
    ],
    // Texts like an address, which can contain a verification code, are not repeated.
    ['language', 'ezopen://CODE@x/y', 'The option language must be: zh-CN, en-US'],
    ['url', { address: 'ezopen://CODE@x/y' }, 'The option url must be: text of at most 2000 characters'],
  ])('%s: %p is rejected, with what is allowed', (name, value, message) => {
    const { options, invalid } = checkOptions({ [name]: value, isMobile: true });
    expect(options).toEqual({ isMobile: true });
    expect(invalid).toEqual([{ name, value }]);
    expect(invalidOptions(invalid, 'en-US')).toMatchObject({
      code: 'option.invalid',
      message,
      retryable: false,
    });
  });

  it.each([
    { begin: '20250301233000', end: '20250302001500' },
    { begin: '2026-10-25T02:30:00+02:00', end: '2026-10-25T02:30:00+01:00' },
  ])('playbackRange: %p is valid', (value) => {
    expect(readPlaybackRange(value)).not.toBeNull();
  });

  it.each([
    { begin: '20250301120000', end: '20250302120001' },
    { begin: '2026-10-25T00:30:00Z', end: '20261025033000' },
    { begin: '20250301120000', end: '20250301110000' },
  ])('playbackRange: %p is rejected by the rules of recordings, with what is allowed', (value) => {
    expect(readPlaybackRange(value)).toBeNull();
    expect(invalidOptions([{ name: 'playbackRange', value }], 'en-US')).toMatchObject({
      code: 'option.invalid',
      message:
        'The option playbackRange must be: { begin, end }, at most 24 hours apart, for example 20250301080000 and 20250301180000',
    });
  });

  it('are described in the reference with what is allowed', () => {
    const sent = Object.keys(shapes.start0 as object).filter((name) => !ofTheSdk.includes(name));
    expect(documented()).toEqual(
      Object.fromEntries([...sent, 'width', 'height'].sort().map((name) => [name, allowedOf(name)])),
    );
  });
});

/** Sent by the SDK itself. */
const ofTheSdk = ['pictureWindow', 'continues'];
/** Read by the SDK; any value will do. */
const readBySdk = ['template', 'title', 'microphone'];

const allowedOf = (name: string) =>
  allowedText(name, (shapes.start0 as Record<string, Shape>)[name])['en-US'];

/** What docs/ref/sdk.md says is allowed, by option, in alphabetical order. */
function documented(): Record<string, string> {
  const text = readFileSync('docs/ref/sdk.md', 'utf8');
  const table = text.slice(text.indexOf('| option |'), text.indexOf('Other options are not sent'));
  const rows = table
    .split('\n')
    .slice(2, -2)
    .map((row) => row.split(' | '));
  const options = rows.flatMap(([names, allowed]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, allowed!] as const),
  );
  return Object.fromEntries(options.filter(([name]) => !readBySdk.includes(name)).sort());
}
