import { expect } from 'expect';
import { describe, it } from 'vitest';
import { imagesWithHiddenData, sampleImage } from '../kit/sample-images.ts';
import { admin, page, site, withSite } from '../kit/shared-site.ts';

/** Images in rich text, from the file to the reader. `ORIEL_SHOTS=<folder>` saves screenshots. */

withSite();

const asFile = ({ name, type, bytes }: { name: string; type: string; bytes: Uint8Array }) => ({
  name,
  mimeType: type,
  buffer: Buffer.from(bytes),
});

/** Loaded images, by their alternative text. */
const shown = (inside: string) =>
  page
    .locator(`${inside} img`)
    .evaluateAll((images) =>
      images.map((image) => [(image as HTMLImageElement).alt, (image as HTMLImageElement).naturalWidth]),
    );

async function choose(...files: Parameters<typeof asFile>[0][]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '插入图片' }).click();
  await (await chooser).setFiles(files.map(asFile));
}

async function emptyForm(): Promise<void> {
  await admin.openPage('/system/notice/form');
  await page.locator('.ProseMirror').click();
  // An earlier test may have left a draft.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
}

describe('an image in a notice', () => {
  it('is selected, shown while editing, stored, and shown to readers', async () => {
    const title = `路线变更${Date.now() % 10_000}`;
    await emptyForm();
    await page.getByRole('textbox', { name: '公告标题' }).fill(title);
    await page.locator('.ProseMirror').click();
    await page.keyboard.type('新路线如下');
    await choose(
      { ...(await sampleImage('jpeg', 900, 300)), name: '路线图.jpeg' },
      { ...(await sampleImage('png', 300, 200)), name: '停车场.png' },
    );
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('.ProseMirror img')].filter((one) => (one as HTMLImageElement).complete)
          .length === 2,
    );
    expect(await shown('.ProseMirror')).toEqual([
      ['路线图', 900],
      ['停车场', 300],
    ]);
    // The author describes the image, or marks it as decorative.
    const words = page.getByRole('textbox', { name: '替代文字' });
    expect(await words.count()).toBe(0);
    await page.locator('.ProseMirror img').first().click();
    expect(await words.inputValue()).toBe('路线图');
    await admin.shot('notice-pictures-form');
    expect(await admin.findings()).toEqual([]);
    await words.fill('新路线：东门进，西门出');
    // An input method confirms its candidate with the same key.
    await words.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await words.evaluate((field) => field === document.activeElement)).toBe(true);
    await words.press('Enter');
    await page.locator('.ProseMirror img').last().click();
    await words.fill('');
    expect(await shown('.ProseMirror')).toEqual([
      ['新路线：东门进，西门出', 900],
      ['', 300],
    ]);
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('heading', { level: 1, name: '通知公告' }).waitFor();
    await admin.row(title).waitFor();
    // The reload counts unread notices again.
    await page.reload();
    await admin.settled();

    await page
      .getByRole('button', { name: /条未读/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: '通知公告', exact: true }).getByText(title).click();
    const window = page.getByRole('dialog', { name: new RegExp(title) });
    await window.locator('img').last().waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[role="dialog"] img')].every(
        (one) => (one as HTMLImageElement).naturalWidth > 0,
      ),
    );
    expect(await shown('[role="dialog"]')).toEqual([
      ['新路线：东门进，西门出', 900],
      ['', 300],
    ]);
    // Without an alt attribute, a screen reader would read the URL.
    expect(await window.locator('img:not([alt])').count()).toBe(0);
    await admin.shot('notice-pictures-read');
    await page.keyboard.press('Escape');
  }, 180_000);

  it('is rejected with the message of the rejecting side', async () => {
    await emptyForm();
    const png = await sampleImage('png');
    await choose({ ...png, bytes: new Uint8Array(2 * 1_048_576) });
    await admin.reported('图片大小限制 2MB！');
    await choose({ ...png, bytes: new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) });
    await admin.reported('仅支持 PNG、JPEG、WebP 或 GIF 图片');
    expect(await page.locator('.ProseMirror img').count()).toBe(0);
  }, 60_000);

  it('is pasted from the clipboard as a file, and not from other sites', async () => {
    await emptyForm();
    const { bytes } = await sampleImage('png', 120, 80);
    await page.evaluate(
      (content) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(content)], 'copied.png', { type: 'image/png' }));
        const target = document.querySelector('.ProseMirror');
        target?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      [...bytes],
    );
    await page.waitForFunction(
      () => (document.querySelector('.ProseMirror img') as HTMLImageElement | null)?.naturalWidth === 120,
    );
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/html', '<p>别处<img src="https://example.com/a.png"></p>');
      const target = document.querySelector('.ProseMirror');
      target?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await admin.reported('其他网站的图片已移除，请用「插入图片」上传');
    await page.locator('.ProseMirror').getByText('别处').waitFor();
    expect(await shown('.ProseMirror')).toEqual([['copied', 120]]);
  }, 60_000);
});

describe('an image opened directly', () => {
  it('executes nothing hidden in it, and has no permissions', async () => {
    const urls = await site.asAdmin(async (calls) => {
      const found: [string, string][] = [];
      for (const [what, file] of await imagesWithHiddenData()) {
        for (const path of ['/common/upload', '/system/user/profile/avatar']) {
          const data = await calls.upload(path, file);
          found.push([what, data.url ?? data.avatar ?? '']);
        }
      }
      return found;
    });
    const stranger = await site.browser.newContext();
    const alone = await stranger.newPage();
    const ran: string[] = [];
    alone.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    let checked = 0;
    for (const [what, url] of urls) {
      const answer = await alone.goto(`${site.oriel.origin}${url}`);
      // An avatar is deleted when the next one is set.
      if (answer?.status() !== 200 || !answer.headers()['content-type']?.startsWith('image/')) continue;
      checked += 1;
      const { contentType, scripts, origin } = await alone.evaluate(() => ({
        contentType: document.contentType,
        scripts: document.scripts.length,
        origin: window.origin,
      }));
      expect([what, contentType.startsWith('image/'), scripts, origin]).toEqual([what, true, 0, 'null']);
    }
    await stranger.close();
    expect(ran).toEqual([]);
    expect(checked).toBeGreaterThanOrEqual(urls.length / 2);
  }, 120_000);
});
