/** Layout checks of lists on console pages. */
import type { Page } from 'playwright-core';
import type { ConsoleCalls } from './console-calls.ts';
import type { ConsolePage } from './console-page.ts';

const longCompany = '上海浦东智慧物流仓储园区运营管理有限责任公司';
const longDepts = ['华东区域运营中心', '杭州第一门店管理部', '夜间值班与巡逻小组'];
export const longNames: readonly string[] = [longCompany, ...longDepts];

/** A company, and nested departments, with names of realistic maximum length. */
export async function addLongNames(calls: ConsoleCalls): Promise<void> {
  await calls.call('POST', '/iot/company', { name: longCompany });
  let [{ id: parentId }] = await calls.call('GET', '/system/user/deptTree');
  for (const deptName of longDepts) {
    const dept = { parentId, deptName, orderNum: 1, status: '0' };
    parentId = (await calls.call('POST', '/system/dept', dept)).deptId;
  }
}

/** Creates a theme; returns the address of the designer with it. */
export async function designerPage(calls: ConsoleCalls, themeName: string): Promise<string> {
  const { themeId } = await calls.call('POST', '/iot/theme', { themeName, copyOf: 'pcLive' });
  return `/iot/theme/design?themeId=${themeId}`;
}

/** Names that `addAlarms` gives. */
export const alarmNames: readonly string[] = ['门禁', '值班室'];

/** A row in each list about alarms: an alarm, the token that reported it, a webhook, and its delivery, which fails. */
export async function addAlarms(calls: ConsoleCalls, origin: string): Promise<void> {
  const [tokenName, webhookName] = alarmNames;
  // A port that nothing listens on.
  await calls.call('POST', '/iot/webhook', { name: webhookName, url: 'http://127.0.0.1:9/alarms' });
  const { alarmToken } = await calls.call('POST', '/iot/alarmToken', { name: tokenName });
  const answer = await fetch(`${origin}/api/lapp/alarm/report`, {
    method: 'POST',
    headers: { authorization: `Bearer ${alarmToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ deviceSerial: 'DEMO00001', alarmType: 'person' }),
  });
  const { code, msg } = (await answer.json()) as { code: string; msg: string };
  if (String(code) !== '200') throw new Error(`alarm/report: ${code} ${msg}`);
}

/** Headings with a word broken over two lines; a Chinese heading counts as one word. */
const brokenHeadings = (page: Page) =>
  page.evaluate(() => {
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

/** Horizontal scroll distance of a list that is caused by its row buttons. */
const scrolledPx = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('section:has(> table)')].map(
        (list) => list.scrollWidth - list.clientWidth,
      ),
    ),
  );

/** Names whose visible part is narrower than the name and than six Chinese characters. */
const unreadable = (page: Page) =>
  page.evaluate(() => {
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

/** Checks in a wide window. */
export async function listFaults(page: Page): Promise<readonly string[]> {
  const over = await scrolledPx(page);
  return [
    ...(await brokenHeadings(page)).map((word) => `${word} is broken over two lines`),
    ...(over > 0 ? [`the list scrolls horizontally by ${over} px`] : []),
  ];
}

/** Names in a tree that cannot be read in narrow windows; leaves the window narrow. */
export async function treeFaults(person: ConsolePage): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const width of [1440, 1280, 1024, 800]) {
    await person.resize(width, 900);
    faults.push(...(await unreadable(person.page)).map((name) => `${name} at ${width} px`));
  }
  return faults;
}

export async function overflowFaults(person: ConsolePage): Promise<readonly string[]> {
  const over = await person.overflow();
  return over > 0 ? [`the page is ${over} px too wide`] : [];
}

/** What is wrong with what is shown, on a phone and in a wide window, each with a screenshot. */
export async function faultsOf(person: ConsolePage, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await person.resize(width, height);
    found.push(...(await overflowFaults(person)), ...(await person.findings()));
    await person.shot(`${name}-${width}`);
  }
  return found;
}
