import { expect } from 'expect';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { readColour } from '../../lib/contracts/theme/colour.ts';
import { readImage } from '../../lib/contracts/theme/image.ts';
import { parseTheme, parseThemeData, type Theme } from '../../lib/contracts/theme/theme.ts';
import { propertySeed as seed } from '../kit/mutation.ts';
import { rounds } from '../kit/soak.ts';
import { dice, themeCase } from './theme-cases.ts';
import { faultsOf } from './theme-oracle.ts';

const imageOrigin = 'https://images.example';
const images = { imageOrigins: [imageOrigin] };
const cases = rounds(2_500, 50_000);

type Read = (value: unknown) => Theme | null;
const lenient: Read = (value) => {
  const parsed = parseThemeData(value, images);
  return parsed.ok ? parsed.value.theme : null;
};

interface Outcome {
  readonly accepted: number;
  readonly rejected: number;
  readonly faults: readonly string[];
}

function fuzz(count: number, read: Read): Outcome {
  const from = dice(seed);
  const faults: string[] = [];
  let accepted = 0;
  for (let number = 0; number < count; number += 1) {
    const value = themeCase(from);
    try {
      const theme = read(value);
      if (theme === null) continue;
      accepted += 1;
      for (const fault of faultsOf(theme, imageOrigin)) faults.push(`case ${number}: ${fault}`);
    } catch (error) {
      faults.push(`case ${number} threw ${error}`);
    }
  }
  return { accepted, rejected: count - accepted, faults };
}

/** The property names of the global prototypes, which prototype pollution would change. */
const intrinsics = () =>
  JSON.stringify(
    [Object.prototype, Array.prototype, Function.prototype, String.prototype, Object, Array].map((each) =>
      Reflect.ownKeys(each).map(String),
    ),
  );

describe(`${cases} random themes (ORIEL_SEED=${seed})`, () => {
  it('never throw, and are valid once accepted', () => {
    const before = intrinsics();
    const { accepted, rejected, faults } = fuzz(cases, lenient);
    process.stdout.write(`theme fuzz: ${accepted} accepted, ${rejected} rejected, ORIEL_SEED=${seed}\n`);
    expect(faults.slice(0, 5)).toEqual([]);
    expect(intrinsics()).toBe(before);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    // Control: the generator produces both accepted and rejected themes.
    expect(Math.min(accepted, rejected)).toBeGreaterThan(cases / 50);
  }, 120_000);

  it('are idempotent: an accepted theme is accepted again, unchanged and without notes', () => {
    const from = dice(seed + 1);
    for (let number = 0; number < rounds(1_000, 10_000); number += 1) {
      const first = parseThemeData(themeCase(from), images);
      if (!first.ok) continue;
      const { theme } = first.value;
      expect(parseThemeData(theme, images)).toEqual({ ok: true, value: { theme, notes: [] } });
      expect(parseTheme(JSON.parse(JSON.stringify(theme)), images)).toEqual({ ok: true, value: theme });
    }
  }, 120_000);

  it('are accepted by the strict parser only if the lenient one has no notes, with the same result', () => {
    const from = dice(seed + 2);
    let accepted = 0;
    for (let number = 0; number < rounds(1_000, 10_000); number += 1) {
      const value = themeCase(from);
      const strict = parseTheme(value, images);
      const tolerant = parseThemeData(value, images);
      if (strict.ok) {
        accepted += 1;
        expect(tolerant).toEqual({ ok: true, value: { theme: strict.value, notes: [] } });
      } else {
        expect(strict.error.length).toBeGreaterThan(0);
        if (tolerant.ok) expect(tolerant.value.notes).toEqual(strict.error);
      }
    }
    expect(accepted).toBeGreaterThan(rounds(5, 100));
  }, 120_000);

  it('control: colours that are checked too leniently are detected', () => {
    const careless: Read = (value) => {
      const theme = lenient(value);
      if (theme === null) return null;
      const raw = (value as { footer?: { color?: unknown } }).footer?.color;
      const isColourLike = typeof raw === 'string' && /^(#|rgb|[a-z])/i.test(raw);
      return isColourLike ? { ...theme, footer: { ...theme.footer, color: raw } } : theme;
    };
    expect(fuzz(cases, careless).faults.join('\n')).toContain('footer.color');
  }, 120_000);

  it('control: images from any origin and fields copied without a check are detected', () => {
    const imageOf = (value: unknown) => (value as { poster?: unknown }).poster;
    const anywhere: Read = (value) => {
      const theme = lenient(value);
      const poster = theme && imageOf(value);
      return theme && typeof poster === 'string' ? { ...theme, poster } : theme;
    };
    const blind: Read = (value) => {
      const theme = lenient(value);
      return theme && { ...(value as object), ...theme };
    };
    expect(fuzz(cases, anywhere).faults.join('\n')).toContain('invalid images');
    expect(fuzz(cases, blind).faults.join('\n')).toContain('wrong keys');
  }, 120_000);
});

describe('a theme of long texts', () => {
  /** Worst cases for regular expressions: long repetitions that almost match. */
  const runs = [
    ' ',
    'rgb(',
    'rgb(1,1,1',
    '1 ',
    '% ',
    '#f',
    '-diy',
    'a-',
    '<',
    '\u202e',
    '😀',
    'data:image/png;base64,A=',
    '/a.png',
    'https://a',
  ];

  it('is parsed completely, whatever its content', () => {
    for (const run of runs) {
      const text = run.repeat(Math.floor(60_000 / Buffer.byteLength(run)));
      readColour(text.slice(0, 64));
      readColour(text);
      readImage(text.slice(0, 49_000), images);
      for (const key of ['themeName', 'themeIntro', 'poster', 'color', 'label', 'autoFocus', 'createTime']) {
        lenient({ ...builtInThemes.pcLive, [key]: text });
      }
      const section = { ...builtInThemes.pcLive.footer, btnList: [{ iconId: 'play', btnKey: text }] };
      // A pattern with exponential backtracking would take minutes here.
      expect(lenient({ ...builtInThemes.pcLive, footer: section })?.footer.btnList ?? []).not.toContainEqual(
        expect.objectContaining({ btnKey: text }),
      );
    }
  });

  it('is rejected early if it is far too large', () => {
    let reads = 0;
    const endless: ProxyHandler<unknown[]> = {
      get(list, key) {
        reads += 1;
        return key === 'length' ? 1e9 : Reflect.get(list, key);
      },
    };
    expect(lenient({ ...builtInThemes.pcLive, extra: new Proxy([], endless) })).toBeNull();
    // For each element, the reader reads the length and then the element.
    expect(reads).toBeLessThan(150_000);
  });
});
