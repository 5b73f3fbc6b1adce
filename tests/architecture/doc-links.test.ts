import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

const documents = [
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(root, 'docs', file)),
  join(root, 'README.md'),
  join(root, 'CHANGELOG.md'),
  join(root, 'CONTRIBUTING.md'),
];

/** As GitHub makes them from headings. */
function anchorsOf(file: string): Set<string> {
  const text = readFileSync(join(root, file), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((match) => (match[1] as string).toLowerCase());
  return new Set(headings.map((heading) => heading.replace(/[^\p{L}\p{N}\- _]/gu, '').replaceAll(' ', '-')));
}

const projectPath = /(?<![\w./-])(?:lib|host-sdk|player-frame|app|tests|scripts|sample-host)\/[\w./-]*[\w/]/g;
/** Tests and modules are also named without their ending. */
const endings = ['', '.ts', '.tsx', '.test.ts', '.mjs'];

describe('documents', () => {
  it.each(documents.map((file) => [relative(root, file)]))('%s links to files that exist', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] as string);
    const broken = links.filter(
      (link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(file), link)),
    );
    expect(broken).toEqual([]);
  });

  it.each(documents.map((file) => [relative(root, file)]))('%s links to headings that exist', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const broken = [...text.matchAll(/\]\(([^)#\s]*)#([^)]+)\)/g)].filter(([, path = '', anchor = '']) => {
      const target = path === '' ? file : join(dirname(file), path);
      return !/^[a-z]+:/.test(path) && target.endsWith('.md') && !anchorsOf(target).has(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('name files of the project that exist', () => {
    const missing = documents.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      // A design is written before its parts.
      if (text.includes('Status: **being built**')) return [];
      // Guides create some of the files they name.
      const created = [...text.matchAll(/^```\w+ new (\S+)$/gm)].map((match) => match[1]);
      const named = [...text.matchAll(projectPath)].map((match) => match[0]);
      return named
        .filter(
          (path) => !created.includes(path) && !endings.some((end) => existsSync(join(root, path + end))),
        )
        .map((path) => `${relative(root, file)}: ${path}`);
    });
    expect(missing).toEqual([]);
  });
});
