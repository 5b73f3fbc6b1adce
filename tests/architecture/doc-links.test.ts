import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

const documents = [
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(root, 'docs', file)),
  join(root, 'README.md'),
  join(root, 'CHANGELOG.md'),
  join(root, 'CONTRIBUTING.md'),
];

describe('documents', () => {
  it.each(documents.map((file) => [relative(root, file)]))('%s links to files that exist', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] as string);
    const broken = links.filter(
      (link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(file), link)),
    );
    expect(broken).toEqual([]);
  });
});
