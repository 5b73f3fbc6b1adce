import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';
import { sampleImage } from '../kit/sample-images.ts';

/** Feedback from its form to the reply in the bell. `ORIEL_SHOTS=<folder>` saves screenshots. */

const password = 'sender-Horse-7-battery';
let site: ConsoleSite;
let admin: ConsolePage;
let page: Page;
let sender: ConsolePage;

beforeAll(async () => {
  site = await ConsoleSite.start();
  ({ admin, page } = site);
  await site.person('sender', '李明', password);
  sender = await site.signedIn({ account: 'sender', password, width: 390, height: 844 });
}, 400_000);
afterAll(async () => {
  await sender?.close();
  await site?.close();
});

describe('feedback', () => {
  it('is sent with a picture from a phone, replied to, and the reply is in the bell', async () => {
    const phone = sender.page;
    await sender.openPage('/index');
    await phone.getByRole('button', { name: /的账户菜单/ }).click();
    await phone.getByRole('menuitem', { name: '我的反馈' }).click();
    await phone.getByRole('textbox', { name: '内容' }).fill('夜里画面看不清');
    await phone.getByRole('textbox', { name: '联系方式' }).fill('13812345678');
    const image = await sampleImage('png', 300, 200);
    const chooser = phone.waitForEvent('filechooser');
    await phone.getByRole('button', { name: '选择文件' }).click();
    await (await chooser).setFiles({
      name: '门口.png',
      mimeType: image.type,
      buffer: Buffer.from(image.bytes),
    });
    await phone.getByRole('button', { name: '移除 门口.png' }).waitFor();
    await sender.shot('feedback-form-390');
    expect([await sender.findings(), await sender.overflow()]).toEqual([[], 0]);
    await phone.getByRole('button', { name: '提交' }).click();
    await sender.reported('反馈已提交');
    await phone.getByRole('img', { name: '图片 1' }).waitFor();

    await admin.openPage('/feedback/list');
    await admin.shot('feedback-list');
    await admin.act('夜里画面看不清', '详情');
    const detail = page.getByRole('dialog').last();
    await detail.getByRole('img', { name: '图片 1' }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('[role=dialog] img')].every(
        (one) => one.naturalWidth > 0,
      ),
    );
    await admin.shot('feedback-detail');
    expect(await admin.findings()).toEqual([]);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
    await admin.act('夜里画面看不清', '回复');
    const reply = admin.dialog('回复 sender 的反馈');
    await reply.getByRole('textbox', { name: '回复' }).fill('已经调整了补光灯');
    await admin.shot('feedback-reply');
    expect(await admin.findings()).toEqual([]);
    await reply.getByRole('button', { name: '回复', exact: true }).click();
    await admin.reported('已回复');
    await soon(admin.row('夜里画面看不清')).toContainText('已回复');

    await sender.openPage('/account/feedback');
    await phone.getByText('已经调整了补光灯').waitFor();
    await sender.shot('feedback-mine-390');
    expect([await sender.findings(), await sender.overflow()]).toEqual([[], 0]);
    await phone.getByRole('button', { name: '通知公告，1 条未读' }).click();
    await phone.getByRole('tab', { name: /消息/ }).click();
    await phone.getByRole('button', { name: '您的反馈有了回复' }).click();
    await soon(sender.dialog(/您的反馈有了回复/)).toContainText('已经调整了补光灯');
    await phone.keyboard.press('Escape');
  }, 240_000);
});
