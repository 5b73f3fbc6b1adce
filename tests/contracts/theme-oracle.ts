/**
 * A second, independent implementation of the rules for an accepted theme. The fuzz test compares it with the reader.
 */

const themeKeys =
  'themeId themeName themeIntro themeType label labelPic poster autoFocus createTime updateTime header footer';
const optionalThemeKeys = ['color', 'backgroundColor'];
const colourName = /^[a-z]{3,20}$/i;
const notColours = ['inherit', 'initial', 'unset', 'revert', 'currentcolor', 'none', 'auto'];

function isColour(text: string): boolean {
  if (text.length > 64) return false;
  if (text[0] === '#') return [4, 7, 9].includes(text.length) && !/[^#0-9a-f]/i.test(text.slice(1));
  if (!text.includes('(')) return colourName.test(text) && !notColours.includes(text.toLowerCase());
  const open = text.indexOf('(');
  if (!['rgb', 'rgba'].includes(text.slice(0, open).toLowerCase()) || !text.endsWith(')')) return false;
  const inner = text.slice(open + 1, -1);
  if (/[^0-9.,/% ]/.test(inner)) return false;
  const numbers = inner.split(/[ ,/]+/).filter(Boolean);
  if (numbers.length < 3 || numbers.length > 4) return false;
  return numbers.every((number, index) => {
    const value = Number.parseFloat(number);
    return value >= 0 && value <= (number.endsWith('%') ? 100 : index < 3 ? 255 : 1);
  });
}

function isImage(text: string, origin: string): boolean {
  if (/[\s"'()<>\\]/.test(text)) return false;
  if (text === '') return true;
  if (text.startsWith('data:')) return /^data:image\/(png|jpeg|webp);base64,/.test(text);
  const own = 'https://own.example';
  if (text.startsWith('/')) return URL.canParse(text, own) && new URL(text, own).origin === own;
  return URL.canParse(text) && new URL(text).origin === origin;
}

function isPlain(text: unknown, maxChars: number): boolean {
  if (typeof text !== 'string' || text.length > maxChars) return false;
  return [...text].every((character) => {
    const code = character.codePointAt(0)!;
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    const isTurning = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return (
      code >= 0x20 && !(code >= 0x7f && code < 0xa0) && !'<>'.includes(character) && !isHalf && !isTurning
    );
  });
}

const keysOf = (value: object) => Reflect.ownKeys(value).map(String);

/** One message per violation; empty if the theme is valid. */
export function faultsOf(value: unknown, imageOrigin: string): readonly string[] {
  const faults: string[] = [];
  const must = (holds: boolean, message: string) => void (holds || faults.push(message));
  const theme = value as Record<string, never>;
  const expected = themeKeys.split(' ');
  must(
    keysOf(theme).every((key) => expected.includes(key) || optionalThemeKeys.includes(key)) &&
      expected.every((key) => Object.hasOwn(theme, key)),
    'wrong keys of the theme',
  );
  must(Buffer.byteLength(JSON.stringify(theme)) <= 65_536, 'larger than 64 KB');
  must(/^[\w-]{0,64}$/.test(theme.themeId!), 'invalid id');
  must(['webLive', 'webRec', 'mobileLive', 'mobileRec'].includes(theme.themeType!), 'invalid type');
  must(isPlain(theme.themeName, 64) && isPlain(theme.label, 64), 'invalid name or label');
  must(isPlain(theme.themeIntro, 500), 'invalid description');
  must(isImage(theme.poster!, imageOrigin) && isImage(theme.labelPic!, imageOrigin), 'invalid images');
  must(theme.autoFocus! >= 0 && theme.autoFocus! <= 3_600, 'invalid autoFocus');
  for (const time of [theme.createTime, theme.updateTime]) {
    must(Number.isSafeInteger(time) && time! >= 0, 'invalid times');
  }
  for (const key of optionalThemeKeys) {
    must(theme[key] === undefined || isColour(theme[key]), `invalid ${key}`);
  }
  const icons: unknown[] = [];
  for (const name of ['header', 'footer']) {
    // Read as plain data, because the test does not trust the declared type.
    const section = theme[name] as unknown as Record<string, never>;
    must(
      keysOf(section).sort().join() === 'activeColor,backgroundColor,btnList,color',
      `wrong keys of ${name}`,
    );
    for (const key of ['color', 'backgroundColor', 'activeColor'])
      must(isColour(section[key]!), `invalid ${name}.${key}`);
    // Plain data, like the section.
    for (const button of section.btnList as unknown as Record<string, never>[]) {
      icons.push(button.iconId);
      const keys = keysOf(button).filter((key) => key !== 'memo' && key !== 'btnKey');
      must(keys.sort().join() === 'defaultActive,iconId,isrender,part', `wrong keys of a button of ${name}`);
      must(/^[a-zA-Z]{2,16}$/.test(button.iconId!), 'invalid iconId');
      must(['left', 'right'].includes(button.part!), 'invalid part');
      must([0, 1].includes(button.defaultActive!) && [0, 1].includes(button.isrender!), 'invalid flag');
      must(isPlain(button.memo ?? '', 200) && isPlain(button.btnKey ?? '', 200), 'invalid memo or btnKey');
    }
  }
  must(icons.length <= 64 && new Set(icons).size === icons.length, 'too many buttons, or duplicates');
  return faults;
}
