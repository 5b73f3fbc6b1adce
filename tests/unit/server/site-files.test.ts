import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'expect';
import sharp from 'sharp';
import { describe, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const open = (name: string) => readFileSync(join(root, 'public', name));
const manifest = JSON.parse(open('site.webmanifest').toString()) as {
  icons: { src: string; sizes: string }[];
};

describe('the files of the site', () => {
  it('are linked from every page, and exist', () => {
    const layout = readFileSync(join(root, 'app/layout.tsx'), 'utf8');
    const linked = [...layout.matchAll(/href="\/([^"]+)"/g)].map(([, name = '']) => name);
    expect(linked).toEqual(['favicon.ico', 'icon.svg', 'apple-touch-icon.png', 'site.webmanifest']);
    for (const name of linked) expect(open(name).length).toBeGreaterThan(100);
  });

  it.each(manifest.icons.filter(({ sizes }) => sizes !== 'any'))('$src is $sizes', async ({ src, sizes }) => {
    const { width, height } = await sharp(open(src)).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  });
});
