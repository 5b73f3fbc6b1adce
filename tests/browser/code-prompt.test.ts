import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';

const soon = expectPage.configure({ timeout: 30_000 });
const code = 'CANARY77';
const wrong = 'CANARY00';

let stage: LiveStage;
let player: LivePlayer;
/** Console lines of both documents. */
let written: string[];
/** URLs of all requests. */
let fetched: string[];

beforeAll(async () => {
  stage = await LiveStage.start();
  await stage.oriel.oriel(['camera', 'update', 'DEMO00002', '--encrypted'], `${code}\n`);
}, 180_000);
afterAll(() => stage?.close());
afterEach(() => player?.close());

async function open(
  size = { width: 800, height: 450 },
  options: Record<string, unknown> = {},
): Promise<void> {
  player = await stage.open(
    { url: 'ezopen://oriel/DEMO00002/1.live', ...options },
    { ...size, isPlaying: false },
  );
  written = [];
  fetched = [];
  player.page.on('console', (message) => written.push(message.text()));
  player.page.on('request', (request) => fetched.push(request.url()));
  await soon(dialog()).toBeVisible();
}

const dialog = () => player.frame.getByRole('dialog', { name: '请输入设备验证码' });
const field = () => player.frame.getByLabel('验证码', { exact: true });

describe('an encrypted camera', () => {
  it('requests its verification code in the frame, reports a wrong one, and plays with the right one', async () => {
    await open();
    await player.shoot('code-800');
    await field().fill(wrong);
    await player.button('确定').click();
    await soon(player.frame.getByRole('alert').getByText('验证码错误，请重新输入')).toBeVisible();
    expect(await player.faults()).toEqual([]);
    await player.shoot('code-wrong-800');
    await field().fill(code);
    await player.page.keyboard.press('Enter');
    await player.phase('playing');
    await soon(dialog()).toHaveCount(0);
    // Everywhere that the page or a neighbour could read.
    const reported = await Promise.all(
      ['state', 'handleError', 'changePlayUrl'].map((name) => player.reported(name)),
    );
    const html = await (await player.document()).evaluate(() => document.documentElement.outerHTML);
    const everything = JSON.stringify([
      reported,
      await player.state(),
      written,
      fetched,
      html,
      stage.oriel.output(),
    ]);
    expect(everything).not.toContain(code);
    expect(everything).not.toContain(wrong);
    await player.call('setQuality', 'hd');
    await player.phase('playing');
    expect(
      JSON.stringify([await player.reported('state'), await player.reported('changePlayUrl')]),
    ).not.toContain(code);
  }, 120_000);

  it('accepts the code from the page too', async () => {
    await open();
    await player.call('setSecretKey', code);
    await player.phase('playing');
  }, 120_000);

  it('closes with Esc, and can be reopened with a button', async () => {
    await open();
    await field().focus();
    await player.page.keyboard.press('Escape');
    await soon(dialog()).toHaveCount(0);
    await player.shoot('code-closed-800');
    await player.button('输入验证码').click();
    await soon(dialog()).toBeVisible();
  }, 120_000);

  it.each([
    [1440, 810],
    [600, 338],
    [390, 219],
  ])(
    'fits %i x %i',
    async (width, height) => {
      await open({ width, height });
      for (const one of [field(), player.button('确定'), player.button('取消')]) {
        await one.scrollIntoViewIfNeeded();
        await soon(one).toBeInViewport({ ratio: 0.95 });
      }
      await player.shoot(`code-${width}`);
    },
    60_000,
  );

  it('explains that there were too many attempts', async () => {
    await open();
    const tooOften = player.frame.getByText(/10029/);
    let attempt = 0;
    await soon(async () => {
      if (await tooOften.isVisible()) return;
      attempt += 1;
      await field().fill(`${wrong}${attempt}`, { timeout: 1_000 });
      await player.button('确定').click({ timeout: 1_000 });
      await expectPage(tooOften).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await soon(tooOften).toBeVisible();
    await player.shoot('code-too-often-800');
  }, 120_000);
});
