import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';

// Versions are defined in package.json. Documents that mention one must agree with it.

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version, engines, license } = JSON.parse(read('package.json')) as {
  version: string;
  license: string;
  engines: { node: string };
};
const documents = [
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
  'README.md',
  'CONTRIBUTING.md',
  'host-sdk/README.md',
];

/** `path: match` of every match in the documents. */
const mentions = (pattern: RegExp) =>
  documents.flatMap((path) => [...read(path).matchAll(pattern)].map(([, found]) => `${path}: ${found}`));

describe('versions', () => {
  it('of Oriel in documents are that of package.json', () => {
    const found = mentions(/(?:\boriel(?:-player)?@|\bOriel |"version": ")(\d+\.\d+\.\d+)/g);
    expect(found.filter((mention) => !mention.endsWith(` ${version}`))).toEqual([]);
  });

  it('are of the release that the changelog describes first', () => {
    const [, first] = /^## (?:Unreleased\n[\s\S]*?^## )?(\S+)/m.exec(read('CHANGELOG.md')) ?? [];
    expect(first).toBe(version);
  });

  it('of Node in documents are that of package.json', () => {
    const min = engines.node.replace('>=', '');
    const found = mentions(/\bNode (\d+\.\d+)(?= or newer)/g);
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter((mention) => !mention.endsWith(` ${min}`))).toEqual([]);
  });

  it('of the SDK package are inserted by the build', () => {
    const manifest = JSON.parse(read('host-sdk/package.json')) as Record<string, string>;
    expect([manifest.version, manifest.license]).toEqual([undefined, license]);
    expect(read('LICENSE')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} The Oriel authors\n/);
    const written = readdirSync(join(root, 'host-sdk'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) =>
        new RegExp(`['"\`]${version.replaceAll('.', '\\.')}['"\`]`).test(read(`host-sdk/${file}`)),
      );
    expect(written.map((file) => relative(root, file))).toEqual([]);
  });
});

describe('on a Node that is too old', () => {
  it.each(['up', 'test', 'bench', 'soak'])('npm run %s reports the required version', (script) => {
    const older = "Object.defineProperty(process.versions, 'node', { value: '18.20.0' })";
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${older}`, join(root, `scripts/${script}.mjs`)],
      { encoding: 'utf8' },
    );
    expect(stderr).toMatch(/^Oriel requires Node 20\.19 or newer/);
    expect(status).toBe(1);
  });
});
