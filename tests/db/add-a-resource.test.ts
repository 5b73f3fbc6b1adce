import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { GuideCopy } from '../kit/guide-copy.ts';
import type { GuideStep } from '../kit/guide-steps.ts';

// Carries out docs/guide/add-a-resource.md step by step in a copy of the project.

const root = join(import.meta.dirname, '../..');

let copy: GuideCopy;
let steps: readonly GuideStep[];
beforeAll(() => {
  copy = new GuideCopy(['lib', 'app', 'host-sdk', 'tests/kit', 'next-env.d.ts']);
  steps = copy.follow('add-a-resource');
}, 60_000);
afterAll(() => copy?.remove());

describe('a new resource', () => {
  it.each([
    ['docs/guide/add-a-resource.md', /API documentation, in (\d+) lines/],
    ['docs/design/resources.md', /A new resource takes (\d+) lines/],
    ['docs/design/console.md', /add-a-resource.md\) takes (\d+) lines/],
  ])('needs as many lines as %s states, fewer than 30', (page, figure) => {
    const lines = steps.flatMap((step) => step.lines).filter((line) => line.trim() !== '');
    expect(figure.exec(readFileSync(join(root, page), 'utf8'))?.[1]).toBe(String(lines.length));
    expect(lines.length).toBeLessThan(30);
  });

  it('matches the types of the code that uses it', () => {
    expect(copy.typeErrors(['lib', 'app', 'next-env.d.ts'])).toEqual([]);
  }, 240_000);

  it('has a page, a menu entry, permissions, calls, files and a part of the API document', () => {
    const reported = copy.run('tests/kit/guide-resource.ts');
    const { menu, pages, exported, imported, buttons, made, listed, refused, conflict, history, documented } =
      JSON.parse(reported);
    expect(menu).toMatchObject({
      path: '/system/site',
      component: 'system/site/index',
      meta: { title: '站点' },
    });
    expect(pages).toContain(menu.component);
    expect(exported).toContain('一号码头');
    expect(imported).toBe(1);
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
