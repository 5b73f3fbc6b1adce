import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = ['lib', 'app', 'player-frame', 'host-sdk'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);
const lines = files.flatMap((file) =>
  withoutComments(readFileSync(join(root, file), 'utf8'))
    .split('\n')
    .map((line) => `${file}: ${line.trim()}`),
);

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** Lines that match the pattern and contain none of the exceptions. */
const found = (pattern: RegExp, exceptions: readonly string[] = []) =>
  lines.filter((line) => pattern.test(line) && !exceptions.some((text) => line.includes(text)));

describe('Chinese texts', () => {
  it('have a space between Chinese and digits', () => {
    // Messages of the specification stay exactly as given.
    const specified = ['播放速度最大为4倍速度', '播放速度最小为1倍速度', '不超过1分钟'];
    expect(found(/\p{Script=Han}\d|\d\p{Script=Han}/u, specified)).toEqual([]);
  });

  it('have a space between Chinese and a number that is inserted', () => {
    const number = '(?:count|place|live|viewers|status|[\\w.]*[lL]ength|attempts|minutes|seconds|remembered)';
    const pattern = new RegExp(`\\p{Script=Han}\\$?\\{${number}\\}|\\{${number}\\}\\p{Script=Han}`, 'u');
    // This text is given literally by the specification.
    const exceptions = ['系统接口{status}异常'];
    expect(found(pattern, exceptions)).toEqual([]);
  });

  it('have full-width punctuation', () => {
    // The first is given literally by the specification, the second is part of a regular expression.
    const exceptions = ['操作成功!', '序列号:通道号'];
    expect(found(/\p{Script=Han}[,:;!?](?!\w)/u, exceptions)).toEqual([]);
  });
});
