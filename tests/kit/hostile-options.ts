/**
 * Runs in a page: thousands of hostile host calls, the same ones for the same seed. Close to valid calls, so that most
 * pass the first check.
 */
import { dice, themeCase } from '../contracts/theme-cases.ts';

export interface HostileCall {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A text that would act if it were used as markup, style, script or URL: it would request `beacon` or run `run`. */
export function hostileTexts(beacon: string, run: string): readonly string[] {
  return [
    `<img src="${beacon}/img.png" onerror="${run}">`,
    `"><script>${run}</script>`,
    `<svg onload=${run}>`,
    `<iframe srcdoc="<script>${run}</script>"></iframe>`,
    `<link rel=stylesheet href="${beacon}/x.css"><style>@import "${beacon}/y.css";</style>`,
    `javascript:${run}`,
    `data:text/html,<script>${run}</script>`,
    `url("${beacon}/bg.png")`,
    `red;background:url(${beacon}/bg.png)`,
    `#fff}body{background:url(${beacon}/rule.png)`,
    `rgb(0,0,0);--x:url(${beacon}/var.png)`,
    `image-set("${beacon}/set.png" 1x)`,
    `${beacon}/poster.png`,
    `//${beacon.replace(/^https?:\/\//, '')}/poster.png`,
    `/\\${beacon.replace(/^https?:\/\//, '')}/poster.png`,
    '/logout.png/../logout',
    'blob:null/1',
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    '../../../etc/passwd',
    'C:\\windows\\system32\\evil.exe',
    'photo\u202egpj.exe',
    'line\r\nSet-Cookie: a=1',
    '\u0000\u0007\u001b[31m',
    '\ud800',
    '__proto__',
    'constructor',
    `ezopen://CODE@${beacon.replace(/^https?:\/\//, '')}/CAM1/1.live`,
    'ezopen://open.example.com/CAM1/1.hd.live?begin=<script>',
    'x@h/CAM2/1.live?',
    'en-US-u-ca-buddhist-x-'.repeat(2),
    `a${'😀'.repeat(31)}`,
    'CON',
  ];
}

export function createHostileHost(seed: number, beacon: string, run: string): () => HostileCall {
  const from = dice(seed);
  const { roll, pick } = from;
  const texts = hostileTexts(beacon, run);
  const word = () => pick(texts).slice(0, 64);
  const maybe = <Value>(value: () => Value) => (roll(3) === 0 ? undefined : value());

  /** A theme as JSON text, with hostile texts in it; occasionally no theme, or invalid JSON. */
  function themeText(): string {
    if (roll(30) === 0) return pick([...texts, '[', '{"a":'.repeat(9_000), '['.repeat(60_000), 'null', '1']);
    const value = themeCase(from);
    try {
      const json = JSON.stringify(value, (_, inner) => {
        if (Array.isArray(inner) && inner.length > 1_000) return 'a long list';
        return typeof inner === 'string' && roll(25) === 0 ? pick(texts) : inner;
      });
      if (json === undefined) return word();
      return json.length > 65_536 ? json.slice(0, 65_536) : json;
    } catch {
      return pick(texts); // cycles and big integers have no JSON form
    }
  }
  /** A part of a theme, as btnReRender takes it. */
  function themePart(): string {
    const keys = ['header', 'footer', 'poster', 'labelPic', 'color', 'themeName', 'autoFocus', '__proto__'];
    const value = roll(2) ? { btnList: pick<unknown>([[], word(), null, [word()]]), color: word() } : word();
    return roll(2) ? themeText() : `{${JSON.stringify(pick(keys))}:${JSON.stringify(value)}}`;
  }
  const lists = () => Array.from({ length: roll(8) }, () => pick(['play', 'voice', 'expend', word()]));

  const calls: readonly (() => HostileCall)[] = [
    () => ({
      name: 'start',
      data: {
        autoplay: false,
        audio: roll(2) === 0,
        url: maybe(() => pick(texts)),
        volume: maybe(() => pick([0, 50, 100, 2 ** 40, -1, 1.5])),
        language: maybe(word),
        themeData: maybe(themeText),
        header: maybe(lists),
        footer: maybe(lists),
        controls: maybe(lists),
        poster: maybe(() => pick(texts)),
        scaleMode: maybe(word),
        isMobile: maybe(() => roll(2) === 0),
        disabledPTZ: maybe(() => roll(2) === 0),
        adaptiveQuality: maybe(() => roll(2) === 0),
        [word()]: word(),
      },
    }),
    () => ({ name: 'setThemeData', data: { themeData: themeText() } }),
    () => ({ name: 'setThemeData', data: { themeData: themeText() } }),
    () => ({ name: 'btnReRender', data: { themeData: themePart() } }),
    () => ({ name: 'btnReRender', data: { themeData: themePart() } }),
    () => ({ name: 'setPoster', data: { poster: pick(texts) } }),
    () => ({ name: 'setLanguage', data: { language: word() } }),
    () => ({ name: 'setScaleMode', data: { scaleMode: word() } }),
    () => ({ name: 'setQuality', data: { quality: word() } }),
    () => ({ name: 'fullScreen', data: { to: pick(['web', 'none', word()]) } }),
    () => ({ name: 'enableZoom', data: { scale: pick([0, 1, 3, 2 ** 50]) } }),
    () => ({ name: 'edit', data: { active: roll(2) === 0 } }),
    () => ({
      name: 'capturePicture',
      data: { fileName: word(), format: pick([undefined, 'png', 'jpeg', word()]), download: roll(8) === 0 },
    }),
    () => ({ name: 'startSave', data: { fileName: word() } }),
    () => ({ name: pick(['fetchThemeData', 'getStats', 'openPtz', 'closePtz', 'openSound']), data: {} }),
  ];
  return () => pick(calls)();
}
