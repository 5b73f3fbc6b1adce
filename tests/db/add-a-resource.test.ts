import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { followGuide, guideSteps } from '../kit/guide-steps.ts';

// docs/guide/add-a-resource.md, followed to the letter in a copy of the project.

const root = join(import.meta.dirname, '../..');
const steps = guideSteps(readFileSync(join(root, 'docs/guide/add-a-resource.md'), 'utf8'));
const copied = ['lib', 'app', 'host-sdk', 'tests/kit', 'tsconfig.json', 'next-env.d.ts', 'package.json'];

let folder: string;
beforeAll(() => {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  folder = mkdtempSync(join(root, 'node_modules/.cache/oriel-guide-'));
  for (const path of copied) {
    cpSync(join(root, path), join(folder, path), { recursive: true, force: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const inPart = { extends: './tsconfig.json', include: ['lib', 'app', 'next-env.d.ts'] };
  writeFileSync(join(folder, 'tsconfig.guide.json'), JSON.stringify(inPart));
  followGuide(folder, steps);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a new room', () => {
  it('takes fewer than 40 lines', () => {
    const lines = steps.flatMap((step) => step.lines).filter((line) => line.trim() !== '');
    expect(lines.length).toBeLessThan(40);
  });

  it('fits the types of everything that reads it', () => {
    const compiler = join(root, 'node_modules/.bin/tsc');
    const run = () =>
      execFileSync(compiler, ['--noEmit', '-p', 'tsconfig.guide.json'], { cwd: folder, encoding: 'utf8' });
    expect(complaintsOf(run)).toEqual([]);
  }, 240_000);

  it('has calls, a menu entry with its buttons, a part of the API document, and rows', () => {
    const told = execFileSync(
      process.execPath,
      ['--import', 'tsx', join(folder, 'tests/kit/guide-room.ts')],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } },
    );
    const { menu, buttons, made, listed, refused, conflict, history, documented } = JSON.parse(told);
    expect(menu).toMatchObject({
      path: '/system/site',
      component: 'system/site/index',
      meta: { title: '站点' },
    });
    expect(buttons.sort()).toEqual(
      ['add', 'edit', 'export', 'import', 'list', 'query', 'remove']
        .map((verb) => `system:site:${verb}`)
        .sort(),
    );
    expect(made).toEqual({ siteId: 1 });
    expect(listed).toMatchObject([{ siteId: 1, siteName: '一号码头', status: '0', version: 1 }]);
    expect(refused).toEqual({ code: 40000, message: '站点名称不能为空', path: 'siteName' });
    expect(conflict).toBe('U0210');
    expect(history).toBe(1);
    expect(documented).toEqual(
      expect.arrayContaining(['/system/site', '/system/site/page', '/system/site/export']),
    );
  }, 120_000);
});

/** Lines of the compiler about the copy; it exits with 2 when it has any. */
function complaintsOf(run: () => string): readonly string[] {
  try {
    run();
    return [];
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
      .split('\n')
      .filter((line) => line.includes('error TS'));
  }
}
