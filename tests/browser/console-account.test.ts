import { crc32, deflateSync } from 'node:zlib';
import { expect } from 'expect';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeEach, describe, it } from 'vitest';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import { site, withSite } from '../kit/shared-site.ts';

/** My profile and personal settings in a real browser. */

const password = 'Purple-elephant-rides-9';
const otherPassword = 'Quiet-harbour-lantern-4';

/** A user of this test only, signed in. */
let person: ConsolePage;
let page: Page;
let account: string;
let nickName: string;

withSite();

let made = 0;
beforeEach(async () => {
  made += 1;
  [account, nickName] = [`person${made}`, `职员${made}`];
  await site.person(account, nickName, password);
  person = await signedIn();
  page = person.page;
}, 120_000);

const signedIn = () => site.signedIn({ account, password });

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

async function settings(tab: 'base' | 'security' | 'password' | 'avatar'): Promise<void> {
  await person.openPage(`/account/settings?tab=${tab}`);
}

describe('the account page', () => {
  it('shows the user and the recent sign-ins, and links to the settings', async () => {
    await person.openPage('/account/center');
    await page.getByRole('heading', { name: nickName }).waitFor();
    await page.locator('dl').getByText(account).waitFor();
    await page.getByText('当前', { exact: true }).waitFor();
    // Without a role: 应用 and 项目 need permissions.
    expect(await page.getByRole('tab').allTextContents()).toEqual(['首页', '个人中心', '文章']);
    await person.shot('account-center');
    expect(await person.findings()).toEqual([]);
    await button('编辑资料').click();
    await page.getByRole('heading', { level: 1, name: '个人设置' }).waitFor();
    await person.close();
  }, 120_000);

  // At the widest and the narrowest width, console-pages.test.ts checks all pages.
  it('fits 992 and 600 px, with the settings', async () => {
    for (const path of [
      '/account/center',
      ...['base', 'security', 'password', 'avatar'].map((tab) => `/account/settings?tab=${tab}`),
    ]) {
      await person.openPage(path);
      for (const width of [992, 600]) {
        await person.resize(width, 844);
        await person.shot(`account-${width}${path.replace(/[/?=]/g, '-')}`);
        expect([path, width, await person.overflow()]).toEqual([path, width, 0]);
      }
    }
    await person.close();
  }, 120_000);
});

describe('基本设置', () => {
  it('is saved and shown in the header, and invalid values are reported at their fields', async () => {
    await settings('base');
    await page.getByLabel('昵称').fill(' ');
    await page.getByLabel('手机号码').fill('12345');
    await button('保存').click();
    await page.getByText('昵称不能为空').waitFor();
    await page.getByText('请输入正确的手机号码').waitFor();
    await person.shot('account-base-refused');
    await page.getByLabel('昵称').fill(`${nickName}甲`);
    await page.getByLabel('手机号码').fill(`1380000${String(made).padStart(4, '0')}`);
    await page.getByLabel('邮箱').fill(`p${made}@example.cn`);
    await page.getByLabel('女', { exact: true }).check();
    await button('保存').click();
    await person.reported('已保存');
    await page.getByRole('button', { name: `${nickName}甲 的账户菜单` }).waitFor();
    await page.reload();
    await person.settled();
    await soon(page.getByLabel('女', { exact: true })).toBeChecked();
    await soon(page.getByLabel('邮箱')).toHaveValue(`p${made}@example.cn`);
    await person.close();
  }, 120_000);
});

describe('修改密码', () => {
  it('reports each problem, and the new password replaces the old one', async () => {
    const elsewhere = await signedIn();
    await elsewhere.openPage('/index');
    await settings('password');
    const form = page.getByRole('form', { name: '修改密码' });
    const fill = async (old: string, fresh: string, again: string) => {
      await form.getByLabel('当前密码').fill(old);
      await form.getByLabel('新密码', { exact: true }).fill(fresh);
      await form.getByLabel('确认密码').fill(again);
      await form.getByRole('button', { name: '修改密码' }).click();
    };
    await fill('', 'short', 'short');
    await form.getByText('当前密码不能为空').waitFor();
    await form.getByText('密码至少 12 个字符').waitFor();
    await fill(password, 'oriel-admin-2024', 'oriel-admin-2024');
    await form.getByText('密码主要由账号、常见词、年份或连续字符组成').waitFor();
    await fill(password, otherPassword, `${otherPassword}x`);
    await form.getByText('两次输入的密码不一致').waitFor();
    await fill('Not-the-password-at-all-3', otherPassword, otherPassword);
    await form.getByText('密码错误').waitFor();
    await fill(password, 'administrator2026', 'administrator2026');
    await form.getByText('密码过于常见，请换一个更难猜测的密码').waitFor();
    await fill(password, password, password);
    await form.getByText(/新密码不能与最近 \d+ 次使用过的密码相同/).waitFor();
    await person.shot('account-password-refused');
    expect(await person.findings()).toEqual([]);
    await fill(password, otherPassword, otherPassword);
    await person.reported('密码已修改');
    await soon(form.getByLabel('当前密码')).toHaveValue('');
    // This session stays signed in; the other one is ended.
    await person.openPage('/account/center');
    await elsewhere.page.getByRole('button', { name: /账户菜单/ }).click();
    await elsewhere.page.getByRole('menuitem', { name: '个人中心' }).click();
    await elsewhere.reported('登录状态已过期，请重新登录');
    await elsewhere.page.waitForURL(/\/user\/login/);
    await elsewhere.signIn(account, otherPassword);
    await elsewhere.closeSignedOut();
    await person.close();
  }, 120_000);
});

describe('登录设备', () => {
  it('another session is ended, and its browser shows that and the login page', async () => {
    const other = await signedIn();
    await other.openPage('/index');
    await settings('security');
    const devices = page.getByRole('region', { name: '登录设备' });
    const ends = devices.getByRole('button', { name: /^退出 / });
    await soon(ends).toHaveCount(1);
    await ends.click();
    await page.getByRole('dialog').getByText('确定让该设备退出登录吗？之后需要重新登录。').waitFor();
    await person.shot('account-end-session');
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
    await person.reported('已退出该设备');
    await ends.waitFor({ state: 'detached' });
    await devices.getByText('当前').waitFor();

    await other.page.getByRole('button', { name: /账户菜单/ }).click();
    await other.page.getByRole('menuitem', { name: '个人设置' }).click();
    await other.reported('登录状态已过期，请重新登录');
    await other.page.waitForURL(`${site.oriel.origin}/user/login?redirect=%2Findex`);
    await other.shot('account-session-ended');
    await other.closeSignedOut();
    await person.close();
  }, 180_000);
});

describe('两步验证', () => {
  const codeOf = (secret: string, at = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

  it('is set up with the displayed key, required at sign-in, and disabled again', async () => {
    await settings('security');
    await button('启用').click();
    const dialog = person.dialog('两步验证');
    await dialog.getByLabel('当前密码').fill('Not-the-password-at-all-3');
    await dialog.getByRole('button', { name: '开始设置' }).click();
    await dialog.getByText('密码错误').waitFor();
    await dialog.getByLabel('当前密码').fill(password);
    await dialog.getByRole('button', { name: '开始设置' }).click();
    const secret = ((await dialog.locator('pre').textContent()) ?? '').replace(/\s/g, '');
    expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
    await dialog.getByRole('img', { name: '动态验证码密钥的二维码' }).waitFor();
    await person.shot('account-totp');
    expect(await person.findings()).toEqual([]);
    await dialog.getByRole('textbox', { name: '动态验证码' }).fill('12');
    await dialog.getByRole('button', { name: '启用' }).click();
    await dialog.getByText('动态验证码应为 6 位数字').waitFor();
    await dialog.getByRole('textbox', { name: '动态验证码' }).fill(wrongCode(secret));
    await dialog.getByRole('button', { name: '启用' }).click();
    await dialog
      .locator('[class*="error"]')
      .filter({ hasText: /验证码/ })
      .first()
      .waitFor();
    await dialog.getByRole('textbox', { name: '动态验证码' }).fill(codeOf(secret));
    await dialog.getByRole('button', { name: '启用' }).click();
    await person.reported('两步验证已启用');
    await page.getByText('已启用：登录时需要输入验证器应用的动态验证码').waitFor();

    await page.getByRole('button', { name: /账户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await button('确定').click();
    await page.waitForURL(`${site.oriel.origin}/user/login`);
    await page.getByLabel('账号').fill(account);
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('heading', { name: '两步验证' }).waitFor();
    await person.shot('login-totp');
    expect(await person.findings()).toEqual([]);
    await page.getByLabel('动态验证码').fill(wrongCode(secret));
    await button('继续').click();
    await page.getByText('动态验证码错误').waitFor();
    expect(new URL(page.url()).pathname).toBe('/user/login');
    // The code that enabled it has been used, so the next one is needed.
    await page.getByLabel('动态验证码').fill(codeOf(secret, Date.now() + 30_000));
    await button('继续').click();
    await page.waitForURL('**/index');

    await settings('security');
    await button('停用').click();
    const stop = person.dialog('两步验证');
    await stop.getByLabel('当前密码').fill('Not-the-password-at-all-3');
    await stop.getByRole('button', { name: '停用' }).click();
    await stop.getByText('密码错误').waitFor();
    await stop.getByLabel('当前密码').fill(password);
    await stop.getByRole('button', { name: '停用' }).click();
    await person.reported('两步验证已停用');
    await page.getByText('未启用，建议启用').waitFor();
    await (await site.signIn({ account, password })).close();
    await person.close();
  }, 120_000);

  /** A code that is not valid at about this time. */
  function wrongCode(secret: string): string {
    const right = [-60_000, -30_000, 0, 30_000, 60_000].map((later) => codeOf(secret, Date.now() + later));
    return (
      ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
    );
  }
});

describe('修改头像', () => {
  it('an image is selected, cropped, re-encoded, and shown in the header', async () => {
    await settings('avatar');
    const chooser = page.locator('input[type=file]');
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      chooser.setInputFiles({ name, mimeType, buffer });
    await choose('large.png', 'image/png', Buffer.alloc(2 * 1_048_576));
    await person.reported('图片大小限制 2MB！');
    await choose('not-one.png', 'image/png', Buffer.from('<script>alert(1)</script>'));
    await person.reported('无法读取该图片，请换一张');
    // The message is still shown: it is the same one.
    await choose('words.txt', 'text/plain', Buffer.from('words'));
    await soon(page.getByText('无法读取该图片，请换一张')).toHaveCount(1);
    expect(await button('保存头像').isDisabled()).toBe(true);

    await choose('half.png', 'image/png', twoColours(600, 300, 'a secret place'));
    const area = page.getByRole('application');
    await area.waitFor();
    await person.shot('account-avatar-cut');
    expect(await person.findings()).toEqual([]);
    // The centre has half of each colour; moved by keys, the crop contains the red half only.
    await area.focus();
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
    await button('保存头像').click();
    await person.reported('已保存');

    const avatar = page.getByRole('button', { name: /账户菜单/ }).locator('img');
    await avatar.waitFor();
    await person.shot('account-avatar-saved');
    const seen = await avatar.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const at = (x: number) => [...(context?.getImageData(x, 128, 1, 1).data ?? [])].slice(0, 3);
      const bytes = await (await fetch(image.src)).text();
      return {
        width: image.naturalWidth,
        left: at(5),
        right: at(250),
        containsComment: bytes.includes('secret place'),
      };
    });
    expect(seen).toEqual({ width: 256, left: [200, 30, 30], right: [200, 30, 30], containsComment: false });
    await person.close();
  }, 180_000);
});

/** A PNG with a red left half and a blue right half, and a comment as a camera writes it. */
function twoColours(width: number, height: number, comment: string): Buffer {
  const line = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x += 1) {
    line.set(x < width / 2 ? [200, 30, 30] : [30, 30, 200], 1 + x * 3);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngPart('IHDR', head),
    pngPart('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1')),
    pngPart('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

function pngPart(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
