import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');

/** A declaration, a destructured name or a parameter named `console`. */
const declared = /\b(?:const|let|var)\s+console\b|[{,]\s*console\s*[,}][^;]*=\s|\(\s*console\s*[:)]/;

const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

const shadowing = (code: string) =>
  withoutComments(code)
    .split('\n')
    .filter((line) => declared.test(line));

describe('the global console', () => {
  it("is not shadowed: the product's own console is adminConsole", () => {
    const found = files
      .filter((file) => file !== 'tests/architecture/global-names.test.ts')
      .flatMap((file) => shadowing(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line}`));
    expect(found).toEqual([]);
  });

  it.each([
    'const console = create();',
    'const { log, console } = parts;',
    'function f(console: Console) {}',
  ])('a deliberate “%s” is found', (line) => {
    expect(shadowing(line)).toEqual([line]);
  });
});
