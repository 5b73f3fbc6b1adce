import { readFile } from 'node:fs/promises';
import { expect } from 'expect';
import type { Locator } from 'playwright-core';
import { describe, it } from 'vitest';
import { readWav, wavFile } from '../../lib/codec/wav.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { eventually } from '../kit/host-page.ts';
import { PageWalk, type WalkedPage, walkPage } from '../kit/page-walk.ts';
import { site, withSite } from '../kit/shared-site.ts';
import { dominantHz, makeTone } from '../kit/tone.ts';

/** Every page of 设备 in a real browser, as its definition requires. `ORIEL_SHOTS=<folder>` saves screenshots. */

withSite(async () => {
  await site.call('POST', '/iot/company', { name: '北门物业', status: '0' });
  await site.call('POST', '/iot/device', { serial: 'YARD1', name: '院内录像机', productType: 'recorder' });
  await site.call('POST', '/iot/application', { name: '院内门户' });
});

const serial = (name: string) => `W${name.replace(/\D/g, '')}`;

const pages: Readonly<Record<string, WalkedPage>> = {
  企业: {
    resource: resources['iot.company'],
    menu: ['设备', '企业管理'],
    values: () => ({ creditCode: null, contactPhone: '010-12345678', deptId: '总部' }),
    change: ['shortName', (name) => `${name}简`],
    refused: { field: 'contactPhone', text: '12', message: '联系电话格式不正确，手机号或带区号的座机号' },
  },
  设备: {
    resource: resources['iot.device'],
    menu: ['设备', '设备管理'],
    values: (name) => ({
      serial: serial(name),
      productType: '录像机',
      companyId: '北门物业',
      deptId: '总部',
      validCode: 'Code1234',
    }),
    change: ['name', (name) => `${name}改`],
    // Requires the verification code, which no file contains.
    inFiles: { isEncrypt: '否' },
    refused: { field: 'serial', text: 'a b', message: '设备序列号格式不正确，字母、数字、下划线或短横线' },
  },
  摄像头: {
    resource: resources['iot.camera'],
    menu: ['设备', '摄像头'],
    // The button adds a camera with its stream.
    async openForm(page) {
      await page.getByRole('button', { name: '其他新增方式' }).click();
      await page.getByRole('menuitem', { name: '添加通道' }).click();
    },
    values: (name) => ({ deviceId: '院内录像机', channelNo: String(Number(name.replace(/\D/g, '')) + 1) }),
    inputs: { recordPlan },
    change: ['address', (name) => `${name}的新位置`],
  },
  应用: {
    resource: resources['iot.application'],
    menu: ['设备', '接入应用'],
    values: () => ({ allowedOrigins: ['https://www.example.com'], maxTokenSeconds: '3600', deptId: '总部' }),
    change: ['name', (name) => `${name}改`],
    oneTimeDialog: /新增应用/,
  },
};

/** On working days, by the inputs of the schedule. */
async function recordPlan(form: Locator): Promise<void> {
  await form.getByRole('switch', { name: '启用计划' }).check();
  await form.getByText('按周计划').click();
  await form.getByRole('button', { name: '添加时段' }).click();
  await form.getByRole('textbox', { name: '开始' }).fill('08:00');
  await form.getByRole('textbox', { name: '结束' }).fill('18:30');
  await form.getByRole('textbox', { name: '保留天数' }).fill('14');
}

describe('every page with a form', () => {
  it.each(Object.keys(pages))(
    '%s: added, rejected, viewed, changed, exported, imported and deleted',
    async (name) => {
      await walkPage(site.admin, pages[name]!, () => site.fresh(name));
    },
    300_000,
  );
});

describe('访问令牌', () => {
  it('is issued for an application, shown once, listed, exported and revoked', async () => {
    const walk = new PageWalk(
      site.admin,
      {
        resource: resources['iot.token'],
        menu: ['设备', '访问令牌'],
        values: () => ({ applicationId: '院内门户', cameras: ['YARD1'] }),
        inputs: { cameras: chooseYard, expireSeconds: threeHours },
        // The form sets a duration; the detail shows the expiry time instead.
        notInDetail: ['expireSeconds'],
        oneTimeDialog: /访问令牌已签发/,
        find: async () => {},
        afterRemoval: '已吊销',
      },
      '院内门户',
    );
    await walk.open();
    await walk.refuseEmpty();
    await walk.fill();
    await walk.save();
    await walk.see();
    await walk.export();
    await walk.remove();
  }, 120_000);
});

/** Selects the recorder by its name, with all of its channels. */
async function chooseYard(form: Locator): Promise<void> {
  const page = form.page();
  const box = form.getByRole('combobox', { name: '选择摄像头' });
  await box.click();
  await box.fill('录像机');
  await page.getByRole('option', { name: '院内录像机：全部通道' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
}

async function threeHours(form: Locator): Promise<void> {
  await form.getByText('自定义', { exact: true }).click();
  await form.getByRole('textbox', { name: '时长' }).fill('3');
  await form.getByRole('combobox', { name: '单位' }).selectOption({ label: '小时' });
  await form.getByText(/（3 小时后）/).waitFor();
}

describe('取流来源', () => {
  it('a source is set, and another one is added and removed', async () => {
    const { admin } = site;
    const name = site.fresh('侧门');
    await site.call('POST', '/iot/camera/connect', { name, main: { kind: 'demo', scene: await scene() } });
    await admin.openPage('/iot/camera');
    await admin.act(name, '取流来源');
    const drawer = admin.dialog(`${name} 的取流来源`);
    for (const [title, address] of [
      ['主码流（高清）', 'rtsp://127.0.0.1:8554/main'],
      ['子码流（标清）', 'rtsp://127.0.0.1:8554/sub'],
    ] as const) {
      const card = drawer.getByRole('region', { name: title });
      await card.getByRole('button', { name: `更改 ${title}` }).click();
      await card.getByText('摄像机（RTSP）').click();
      await card.getByRole('textbox', { name: '地址' }).fill(address);
      await admin.shot(`iot-camera-source-${title}`);
      expect(await admin.findings()).toEqual([]);
      await card.getByRole('button', { name: '保存' }).click();
      await card.getByText('127.0.0.1').first().waitFor();
    }
    const sub = drawer.getByRole('region', { name: '子码流（标清）' });
    await sub.getByRole('button', { name: '移除 子码流（标清）' }).click();
    await admin.dialog('子码流（标清）').getByRole('button', { name: '确定' }).click();
    await sub.getByText('未设置').waitFor();
  }, 120_000);

  async function scene(): Promise<string> {
    const [first] = await site.call('GET', '/iot/camera/scenes');
    return first;
  }
});

describe('扬声器', () => {
  it('what that of a demo camera played is listened to and downloaded', async () => {
    const { admin } = site;
    const sound = makeTone(16_000, 600, 1_500, 0.3);
    const id = await site.asAdmin(async (calls) => {
      const { records } = await calls.call('GET', '/iot/camera/page?deviceSerial=DEMO00001');
      const file = { name: 'tone.wav', type: 'audio/wav', bytes: wavFile(sound, 16_000) };
      const voice = await calls.upload('/iot/voice/upload', file, { name: site.fresh('提示音') });
      const sent = await calls.call('POST', '/iot/voice/send', { id: voice.id, cameraId: records[0].id });
      expect(sent).toMatchObject({ ok: true });
      return records[0].id;
    });
    await admin.openPage(`/iot/camera?at=show.${id}`);
    const part = admin.page.getByRole('region', { name: '扬声器最近播放的一分钟声音' });
    await part.getByRole('button', { name: '载入' }).click();
    await part.getByText('共 2 秒').waitFor();
    const duration = () => part.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration);
    await eventually('the audio', async () => (await duration()) >= 1.5);
    await part.scrollIntoViewIfNeeded();
    await admin.shot('iot-camera-loudspeaker');
    expect(await admin.findings()).toEqual([]);
    const [download] = await Promise.all([
      admin.page.waitForEvent('download'),
      part.getByRole('link', { name: '下载 WAV' }).click(),
    ]);
    const { samples, rate } = readWav(await readFile(await download.path()))!;
    expect(samples.length / rate).toBeCloseTo(1.5, 1);
    expect(Math.abs(dominantHz(samples, rate) - 600)).toBeLessThan(5);
  }, 120_000);
});
