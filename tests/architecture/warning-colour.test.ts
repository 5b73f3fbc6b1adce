/** Amber marks warnings only: each use is listed here with its reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import type { FieldOption } from '../../lib/contracts/admin/field.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { dictionaries } from '../../lib/domain/seed/dictionaries.ts';

const root = join(import.meta.dirname, '../..');

/** File and use, with the reason. */
const usesInSource: Readonly<Record<string, string>> = {
  'app/_console/pages/theme/import-theme.tsx: yellow': 'parts of the file were left out',
  'app/_console/pages/user/bulk-password-reset.tsx: yellow': 'passwords are shown once and lost afterwards',
  'app/_console/pages/user/user-page.tsx: yellow': 'imported users cannot sign in yet',
  'app/_console/resource/actions/remove-rows.ts: yellow': 'the selected rows cannot be deleted',
  'app/_console/resource/dictionary/dict-loader.ts: warning': 'tone of dictionary entries, see below',
  'app/_console/resource/dictionary/option-tag.module.css: orange': 'tone of options, see below',
  'app/_console/resource/dictionary/option-tag.module.css: warning': 'tone of options, see below',
  'app/_console/resource/files/import-dialog.tsx: yellow': 'a repeated import, or one with rejected rows',
  'app/_console/resource/files/import-warnings.tsx: yellow': 'guesses and conversions before an import',
  'app/_console/resource/form/conflict-view.tsx: yellow': 'another user has changed the same record',
  'app/_console/resource/widgets/editor-images.tsx: warning': 'an image of the pasted text is not accepted',
  'app/_console/api/create-api.ts: warning': 'responses with the code for warnings, and repeated submissions',
  'app/_console/session/parts/new-password-fields.tsx: yellow': 'a password of medium strength',
  'app/_console/settings/settings.ts: #FAAD14': 'an accent colour that the user may select',
  'app/_console/settings/theme.ts: #E69F00': 'replaces orange and yellow in color-blind mode',
  'app/_console/settings/theme.ts: #D55E00': 'replaces red in color-blind mode',
  'app/_console/shell/full-screen-button.tsx: yellow': 'the browser refuses full screen',
  'app/_console/shell/notices/notice-window.tsx: yellow': 'the tone `warning` of a notice type',
  'app/_console/shell/storage-alert.tsx: yellow': 'the disk is almost full',
  'app/_console/ui/dialogs/one-time-secrets.tsx: yellow': 'a secret is shown once and lost afterwards',
  'app/_console/ui/toasts/browser-notifier.ts: warning': 'toasts of warnings',
  'app/_console/ui/toasts/browser-notifier.ts: yellow': 'toasts of warnings',
  'app/_console/ui/toasts/notifier.ts: warning': 'toasts of warnings',
  'player-frame/features/stats/stats.css: #ffd666': 'the player waits for a key frame',
  'player-frame/recorded-time/band-style.ts: #fa8c16': 'alarms, and what was recorded because of them',
  'player-frame/features/toolbar/bars.css: #faad14': 'live video is delayed',
  'sample-host/public/page.css: #a15c00': 'failures of the sample page, light',
  'sample-host/public/page.css: #e6a94a': 'failures of the sample page, dark',
};

/** Option of a field, or entry of a dictionary, with the reason. */
const usesInData: Readonly<Record<string, string>> = {
  'system.role dataScope 1': 'a role that sees all data',
  'system.role maskScope 1': 'a role that sees personal data unmasked',
  'system.dictData listClass warning': 'the tone itself, as it looks',
  'sys_oper_type 10': 'masked data was revealed',
};

const folders = ['app', 'player-frame', 'host-sdk', 'sample-host'];
const names = /(?<=['"`]|-color-)(?:yellow|orange|gold|amber)(?=['"`.-])|(?<=['"`])warning(?=['"`])/g;
const hexColours = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b/gi;
const functionColours =
  /\b(?:rgba?|hsla?|oklch|hwb|lab|lch)\((?!\s*(?:0[ ,]+0[ ,]+0|255[ ,]+255[ ,]+255|from\b|var\())[^)]*\)/gi;

/** Hues from orange to yellow that are saturated enough to be read as a warning. */
function isAmber(hex: string): boolean {
  const digits = hex.length < 7 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    (at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255,
  );
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const light = (max + min) / 2;
  // Hue of colours with red above green above blue: 0 (red) to 60 degrees (yellow).
  const hue = 60 * ((green - min) / (max - min));
  const saturation = (max - min) / (1 - Math.abs(2 * light - 1));
  return (
    red === max && blue === min && hue >= 20 && hue <= 60 && saturation > 0.5 && light > 0.2 && light < 0.95
  );
}

/** Names and values of warning colours in a source text, without comments. */
function warningColours(code: string): string[] {
  const text = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  return [
    ...(text.match(names) ?? []),
    ...(text.match(hexColours) ?? []).filter(isAmber),
    // Not computed: write chromatic colours as hexadecimal values or names.
    ...(text.match(functionColours) ?? []),
  ];
}

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.(?:tsx?|css|m?js|html)$/.test(file) && !/node_modules|(?:^|\/)(?:dist|vendor)\//.test(file),
    )
    .map((file) => `${folder}/${file}`),
);

describe('the warning colour', () => {
  it('is recognized by name and by value', () => {
    for (const code of [
      `<Alert color="yellow">`,
      `const tones = { late: 'orange' }`,
      `color: var(--mantine-color-orange-filled);`,
      `color: var(--mantine-color-yellow-6);`,
      `notifier.show({ kind: 'warning' })`,
      `background: #faad14;`,
      `background: #fa0;`,
      `background: rgb(250 173 20);`,
    ])
      expect({ code, found: warningColours(code).length }).toEqual({ code, found: 1 });
    for (const code of [
      `<Alert color="red">`,
      `background: #1890ff;`,
      `background: #f5222d;`,
      `background: #888;`,
      `box-shadow: 0 0 2px rgb(0 0 0 / 25%);`,
      `// yellow: 'warning'`,
    ])
      expect({ code, found: warningColours(code) }).toEqual({ code, found: [] });
  });

  it('is used in the source for the listed warnings only', () => {
    expect(files.length).toBeGreaterThan(400);
    const used = files.flatMap((file) =>
      warningColours(readFileSync(join(root, file), 'utf8')).map((use) => `${file}: ${use}`),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(usesInSource).sort());
  });

  it('marks the listed values of fields and dictionaries only', () => {
    const definitions: readonly ResourceDef[] = Object.values(resources);
    const isWarning = ({ tone }: Pick<FieldOption, 'tone'>) => tone === 'warning';
    const ofFields = definitions.flatMap(({ key, fields }) =>
      Object.entries(fields).flatMap(([name, { options = [] }]) =>
        options.filter(isWarning).map(({ value }) => `${key} ${name} ${value}`),
      ),
    );
    const ofDictionaries = dictionaries.flatMap(({ type, entries }) =>
      entries.filter((entry) => entry.tone === 'warning').map(({ value }) => `${type} ${value}`),
    );
    expect([...ofFields, ...ofDictionaries].sort()).toEqual(Object.keys(usesInData).sort());
  });
});
