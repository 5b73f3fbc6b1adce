import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { startConsoleSite } from '../kit/console-site.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';

// A step that is taken again finds what it has made before.
jest.retryTimes(0);

const password = 'Correct-horse-battery-7';
const guardPassword = 'Purple-elephant-rides-9';
/** Long, as names of companies are. */
const company = '上海浦东智慧物流仓储园区运营管理有限责任公司';

const routes = [
  '/index',
  '/iot/company',
  '/iot/device',
  '/iot/camera',
  '/iot/application',
  '/iot/token',
  '/system/user',
  '/system/role',
  '/system/menu',
  '/system/dept',
  '/system/post',
  '/system/dict',
  '/system/config',
  '/system/notice',
  '/system/notice/form',
  '/monitor/online',
  '/monitor/logininfor',
  '/monitor/operlog',
  '/tool/swagger',
  '/account/center',
  '/account/settings',
];

const looks = [
  { width: 1440, layout: 'sidemenu', scheme: 'light' },
  { width: 1440, layout: 'topmenu', scheme: 'dark' },
  { width: 390, layout: 'sidemenu', scheme: 'dark' },
] as const;

let oriel: OrielInstance;
let browser: Browser;
let admin: ConsolePage;
let page: Page;
let guard: ConsolePage;
let oneTime = '';

beforeAll(async () => {
  const shots = process.env['ORIEL_SHOTS'];
  if (shots) mkdirSync(shots, { recursive: true });
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  admin = await ConsolePage.open(browser, oriel);
  guard = await ConsolePage.open(browser, oriel);
  page = admin.page;
  for (const person of [admin, guard]) person.page.setDefaultTimeout(30_000);
}, 400_000);
afterAll(async () => {
  try {
    await admin?.close();
    await guard?.close();
  } finally {
    await browser?.close();
    await oriel?.stop();
  }
});

const button = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('button', { name });
const field = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('textbox', { name });

/** Adds a row with these values by the form of its list. */
async function add(path: string, title: string, values: Readonly<Record<string, string>>): Promise<void> {
  await admin.room(path);
  await button('新增').first().click();
  // What is shown once afterwards has the same title.
  const drawer = page.getByRole('dialog', { name: title }).filter({ has: button('保存') });
  for (const [name, value] of Object.entries(values)) await field(name, drawer).fill(value);
  await button('保存', drawer).click();
  await drawer.waitFor({ state: 'hidden' });
}

async function choose(inside: Page | Locator, label: string | RegExp, option: string): Promise<void> {
  await inside.getByRole('combobox', { name: label }).first().click();
  await page.getByRole('option', { name: option }).first().click();
}

// One after another: each step stands on what the ones before have made.
describe('first setup to kicked session as one journey', () => {
  it('a server without anybody is set up; bad values are told where they stand', async () => {
    await page.goto(`${oriel.origin}/user/login`);
    // The form of who signs in stands there until the server says that there is nobody.
    await page.getByLabel('初始化代码').waitFor();
    await field('账号').fill('a');
    await button('创建并登录').click();
    await page.getByText('初始化代码不能为空').waitFor();
    await page.getByText(/账号须以字母开头/).waitFor();
    await admin.shot('journey-setup');
    await admin.makeAdministrator(oriel.setupCode?.code ?? '', password);
    await admin.settled();
    await page.getByRole('region', { name: '设备', exact: true }).getByText('2', { exact: true }).waitFor();
    await admin.shot('journey-home');
  }, 120_000);

  it('a company, a device of it, and a camera that plays', async () => {
    await add('/iot/company', '新增企业', { 企业名称: company });
    await admin.row(company).waitFor();
    await add('/iot/device', '新增设备', { 设备序列号: 'GATE00001', 设备名称: '东门录像机' });
    await admin.row('GATE00001').waitFor();
    await admin.room('/iot/camera');
    await admin.row('DEMO00001').first().waitFor();
    await button('接入摄像头').click();
    const dialog = admin.dialog('接入摄像头');
    await field('名称', dialog).fill('西门');
    await dialog.getByText('演示摄像机').first().click();
    await dialog.getByRole('combobox', { name: '场景' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await button('接入摄像头', dialog).click();
    await dialog.waitFor({ state: 'hidden' });
    await admin.act('西门', '预览');
    const preview = admin.dialog('预览 西门');
    await preview.frameLocator('iframe').locator('canvas, video').first().waitFor({ timeout: 90_000 });
    await admin.shot('journey-preview');
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
  }, 180_000);

  it('an application whose secret is shown once, and a token of it', async () => {
    await add('/iot/application', '新增应用', { 应用名称: '官网' });
    const secret = page.getByRole('dialog').filter({ has: page.getByLabel('appSecret') });
    await button('关闭', secret).last().click();
    await button('已保存，关闭', secret).click();
    await admin.room('/iot/token');
    await button('新增').first().click();
    const drawer = page.getByRole('dialog', { name: '新增访问令牌' });
    await choose(drawer, '应用', '官网');
    await drawer.getByText('全部摄像头', { exact: true }).click();
    await button('保存', drawer).click();
    const token = page.getByRole('dialog').filter({ has: page.getByLabel('访问令牌', { exact: true }) });
    await button('关闭', token).last().click();
    await button('已保存，关闭', token).click();
    await admin.row('官网').waitFor();
  }, 120_000);

  it('a department, a post, a role with its rights, and somebody who has it', async () => {
    await admin.room('/system/dept');
    await button('新增下级 总部').click();
    const below = page.getByRole('dialog', { name: '新增部门' });
    await field('部门名称', below).fill('安保部');
    await button('保存', below).click();
    await below.waitFor({ state: 'hidden' });
    await add('/system/post', '新增岗位', { 岗位编码: 'guard', 岗位名称: '值班岗' });
    await add('/system/role', '新增角色', { 角色名称: '值班员', 权限字符: 'guard' });

    await admin.act('值班员', '权限设置');
    const rights = admin.dialog(/^值班员 ?的权限$/);
    await rights.getByLabel('搜索').first().fill('摄像头');
    await rights.getByLabel('摄像头', { exact: true }).check();
    await button('保存', rights).click();
    await rights.getByRole('tab', { name: '菜单权限', exact: true }).waitFor();
    await rights.getByRole('tab', { name: /^数据权限/ }).click();
    await rights.getByLabel('全部数据').check();
    await button('保存', rights).click();
    await rights.getByRole('tab', { name: '数据权限', exact: true }).waitFor();
    await admin.shot('journey-rights');
    await button('关闭', rights).first().click();

    await admin.room('/system/user');
    await button('新增').first().click();
    const drawer = page.getByRole('dialog', { name: '新增用户' });
    await field('用户账号', drawer).fill('lilei');
    await field('用户昵称', drawer).fill('李雷');
    await choose(drawer, '角色', '值班员');
    await page.keyboard.press('Escape');
    await button('保存', drawer).click();
    const once = admin.dialog('一次性密码');
    oneTime = (await once.locator('code').textContent()) ?? '';
    await button('关闭', once).last().click();
    await button('已保存，关闭', once).click();
  }, 180_000);

  it('they sign in, need a password of their own, and see what their role shows', async () => {
    await guard.page.goto(`${oriel.origin}/user/login`);
    await guard.page.getByLabel('账号').fill('lilei');
    await guard.page.getByLabel('密码', { exact: true }).fill(oneTime);
    await guard.page.getByRole('button', { name: '登录', exact: true }).click();
    await guard.page.getByText('请先修改密码').waitFor();
    await guard.shot('journey-duty');
    await guard.changePassword(guardPassword);
    const menu = guard.page.getByRole('navigation').first();
    await menu.getByText('设备', { exact: true }).click();
    await menu.getByText('摄像头').waitFor();
    expect(await menu.getByText('系统管理').count()).toBe(0);
    await guard.room('/iot/camera');
    await guard.row('西门').waitFor();
    await guard.shot('journey-guard');
  }, 120_000);

  it('a notice for their role is in their bell', async () => {
    await admin.room('/system/notice/form');
    await field('公告标题').fill('今晚断电演练');
    await page.getByText('角色', { exact: true }).click();
    await choose(page, '接收对象', '值班员');
    await page.keyboard.press('Escape');
    await page.locator('.ProseMirror').click();
    await page.keyboard.type('今晚十点断电两小时');
    await button('保存').click();
    await page.getByRole('heading', { level: 1, name: '通知公告' }).waitFor();
    await guard.room('/index');
    await guard.page
      .getByRole('button', { name: /通知.*1|1.*未读/ })
      .first()
      .click();
    await guard.page.getByText('今晚断电演练').first().click();
    await guard.page.getByRole('dialog').getByText('今晚十点断电两小时').waitFor();
    await guard.shot('journey-bell');
    await guard.page.keyboard.press('Escape');
  }, 120_000);

  it.each(looks)(
    'every page fits and reads at $width px, $layout, $scheme',
    async ({ width, layout, scheme }) => {
      const height = width === 390 ? 844 : 900;
      const look = await ConsolePage.open(browser, oriel, { width, height, scheme });
      look.page.setDefaultTimeout(30_000);
      await look.context.addInitScript(`localStorage.setItem('layout', '${layout}')`);
      await look.signIn('admin', password);
      const faults: string[] = [];
      for (const path of routes) {
        await look.room(path);
        await look.shot(`journey-${width}-${layout}-${scheme}${path.replaceAll('/', '-')}`);
        faults.push(...(await look.findings()).map((finding) => `${path} ${finding}`));
        const over = await look.overflow();
        if (over > 0) faults.push(`${path} is ${over} px too wide`);
      }
      expect(faults).toEqual([]);
      await look.close();
    },
    400_000,
  );

  it('signed out by an administrator, they are back at the login page with their next step', async () => {
    // Later it may be told of calls that were refused: the first page makes one every few seconds.
    expect(guard.complaints).toEqual([]);
    await admin.room('/monitor/online');
    await admin.act('lilei', '强退');
    const question = page.getByRole('dialog');
    await question.getByRole('textbox').fill('lilei');
    await button('确定', question).click();
    await admin.row('lilei').first().waitFor({ state: 'hidden' });
    await guard.page.reload();
    await guard.page.waitForURL(/\/user\/login/);
    await guard.shot('journey-kicked');
    // The browser tells of the refused calls, as it should.
    guard.complaints.length = 0;
  }, 120_000);
});
