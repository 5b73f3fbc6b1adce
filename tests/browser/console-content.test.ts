import { expect } from 'expect';
import { describe, it } from 'vitest';
import { sampleApk } from '../kit/app-package.ts';
import { soon } from '../kit/console-page.ts';
import { faultsOf } from '../kit/list-layout.ts';
import { sampleImage } from '../kit/sample-images.ts';
import { admin, page, site, withSite } from '../kit/shared-site.ts';

/** App versions and articles. `ORIEL_SHOTS=<folder>` saves screenshots. */

withSite();

const button = (name: string | RegExp, inside = page.locator('body')) => inside.getByRole('button', { name });
const field = (name: string | RegExp, inside = page.locator('body')) => inside.getByRole('textbox', { name });

async function agree(): Promise<void> {
  const confirm = page.getByRole('button', { name: '确定' });
  const question = page.getByRole('dialog').filter({ has: confirm });
  await button('确定', question).click();
  await question.waitFor({ state: 'hidden' });
}

const faults = (name: string) => faultsOf(admin, name);

async function latest(): Promise<{ versionName: string; packageUrl: string } | null> {
  const query = 'appCode=oriel&platform=android&versionCode=0';
  const answer = await fetch(`${site.oriel.origin}/api/admin/app/version/latest?${query}`);
  return (await answer.json()).data.version;
}

describe('App 版本', () => {
  it('a package is uploaded, published, offered to apps, and withdrawn', async () => {
    await admin.openPage('/system/appVersion');
    await admin.shot('app-version-empty');
    await button('新增').first().click();
    const drawer = page.getByRole('dialog', { name: /^新增/ });
    await drawer.getByRole('combobox', { name: '应用' }).click();
    // The filter of the list has the same options.
    await page.locator('[role="option"]:visible', { hasText: 'Oriel 客户端' }).click();
    await field('版本号', drawer).fill('1.2.3');
    await field(/^版本序号/, drawer).fill('12');
    await field('更新内容', drawer).fill('修复已知问题');
    const apk = { name: 'oriel.apk', mimeType: 'application/vnd.android.package-archive' };
    const choose = async (buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await button('上传安装包').click();
      await (await chooser).setFiles([{ ...apk, buffer }]);
    };
    await choose(Buffer.from('no package'));
    await page.getByText('文件内容不是该平台的安装包').waitFor();
    await choose(Buffer.from(sampleApk(1_500_000)));
    await page.getByText('已上传 oriel.apk，1.4 MB').waitFor();
    expect(await field('SHA-256').inputValue()).toMatch(/^[0-9a-f]{64}$/);
    await soon(field('SHA-256')).toBeDisabled();
    expect(await faults('app-version-form')).toEqual([]);
    await button('保存', drawer).click();
    await drawer.waitFor({ state: 'hidden' });
    await admin.row('1.2.3').getByText('草稿').waitFor();
    expect(await latest()).toBeNull();

    await admin.act('1.2.3', '发布');
    await agree();
    await admin.row('1.2.3').getByText('已发布').waitFor();
    expect(await faults('app-version-list')).toEqual([]);
    const offered = await latest();
    expect(offered).toMatchObject({ versionName: '1.2.3' });
    const { status, headers } = await fetch(site.oriel.origin + (offered?.packageUrl ?? ''));
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('attachment; filename="oriel-1.2.3.apk"'),
    ]);

    // The drawer of a published version keeps what was downloaded.
    await admin.act('1.2.3', '修改');
    const edited = page.getByRole('dialog', { name: /^修改/ });
    await soon(field('版本号', edited)).toBeDisabled();
    await page.keyboard.press('Escape');
    await edited.waitFor({ state: 'hidden' });

    await admin.act('1.2.3', '下架');
    await agree();
    await admin.row('1.2.3').getByText('已下架').waitFor();
    expect(await latest()).toBeNull();
    // The browser reports nothing but what the test expects.
    expect(admin.complaints.splice(0)).toEqual([]);
  }, 180_000);
});

describe('文章', () => {
  const hook = '<img src=x onerror=alert(1)>';
  const readable = async (): Promise<{ title: string; content?: string }[]> => {
    const answer = await fetch(`${site.oriel.origin}/api/admin/cms/public/article`);
    return (await answer.json()).data.records;
  };

  const at = (name: string) => page.locator(`[data-field="${name}"]`);

  it('an article is written with cover and preview, approved, read by everybody, and withdrawn', async () => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') dialogs.push(dialog.message());
      void dialog.accept();
    });
    await admin.openPage('/system/articleCategory');
    await button('新增').first().click();
    const drawer = page.getByRole('dialog', { name: /^新增/ });
    await field('分类名称', drawer).fill('公司新闻');
    await button('保存', drawer).click();
    await drawer.waitFor({ state: 'hidden' });
    await admin.row('公司新闻').waitFor();
    expect(await faults('article-category')).toEqual([]);

    await admin.openPage('/system/article/form');
    await at('title').getByRole('textbox').fill(`夏季新品 ${hook}`);
    await at('categoryId').getByLabel('分类').first().click();
    await page
      .locator('[class*="ombobox-dropdown"], [class*="elect-dropdown"]')
      .getByText('公司新闻')
      .last()
      .click();
    const image = await sampleImage('jpeg', 900, 400);
    const chooser = page.waitForEvent('filechooser');
    await button('选择文件').click();
    const cover = { name: '封面.jpeg', mimeType: image.type, buffer: Buffer.from(image.bytes) };
    await (await chooser).setFiles([cover]);
    await button('移除 封面.jpeg').waitFor();
    await at('summary').getByRole('textbox').fill('今年的新摄像机');
    const editor = page.locator('.ProseMirror');
    await editor.click();
    await page.keyboard.type('画质更清晰。');
    await at('tags').locator('input:visible').first().fill('新品');
    await page.keyboard.press('Enter');
    await button('预览').click();
    const preview = admin.dialog('预览');
    await preview.getByRole('heading', { name: `夏季新品 ${hook}` }).waitFor();
    await preview.getByText('画质更清晰。').waitFor();
    expect(await faults('article-preview')).toEqual([]);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    expect(await faults('article-form')).toEqual([]);
    await button('保存').click();
    await admin.row('夏季新品').getByText('草稿').waitFor();

    await admin.act('夏季新品', '提交审核');
    await admin.row('夏季新品').getByText('待审').waitFor();
    expect(await readable()).toEqual([]);
    await admin.act('夏季新品', '发布');
    await agree();
    await admin.row('夏季新品').getByText('已发布').waitFor();
    expect(await faults('article-list')).toEqual([]);
    expect(await readable()).toMatchObject([
      { title: `夏季新品 ${hook}`, categoryName: '公司新闻', tags: ['新品'] },
    ]);

    await button(/^预览 夏季新品/).click();
    await page.getByRole('dialog').getByText('画质更清晰。').waitFor();
    await page.keyboard.press('Escape');
    await admin.act('夏季新品', '下架');
    await agree();
    await admin.row('夏季新品').getByText('已下架').waitFor();
    expect(await readable()).toEqual([]);
    expect([dialogs, admin.complaints.splice(0)]).toEqual([[], []]);
  }, 180_000);
});

describe.each([
  ['/system/appVersion', '1.2.3'],
  ['/system/article', '夏季新品'],
] as const)('%s', (path, shown) => {
  it.each([
    [1440, 'dark'],
    [390, 'dark'],
  ] as const)(
    'is readable at %i px, %s',
    async (width, scheme) => {
      const person = await site.signedIn({ width, height: 844, scheme });
      try {
        await person.openPage(path);
        await person.page.getByText(shown).first().waitFor();
        await person.shot(`${path.split('/').at(-1)}-${width}-${scheme}`);
        expect(await person.findings()).toEqual([]);
      } finally {
        await person.close();
      }
    },
    60_000,
  );
});
