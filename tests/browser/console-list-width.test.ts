import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConsolePage } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';

/** What can be read of lists in narrow windows, in a real browser. `ORIEL_SHOTS=<folder>` keeps pictures. */

let site: ConsoleSite;
let person: ConsolePage;

beforeAll(async () => {
  site = await ConsoleSite.start();
  person = site.admin;
  await site.asAdminError(async (calls) => {
    const { records } = await calls.call('GET', '/system/config/page?configKey=site.locales');
    const [{ configId, version }] = records;
    await calls.call('PUT', '/system/config', {
      configId,
      version,
      configValue: JSON.stringify(['zh-CN', 'en-US']),
    });
    let [{ id: parentId }] = await calls.call('GET', '/system/user/deptTree');
    for (const deptName of ['华东区域运营中心', '杭州第一门店管理部', '夜间值班与巡逻小组']) {
      const made = await calls.call('POST', '/system/dept', { parentId, deptName, orderNum: 1, status: '0' });
      parentId = made.deptId;
    }
  });
}, 400_000);
afterAll(() => site?.close());

/** Names whose seen part is narrower than itself and than six Chinese letters. */
const unreadable = () =>
  person.page.evaluate(() => {
    const column = document.querySelector('thead input[type="checkbox"]') ? 2 : 1;
    return [...document.querySelectorAll(`tbody td:nth-child(${column})`)].flatMap((cell) => {
      const name = cell.firstElementChild?.lastElementChild;
      if (!name) return [];
      const edge =
        cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
      const seenPx =
        Math.min(name.getBoundingClientRect().right - 3, edge) - name.getBoundingClientRect().left - 3;
      return seenPx < Math.min(name.scrollWidth - 6, 80) - 1 ? [`${name.textContent}: ${seenPx} px`] : [];
    });
  });

/** Headings with a word in two lines; Chinese ones have one word. */
const brokenHeadings = () =>
  person.page.evaluate(() => {
    const broken: string[] = [];
    for (const heading of document.querySelectorAll('thead th')) {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });

const scrolledPx = () =>
  person.page.evaluate(() => {
    const list = document.querySelector('section:has(> table)');
    return list ? list.scrollWidth - list.clientWidth : 0;
  });

const rooms = [
  ...['/iot/company', '/iot/device', '/iot/camera', '/iot/application', '/iot/token'],
  ...['/system/user', '/system/role', '/system/menu', '/system/dept', '/system/post', '/system/dict'],
  ...['/system/config', '/system/notice', '/monitor/online', '/monitor/logininfor', '/monitor/operlog'],
];

describe.each(['zh-CN', 'en-US'])('lists in %s', (locale) => {
  beforeAll(async () => {
    await person.page.evaluate((chosen) => localStorage.setItem('app_language', chosen), locale);
  });

  it('have headings whose words stay whole, and nothing to scroll to at 1440 px', async () => {
    const faults: string[] = [];
    await person.resize(1440, 900);
    for (const path of rooms) {
      await person.room(path);
      await person.still();
      faults.push(...(await brokenHeadings()).map((word) => `${path}: ${word} is broken`));
      const over = await scrolledPx();
      if (over > 0) faults.push(`${path}: ${over} px to scroll to`);
      await person.shot(`width-${locale}${path.replaceAll('/', '-')}`);
    }
    expect(faults).toEqual([]);
  }, 400_000);

  it('that are trees leave enough of every name, however narrow the window', async () => {
    const faults: string[] = [];
    for (const path of ['/system/menu', '/system/dept']) {
      await person.room(path);
      for (const width of [1440, 1280, 1024, 800]) {
        await person.resize(width, 900);
        faults.push(...(await unreadable()).map((name) => `${path} at ${width} px: ${name}`));
        await person.shot(`tree-${locale}${path.replaceAll('/', '-')}-${width}`);
      }
    }
    expect(faults).toEqual([]);
  }, 300_000);
});
