/** Browser, system and device from the User-Agent, for lists. Never use it for decisions: it can be forged. */
export interface BrowserNames {
  readonly browser: string;
  readonly os: string;
  readonly device: string;
}

/** The first match counts: many browsers also name older ones. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];
const unknown = 'Unknown';

export function describeBrowser(userAgent: string): BrowserNames {
  const text = userAgent.slice(0, 512);
  const found = browsers.find(([pattern]) => pattern.test(text));
  const version = found ? (found[0].exec(text)?.[1] ?? '').slice(0, 4) : '';
  const os = systems.find(([pattern]) => pattern.test(text))?.[1] ?? unknown;
  return {
    browser: found ? `${found[1]} ${version}`.trim() : unknown,
    os,
    device: /Mobile|iPhone|Android(?!.*(?:Tablet))/.test(text) ? 'Mobile' : os === unknown ? unknown : 'PC',
  };
}
