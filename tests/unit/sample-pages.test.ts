import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'expect';
import { it } from 'vitest';

const folder = join(import.meta.dirname, '../../sample-host/public');
type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const { texts } = (await import(join(folder, 'texts.js'))) as { texts: Texts };

const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));

it.each(pages)('%s uses only texts that exist in both languages', (page) => {
  const html = readFileSync(join(folder, page), 'utf8');
  const keys = [...html.matchAll(/data-(?:text|label|title)="([^"]+)"/g)].map(([, key]) => key!);
  expect(keys.length).toBeGreaterThan(0);
  for (const [language, known] of Object.entries(texts))
    expect([language, keys.filter((key) => typeof known[key] !== 'string')]).toEqual([language, []]);
});

it.each(['page.js', 'wall.js', 'ezuikit.js'])(
  '%s and its modules import only names that are exported',
  async (script) => {
    const built = build({
      entryPoints: [join(folder, script)],
      bundle: true,
      format: 'esm',
      write: false,
      logLevel: 'silent',
    });
    await expect(built).resolves.toMatchObject({ errors: [], warnings: [] });
  },
);
