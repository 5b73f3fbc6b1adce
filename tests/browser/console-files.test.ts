import { expect } from 'expect';
import { describe, it } from 'vitest';
import { sampleImage } from '../kit/sample-images.ts';
import { admin, page, site, withSite } from '../kit/shared-site.ts';

/** The page of uploaded files. `ORIEL_SHOTS=<folder>` saves screenshots. */

withSite();

async function choose(...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '选择文件' }).click();
  await (await chooser).setFiles(files);
}

const removeButton = (name: string) => page.getByRole('button', { name: `移除 ${name}` });

describe('files', () => {
  it('are uploaded, listed with their uses, previewed and removed', async () => {
    const [first, second] = [await sampleImage('jpeg', 900, 300), await sampleImage('png', 300, 200)];
    const sent: { authorization: string | undefined; isOwn: boolean }[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().includes('/common/oss/')) return;
      const isOwn = new URL(request.url()).origin === site.oriel.origin;
      sent.push({ authorization: request.headers().authorization, isOwn });
    });
    await admin.openPage('/system/file');
    await page.getByRole('button', { name: '上传文件' }).first().click();
    await choose(
      { name: '路线图.jpeg', mimeType: first.type, buffer: Buffer.from(first.bytes) },
      { name: '停车场.png', mimeType: second.type, buffer: Buffer.from(second.bytes) },
    );
    await removeButton('停车场.png').waitFor();
    await admin.shot('files-upload');
    expect(await admin.findings()).toEqual([]);
    await page.getByText('文件', { exact: true }).last().click();
    await choose({ name: '合同.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') });
    await removeButton('合同.pdf').waitFor();
    await choose({ name: '假的.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>') });
    await admin.reported('上传失败，请重试（文件内容与扩展名或类型不符）');
    expect(sent).toEqual(
      Array.from({ length: 4 }, () => ({ authorization: expect.stringMatching(/^Bearer /), isOwn: true })),
    );
    await page.getByRole('button', { name: '完成' }).click();
    for (const name of ['路线图.jpeg', '停车场.png', '合同.pdf']) {
      expect(await admin.row(name).textContent()).toContain('文件库');
    }
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('main td img')].every((one) => one.naturalWidth > 0),
    );
    await admin.shot('files');
    expect(await admin.findings()).toEqual([]);

    await page.getByRole('button', { name: '预览 路线图.jpeg' }).click();
    const preview = page.getByRole('dialog', { name: '路线图.jpeg' });
    await preview.locator('img').waitFor();
    await admin.shot('files-preview');
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: '下载 合同.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('合同.pdf');

    await admin.act('停车场.png', '删除');
    await page.getByRole('dialog', { name: '删除' }).getByRole('button', { name: '确定' }).click();
    await admin.row('停车场.png').waitFor({ state: 'detached' });
    // The browser reports the file that was refused.
    expect(admin.complaints.splice(0)).toEqual([expect.stringMatching(/status of 400/)]);
  }, 180_000);

  it.each([
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)(
    'are readable at %i px, %s',
    async (width, scheme) => {
      const narrow = await site.signedIn({ width, height: 844, scheme });
      try {
        await narrow.openPage('/system/file');
        await narrow.page.getByText('合同.pdf').first().waitFor();
        await narrow.shot(`files-${width}-${scheme}`);
        expect(await narrow.findings()).toEqual([]);
      } finally {
        await narrow.close();
      }
    },
    60_000,
  );
});
