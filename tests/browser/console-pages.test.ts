import { expect } from 'expect';
import type { Locator, Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import {
  addAlarms,
  addLongNames,
  designerPage,
  listFaults,
  overflowFaults,
  treeFaults,
} from '../kit/list-layout.ts';
import { admin, page, site, withSite } from '../kit/shared-site.ts';

const ownPassword = 'Purple-elephant-rides-9';

/** Address of the designer with a theme. */
let designer: string;

withSite(async () => {
  await site.asAdmin(async (calls) => {
    await addLongNames(calls);
    await addAlarms(calls, site.oriel.origin);
    designer = await designerPage(calls, '大厅');
  });
});

const button = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('button', { name });
const field = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('textbox', { name });

const fresh = (name: string) => site.fresh(name);

/** Creates a user with a role and a permanent password. */
async function makeClerk() {
  const [account, nickName, roleName] = [fresh('clerk'), fresh('职员'), fresh('职员角色')];
  const roleId = await site.asAdmin((calls) => calls.role(roleName, fresh('clerks-')));
  await site.person(account, nickName, ownPassword, [roleId]);
  return { account, nickName, roleName };
}

/** Confirms, and types the word if one is required. */
async function agree(word: string): Promise<void> {
  const question = page.getByRole('dialog').filter({ has: button('确定') });
  await button('确定', question).waitFor();
  const typed = question.getByRole('textbox');
  if (await typed.count()) await typed.fill(word);
  await button('确定', question).click();
  await question.waitFor({ state: 'hidden' });
}

async function add(): Promise<Locator> {
  await button('新增').first().click();
  const drawer = page.getByRole('dialog', { name: /^新增/ });
  await drawer.waitFor();
  return drawer;
}

async function save(drawer: Locator): Promise<void> {
  await button('保存', drawer).click();
  await drawer.waitFor({ state: 'hidden' });
}

/** Selects from a list that opens below its input. */
async function choose(inside: Page | Locator, label: string | RegExp, option: string): Promise<void> {
  await inside.getByRole('combobox', { name: label }).first().click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Creates a user, and returns the one-time password. */
async function addUser(account: string, nickName: string, dept?: string): Promise<string> {
  await admin.openPage('/system/user');
  const drawer = await add();
  await field('用户账号', drawer).fill(account);
  await field('用户昵称', drawer).fill(nickName);
  if (dept) {
    await drawer.getByLabel('所属部门').first().click();
    await page
      .locator('[class*="ombobox-dropdown"], [class*="elect-dropdown"]')
      .getByText(dept)
      .last()
      .click();
  }
  await button('保存', drawer).click();
  const once = admin.dialog('一次性密码');
  const text = await once.locator('code').textContent();
  await button('关闭', once).last().click();
  await button('已保存，关闭', once).click();
  await once.waitFor({ state: 'hidden' });
  return text ?? '';
}

/** The first sign-in of a user, in a separate browser context. */
async function firstSignIn(account: string, oneTime: string): Promise<ConsolePage> {
  const person = await site.signIn({ account, password: oneTime });
  await person.changePassword(ownPassword);
  return person;
}

const pages = [
  ['/index', '首页'],
  ['/iot/company', '企业管理'],
  ['/iot/device', '设备管理'],
  ['/iot/camera', '摄像头'],
  ['/iot/wall', '视频墙'],
  ['/iot/savedWall', '已存视频墙'],
  ['/iot/alarm', '报警消息'],
  ['/iot/alarmToken', '报警令牌'],
  ['/iot/webhook', '报警推送'],
  ['/iot/webhookDelivery', '推送记录'],
  ['/iot/recording', '录像'],
  ['/iot/theme', '播放器主题'],
  ['/iot/share', '分享链接'],
  ['/iot/voice', '语音消息'],
  ['/iot/talkLog', '对讲记录'],
  ['/iot/application', '接入应用'],
  ['/iot/token', '访问令牌'],
  ['/mall/shippingTemplates', '运费模板'],
  ['/mall/shippingTemplates/form', '新增运费模板'],
  ['/stat/device', '设备统计'],
  ['/stat/report', '报表中心'],
  ['/system/area', '地区管理'],
  ['/system/user', '用户管理'],
  ['/system/role', '角色管理'],
  ['/system/role/authUser?roleId=2', '普通角色 的用户'],
  ['/system/menu', '菜单管理'],
  ['/system/dept', '部门管理'],
  ['/system/post', '岗位管理'],
  ['/system/dict', '字典管理'],
  ['/system/dict?type=sys_notice_type', '字典管理'],
  ['/system/config', '参数设置'],
  ['/system/notice', '通知公告'],
  ['/system/appVersion', 'App 版本'],
  ['/system/article', '文章'],
  ['/system/article/form', '新增文章'],
  ['/system/articleCategory', '文章分类'],
  ['/system/file', '文件管理'],
  ['/system/notice/form', '新增公告'],
  ['/feedback/list', '意见反馈'],
  ['/account/feedback', '我的反馈'],
  ['/feedback/message', '站内消息'],
  ['/feedback/template', '消息模板'],
  ['/account/inbox', '我的消息'],
  ['/monitor/job', '定时任务'],
  ['/monitor/job/log', '任务日志'],
  ['/monitor/online', '在线用户'],
  ['/monitor/logininfor', '登录日志'],
  ['/monitor/operlog', '操作日志'],
  ['/monitor/server', '服务监控'],
  ['/monitor/cache', '缓存监控'],
  ['/monitor/alertRule', '告警规则'],
  ['/tool/swagger', '接口文档'],
  ['/account/center', '个人中心'],
  ['/account/settings?tab=base', '个人设置'],
  ['/account/settings?tab=security', '个人设置'],
  ['/account/settings?tab=password', '个人设置'],
  ['/account/settings?tab=avatar', '个人设置'],
] as const;

const trees: readonly string[] = ['/system/menu', '/system/dept'];

describe('角色, 菜单权限 and 分配用户', () => {
  it('a role with permissions is assigned to a user, who then sees only that', async () => {
    const [account, nickName, roleName] = [fresh('gangwei'), fresh('岗位管理员'), fresh('岗位专员')];
    const oneTime = await addUser(account, nickName);
    await admin.openPage('/system/role');
    const drawer = await add();
    await field('角色名称', drawer).fill(roleName);
    await field('权限字符', drawer).fill(fresh('post-clerk-'));
    await save(drawer);

    await admin.act(roleName, '权限设置');
    const rights = admin.dialog(`${roleName} 的权限`);
    await rights.getByLabel('搜索').first().fill('岗位管理');
    await rights.getByLabel('岗位管理', { exact: true }).check();
    await admin.shot('role-rights-menus');
    await button('保存', rights).click();
    await rights.getByRole('tab', { name: '数据权限', exact: true }).click();
    await rights.getByLabel('全部数据').check();
    await rights.getByRole('tab', { name: '数据权限 · 未保存' }).waitFor();
    await button('保存', rights).click();
    await rights.getByRole('tab', { name: '数据权限', exact: true }).waitFor();
    await rights.getByRole('tab', { name: '脱敏权限' }).click();
    await rights.getByRole('radio', { name: '自定', exact: true }).check();
    await rights.getByLabel('手机号').check();
    await admin.shot('role-rights-masks');
    expect(await admin.findings()).toEqual([]);
    await button('保存', rights).click();
    await rights.getByRole('tab', { name: '脱敏权限', exact: true }).waitFor();
    await button('关闭', rights).first().click();
    await rights.waitFor({ state: 'hidden' });
    const row = admin.row(roleName);
    await row.getByText('全部数据').waitFor();
    await row.getByText('自定').waitFor();

    await admin.act(roleName, '分配用户');
    const others = page.getByRole('region', { name: '未分配用户' });
    await others.getByLabel(`选择 ${nickName}`).check();
    await button('分配选中的 1 个用户', others).click();
    await page.getByRole('region', { name: '已分配用户' }).getByText(nickName).waitFor();
    await admin.shot('auth-user');

    const clerk = await firstSignIn(account, oneTime);
    const menu = clerk.page.getByRole('navigation').first();
    await menu.getByText('系统管理').first().click();
    await menu.getByText('岗位管理').first().waitFor();
    expect(await menu.getByText('角色管理').count()).toBe(0);
    expect(await menu.getByText('设备', { exact: true }).count()).toBe(0);
    await clerk.openPage('/system/post');
    await button('新增', clerk.page).waitFor();
    await clerk.page.goto(`${site.oriel.origin}/system/role`);
    await clerk.page.getByText('403').first().waitFor();
    await soon(clerk.page.getByText(roleName)).toHaveCount(0);
    await clerk.shot('clerk');
    await clerk.close();
  }, 180_000);
});

describe('部门', () => {
  it('a new subdepartment filters the list of users', async () => {
    const [dept, nickName] = [fresh('研发部'), fresh('研发员')];
    const elsewhere = await makeClerk();
    await admin.openPage('/system/dept');
    await button('新增下级 总部').click();
    const drawer = page.getByRole('dialog', { name: /^新增/ });
    await field('部门名称', drawer).fill(dept);
    await save(drawer);
    await admin.row(dept).waitFor();
    await addUser(fresh('yanfa'), nickName, dept);
    await admin.row(nickName).waitFor();
    await page.getByRole('tree', { name: '部门' }).getByText(dept).click();
    await admin.row('管理员').filter({ hasText: 'admin' }).waitFor({ state: 'hidden' });
    await admin.row(nickName).waitFor();
    await admin.shot('user-of-dept');
    // By keyboard: up to the parent department, selected with Enter.
    const below = new URL(page.url()).searchParams.get('deptId');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ searchParams }) => ![null, below].includes(searchParams.get('deptId')));
    await button('全部部门').click();
    await admin.row(elsewhere.nickName).waitFor();
  }, 120_000);
});

describe('菜单', () => {
  it('a page added below a directory is in the side menu at once, and opens', async () => {
    const name = fresh('岗位一览');
    await admin.openPage('/system/menu');
    await button('新增下级 开发工具').click();
    const drawer = page.getByRole('dialog', { name: /^新增/ });
    await field('菜单名称', drawer).fill(name);
    await field('路由地址', drawer).fill(fresh('posts'));
    await drawer.getByRole('combobox', { name: '组件路径' }).fill('system/post/index');
    await admin.shot('menu-form');
    await save(drawer);
    const menu = page.getByRole('navigation').first();
    await menu.getByText('开发工具').first().click();
    await menu.getByText(name).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('table', { name: '岗位' }).waitFor();
  }, 120_000);
});

describe('字典 and 通知公告', () => {
  it('a dictionary entry is shown as the tag of rows that use it', async () => {
    const label = fresh('警报');
    await admin.openPage('/system/dict');
    await field('字典类型').first().fill('sys_notice_type');
    await button('搜索', page.getByRole('search')).click();
    await button('字典项 通知类型').click();
    await page.getByText('通知类型 (sys_notice_type) 的字典项').waitFor();
    const drawer = await add();
    await field('字典标签', drawer).fill(label);
    await field('字典键值', drawer).fill(fresh('9'));
    await drawer.getByRole('combobox', { name: /样式/ }).first().click();
    await page
      .getByRole('option', { name: /危险|danger|红/ })
      .first()
      .click();
    await save(drawer);
    await admin.row(label).waitFor();
    await admin.shot('dict-data');
    await button('字典类型').first().click();
    await admin.row('sys_notice_type').waitFor();
    await soon(admin.row('sys_user_sex')).toHaveCount(0);
  }, 120_000);

  it('a notice for one role is in the bell of its users only', async () => {
    const { account, nickName, roleName } = await makeClerk();
    const title = fresh('今晚停机');
    await admin.openPage('/system/notice');
    await button('新增').first().click();
    await page.getByRole('heading', { level: 1, name: '新增公告' }).waitFor();
    await field('公告标题').fill(title);
    await page.getByRole('radiogroup', { name: '接收范围' }).getByText('角色', { exact: true }).click();
    await choose(page, '接收对象', roleName);
    await page.keyboard.press('Escape');
    const editor = page.locator('.ProseMirror');
    await editor.click();
    // An earlier test may have left a draft.
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+b');
    await page.locator('button[data-active]:visible').first().waitFor();
    await page.keyboard.type('今晚十点停机');
    await editor.locator('strong').filter({ hasText: '今晚十点停机' }).waitFor();
    await admin.shot('notice-form');
    expect(await admin.findings()).toEqual([]);
    await button('保存').click();
    await page.getByRole('heading', { level: 1, name: '通知公告' }).waitFor();
    await admin.row(title).waitFor();

    const clerk = await site.signedIn({ account, password: ownPassword });
    await clerk.openPage('/index');
    await clerk.page
      .getByRole('button', { name: /通知.*1|1.*未读/ })
      .first()
      .click();
    const marked = clerk.page.waitForResponse((answer) => answer.url().endsWith('/system/notice/markRead'));
    await clerk.page.getByText(title).first().click();
    await clerk.page.getByRole('dialog').locator('strong').filter({ hasText: '今晚十点停机' }).waitFor();
    await clerk.shot('bell');
    await marked;
    await clerk.close();
    await page.reload();
    await admin.settled();
    await admin.act(title, '已读用户');
    await admin
      .dialog(/已读用户/)
      .getByText(nickName)
      .waitFor();
    await admin.shot('notice-readers');
    await page.keyboard.press('Escape');
  }, 180_000);
});

describe('在线用户 and logs', () => {
  it('a user who is signed out here is redirected with the next call', async () => {
    const { account } = await makeClerk();
    const clerk = await site.signedIn({ account, password: ownPassword });
    await clerk.openPage('/index');
    await admin.openPage('/monitor/online');
    await admin.act(account, '强退');
    await agree(account);
    await admin.done();
    await admin.row(account).first().waitFor({ state: 'hidden' });
    await clerk.page.reload();
    await clerk.page.waitForURL(/\/user\/login/);
    await clerk.closeSignedOut();
  }, 120_000);

  it('the operation log shows changed fields with both values, and that the log is intact', async () => {
    const [before, after] = [fresh('采购部'), fresh('采购中心')];
    await site.asAdmin((calls) => calls.dept(before));
    await admin.openPage('/system/dept');
    await admin.act(before, '修改');
    const drawer = page.getByRole('dialog', { name: /^修改/ });
    await field('部门名称', drawer).fill(after);
    await save(drawer);
    await admin.openPage('/monitor/operlog');
    await admin.act('部门', '详情');
    const detail = page.getByRole('dialog').last();
    await detail.getByText(after).first().waitFor();
    await detail.getByText(before).first().waitFor();
    await admin.shot('operlog-detail');
    expect(await admin.findings()).toEqual([]);
    await page.keyboard.press('Escape');
    await button('校验完整性').click();
    await admin.reported('日志完整，已校验 ');
  }, 120_000);
});

describe('摄像头', () => {
  it('a camera is added, checked, and viewed in the real player', async () => {
    const camera = fresh('南门');
    await admin.openPage('/iot/camera');
    await button('接入摄像头').click();
    const dialog = admin.dialog('接入摄像头');
    await field('名称', dialog).fill(camera);
    await dialog.getByText('演示摄像机').first().click();
    await dialog.getByRole('combobox', { name: '场景' }).click();
    // Not the options of the page-size list, which are always in the document.
    await page.locator('[role="option"]:visible').first().click();
    await admin.shot('camera-connect');
    expect(await admin.findings()).toEqual([]);
    await button('接入摄像头', dialog).click();
    await dialog.waitFor({ state: 'hidden' });
    await admin.row(camera).waitFor();

    await admin.act(camera, '取流来源');
    const sources = admin.dialog(`${camera} 的取流来源`);
    await button('检测', sources).click();
    await sources.getByText('主码流（高清）：摄像头响应正常').waitFor({ timeout: 90_000 });
    await admin.shot('camera-sources');
    expect(await admin.findings()).toEqual([]);
    await page.keyboard.press('Escape');
    await sources.waitFor({ state: 'hidden' });

    await admin.act(camera, '预览');
    const preview = admin.dialog(`预览 ${camera}`);
    await preview.locator('iframe').waitFor();
    await admin.shot('camera-preview');
    // A player that receives pictures is a viewer, which the first page counts.
    const other = await site.signedIn();
    await other.openPage('/index');
    const viewers = other.page.getByRole('region', { name: '正在观看' });
    await viewers.getByText('1', { exact: true }).waitFor({ timeout: 60_000 });
    await other.shot('dashboard-watched');
    await other.close();
    // The focus is in the player: Escape exits web full screen and closes nothing else.
    const player = preview.frameLocator('iframe');
    await player.locator('#oriel-root').click({ position: { x: 300, y: 150 } });
    await player.getByRole('button', { name: '网页全屏', exact: true }).click();
    await player.getByRole('button', { name: '退出网页全屏', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await player.getByRole('button', { name: '网页全屏', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    await soon(page.locator('iframe')).toHaveCount(0);
  }, 600_000);
});

describe('接入应用 and 访问令牌', () => {
  it('the secret of an application is shown once, and a token is issued and revoked', async () => {
    const name = fresh('门户');
    await admin.openPage('/iot/application');
    const drawer = await add();
    await field('应用名称', drawer).fill(name);
    await button('保存', drawer).click();
    const once = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '复制' }) });
    const secret = await once.getByLabel('appSecret').inputValue();
    expect(secret.length).toBeGreaterThan(15);
    await admin.shot('application-secret');
    await button('关闭', once).last().click();
    await button('已保存，关闭', once).click();
    await once.waitFor({ state: 'hidden' });
    await page.reload();
    await admin.settled();
    expect(await page.content()).not.toContain(secret);

    await admin.openPage('/iot/token');
    const token = await add();
    await choose(token, '应用', name);
    await token.getByText('全部摄像头', { exact: true }).click();
    await button('保存', token).click();
    const made = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '复制' }) });
    await made.getByLabel('访问令牌', { exact: true }).waitFor();
    await button('关闭', made).last().click();
    await button('已保存，关闭', made).click();
    await made.waitFor({ state: 'hidden' });
    await admin.act(name, '删除');
    await agree(name);
    await admin.row(name).getByText('已吊销').waitFor();
    await admin.shot('token-revoked');
  }, 120_000);
});

describe('every page', () => {
  /** Without a reload. */
  async function paint(scheme: 'light' | 'dark'): Promise<void> {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.mantineColorScheme = chosen;
    }, scheme);
    await admin.still();
  }

  // All pages light in a wide window, then dark at phone width: to lay a page out for another width takes longer than to
  // open it. Violations of the page's Content-Security-Policy are console errors.
  it('is shown, fits, and has no serious accessibility finding', async () => {
    await admin.openPage('/index');
    // Without tabs each page is rendered alone.
    await page.evaluate(() => localStorage.setItem('multi_tab', 'false'));
    await admin.openPage('/index');
    const faults: string[] = [];
    const see = async (path: string, place: string, found: readonly string[]) => {
      // Menu and header are the same around every page.
      const part = path === '/index' ? undefined : 'main';
      const all = [...found, ...(await overflowFaults(admin)), ...(await admin.findings(part))];
      faults.push(...all.map((one) => `${place}: ${one}`));
      await admin.shot(place.replace(/[/?=]/g, '-'));
    };
    const open = async (path: string, title: string) => {
      await admin.visit(path);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    };
    const every = [...pages, [designer, '大厅']] as const;
    for (const [path, title] of every) {
      await open(path, title);
      await see(path, path, await listFaults(page));
      if (!trees.includes(path)) continue;
      faults.push(...(await treeFaults(admin)).map((one) => `${path}: ${one}`));
      await admin.resize(1440, 900);
    }
    await admin.resize(390, 844);
    for (const [path, title] of every) {
      await open(path, title);
      await paint('dark');
      await see(path, `${path} on a phone`, []);
    }
    await admin.resize(1440, 900);
    await paint('light');
    await page.evaluate(() => localStorage.removeItem('multi_tab'));
    expect(faults).toEqual([]);
    expect(admin.complaints).toEqual([]);
  }, 600_000);
});
