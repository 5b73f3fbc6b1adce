import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Locator, Page } from 'playwright-core';
import { it } from 'vitest';
import { readWav } from '../../lib/codec/wav.ts';
import { chineseTexts } from '../kit/chinese-texts.ts';
import { eventually } from '../kit/host-page.ts';
import { faultsOf } from '../kit/list-layout.ts';
import { admin, page, site, withSite } from '../kit/shared-site.ts';

/** Voice messages, broadcasts and their log in the console, with the fake microphone of the browser. */

const message = '请离开';
const cameras = ['Demo 1 · 演示 1', 'Demo 2 · 演示 2'] as const;

withSite();

const button = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('button', { name });

const faults = (name: string) => faultsOf(admin, name);

async function chooseCameras(
  dialog: Locator,
  label: string,
  names: readonly string[] = cameras,
): Promise<void> {
  const box = dialog.getByRole('combobox', { name: label });
  for (const camera of names) {
    const option = page.getByRole('option', { name: camera });
    // A dialog that has just opened takes the focus, which closes the list. A list that is still loading has no
    // options yet, and another click would close it.
    await expectPage(async () => {
      if (!(await option.isVisible())) await box.click();
      await option.waitFor({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await option.click();
  }
  await box.press('Tab');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
}

/** Each camera has a row with this text. */
async function bothShow(dialog: Locator, state: string, names: readonly string[] = cameras): Promise<void> {
  for (const camera of names) {
    await dialog.getByRole('row').filter({ hasText: camera }).getByText(state).waitFor();
  }
}

/** The loudest sample, 0 to 1, of the last second that the loudspeaker of each camera has played. */
async function playedLevels(): Promise<readonly number[]> {
  const files = await site.asAdmin(async (calls) => {
    const { records } = await calls.call('GET', '/iot/camera/page');
    const idOf = (name: string) => records.find((row: { name: string }) => row.name === name).id;
    const asked = cameras.map((name) => calls.call('GET', `/iot/camera/${idOf(name)}/playedAudio`));
    return (await Promise.all(asked)) as { content: string }[];
  });
  return files.map(({ content }) => {
    const { rate, samples } = readWav(Buffer.from(content, 'base64'))!;
    return samples.slice(-rate).reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0) / 32_768;
  });
}

it('语音消息: recorded, listened to, and played on two cameras', async () => {
  await admin.openPage('/iot/voice');
  expect(await faults('voice-empty')).toEqual([]);
  await button('新增语音').first().click();
  const form = admin.dialog('新增语音');
  await form.getByRole('textbox', { name: '名称' }).fill(message);
  await button('录音', form).click();
  await form.getByText('录音中 00:03').waitFor();
  expect(await faults('voice-recording')).toEqual([]);
  await button('停止', form).click();
  await form.getByLabel('试听').waitFor();
  expect(await faults('voice-recorded')).toEqual([]);
  await button('保存', form).click();
  await admin.reported('语音消息已保存');
  await form.waitFor({ state: 'hidden' });
  await admin.row(message).waitFor();

  const isPlaying = button(`停止 ${message}`).waitFor();
  await admin.act(message, '试听');
  await isPlaying;
  await button(`试听 ${message}`).waitFor();
  expect(await faults('voice-list')).toEqual([]);

  await admin.act(message, '播放到摄像头');
  const sending = admin.dialog(`播放“${message}”`);
  await chooseCameras(sending, '摄像头');
  await button('开始播放', sending).click();
  await sending.getByText('2 / 2 个摄像头已完成，0 个失败').waitFor();
  await bothShow(sending, '已播放');
  expect(await faults('voice-sent')).toEqual([]);
  await button('关闭', sending).click();
  await sending.waitFor({ state: 'hidden' });
}, 180_000);

it('广播: to two cameras at once, while a button is held or switched', async () => {
  await admin.openPage('/iot/camera');
  await button('广播').click();
  const dialog = admin.dialog('广播');
  await chooseCameras(dialog, '摄像头');
  await button('连接摄像头', dialog).click();
  await bothShow(dialog, '接收中');
  await dialog.getByText('麦克风已静音').waitFor();
  await eventually('silence', async () => (await playedLevels()).every((level) => level < 0.001));
  await button('按住说话', dialog).hover();
  await page.mouse.down();
  await dialog.getByText('正在说话').waitFor();
  await page.mouse.up();
  await dialog.getByText('麦克风已静音').waitFor();
  await button('按住说话', dialog).focus();
  await page.keyboard.down('Space');
  await dialog.getByText('正在说话').waitFor();
  await page.keyboard.up('Space');
  await dialog.getByText('麦克风已静音').waitFor();
  await dialog.getByText('点击切换').click();
  await button('开始说话', dialog).click();
  await button('停止说话', dialog).waitFor();
  await eventually('a sound', async () => (await playedLevels()).every((level) => level > 0.01));
  expect(await faults('broadcast')).toEqual([]);
  await button('结束广播', dialog).click();
  await button('连接摄像头', dialog).waitFor();
  await button('关闭', dialog).first().click();
  await dialog.waitFor({ state: 'hidden' });
}, 180_000);

it('对讲记录 has both, for each camera', async () => {
  await admin.openPage('/iot/talkLog');
  for (const camera of cameras) {
    for (const kind of ['语音消息', '广播'] as const) {
      await admin.row(camera).filter({ hasText: kind }).filter({ hasText: 'admin' }).waitFor();
    }
  }
  expect(await faults('talk-log')).toEqual([]);
}, 120_000);

it('all of them in English', async () => {
  await page.evaluate(() => localStorage.setItem('app_language', 'en-US'));
  // Cameras are named in Chinese and English by the demo, and shown in the language of the page.
  const english = ['Demo 1', 'Demo 2'];
  const found: string[] = [];
  const see = async (name: string) =>
    found.push(
      ...(await faults(`en-${name}`)),
      ...(await chineseTexts(page, [message, ...cameras, '管理员', '管', '简体中文'])),
    );
  await admin.openPage('/iot/talkLog');
  await see('talk-log');
  await admin.openPage('/iot/voice');
  await see('voice-list');
  await button('Add a message').first().click();
  await button('Record', admin.dialog('Add a message')).waitFor();
  await see('voice-add');
  await admin.openPage('/iot/camera');
  await button('Broadcast').click();
  const dialog = admin.dialog('Broadcast');
  await chooseCameras(dialog, 'Cameras', english);
  await button('Connect', dialog).click();
  await bothShow(dialog, 'Receiving', english);
  await see('broadcast');
  expect(found).toEqual([]);
}, 180_000);
