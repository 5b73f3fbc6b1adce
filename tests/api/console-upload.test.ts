import { createHash } from 'node:crypto';
import { expect } from 'expect';
import { it } from 'vitest';
import { defaultQuota } from '../../lib/domain/uploads/upload.service.ts';
import type { ConsoleClient } from '../kit/console.ts';
import { imagesWithHiddenData, type SampleImage, sampleImage } from '../kit/sample-images.ts';
import { describeSystem, get, ok, outcome, type SystemConsole } from '../kit/system-console.ts';

const hour = 60 * 60_000;
const writer = ['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:notice:${verb}`);

describeSystem('images in rich text', (testConsole) => {
  const uploadFile = async (client: ConsoleClient, file?: SampleImage) => {
    const sent = file ?? (await sampleImage('png'));
    return client.call('POST', '/common/upload', { file: { ...sent, bytes: Uint8Array.from(sent.bytes) } });
  };
  const fetchImage = (url: string) => testConsole().anonymous.call('GET', url.replace('/api/admin', ''));
  const isStored = async (url: string) => (await fetchImage(url)).blob !== null;
  const shows = (...urls: string[]) => urls.map((url) => `<p><img src="${url}" alt="图" /></p>`).join('');
  const notice = async (html: string, client: ConsoleClient = testConsole().founder): Promise<number> =>
    ok(
      await client.call('POST', '/system/notice', {
        body: { noticeTitle: '停机', noticeType: '1', noticeContent: html, status: '0' },
      }),
    ).noticeId;
  const rewrite = async (noticeId: number, html: string) => {
    const row = await get(testConsole().founder, `/system/notice/${noticeId}`);
    return testConsole().founder.call('PUT', '/system/notice', {
      body: { ...bodyOf(row), noticeContent: html, version: row.version },
    });
  };
  const bodyOf = ({ noticeId, noticeTitle, noticeType, status }: Record<string, unknown>) => ({
    noticeId,
    noticeTitle,
    noticeType,
    status,
  });
  /** Moves the timestamps back instead of the clock forward: sessions would expire. */
  const dayLater = async () => {
    const { db, adminConsole } = testConsole();
    await db
      .updateTable('upload')
      .set((row) => ({ usedAt: row('usedAt', '-', 25 * hour) }))
      .execute();
    await adminConsole.uploads.forgetUnused();
  };

  it('require permission to edit notices', async () => {
    const { signIn, anonymous } = testConsole();
    expect((await uploadFile(anonymous)).status).toBe(401);
    expect(outcome(await uploadFile(await signIn({ permissions: ['system:notice:list'] })))).toEqual([
      403,
      '当前操作没有权限',
    ]);
    for (const verb of ['add', 'edit']) {
      expect((await uploadFile(await signIn({ permissions: [`system:notice:${verb}`] }))).code).toBe(20_001);
    }
  });

  it('are returned as the record of the specification, under a generated name', async () => {
    const user = await testConsole().signIn({ permissions: writer });
    const sample = await sampleImage('jpeg', 2_000, 100);
    const data = ok(await uploadFile(user, { ...sample, name: '../../etc/证书<b>.jpg' }));
    expect(data.path).toMatch(/^\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.jpg$/);
    const url = `/api/admin/files/${data.path}`;
    expect(data).toMatchObject({
      name: '证书<b>.jpg',
      url,
      halfUrl: url,
      cover: url,
      ext: 'jpg',
      mime: 'image/jpeg',
      width: 1_600,
      height: 80,
      createBy: user.username,
    });
    expect(data.path.slice(0, 10)).toBe(data.createTime.slice(0, 10).replaceAll('-', '/'));
    const shown = await fetchImage(url);
    expect(shown.blob?.length).toBe(data.size);
    expect(
      createHash('sha256')
        .update(shown.blob ?? '')
        .digest('hex'),
    ).toBe(data.sha256);
    const [entry] = (await get(testConsole().founder, '/monitor/operlog/page')).records;
    expect(entry).toMatchObject({ title: '上传图片', operName: user.username, bizName: '证书<b>.jpg' });
  });

  it('are served with safe headers and without their metadata', async () => {
    for (const [what, file] of await imagesWithHiddenData()) {
      const { url } = ok(await uploadFile(testConsole().founder, file));
      const shown = await fetchImage(url);
      const names = ['x-content-type-options', 'content-security-policy', 'cache-control'];
      expect([what, ...names.map((name) => shown.headers.get(name))]).toEqual([
        what,
        'nosniff',
        "default-src 'none'; sandbox",
        'private, max-age=31536000, immutable',
      ]);
      expect(shown.headers.get('content-type')).toMatch(/^image\/(?:png|jpeg|webp)$/);
      expect(shown.headers.get('content-disposition')).toMatch(
        /^inline; filename="[0-9a-f]{32}\.(?:png|jpg|webp)"/,
      );
      expect([what, Buffer.from(shown.blob ?? '').includes('oriel-payload')]).toEqual([what, false]);
    }
  });

  it.each([
    [
      'a.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '仅支持 PNG、JPEG、WebP 或 GIF 图片',
    ],
    ['a.html', 'text/html', '<script>alert(1)</script>', '仅支持 PNG、JPEG、WebP 或 GIF 图片'],
    ['a.gif', 'image/gif', 'GIF89a/*\0\x01\0', '图片已损坏，无法读取'],
    ['a.png', 'image/png', '', '请选择图片'],
    ['a.png', 'image/png', '\0'.repeat(2 * 1_048_576), '图片大小限制 2MB！'],
  ])('are rejected with a message: %s of %s', async (name, type, text, message) => {
    const bytes = Uint8Array.from(Buffer.from(text, 'latin1'));
    const answer = await uploadFile(testConsole().founder, { name, type, bytes });
    expect(outcome(answer)).toEqual([40_000, message]);
    expect(await testConsole().db.selectFrom('upload').select('id').execute()).toEqual([]);
  });

  it.each(['/common/upload', '/system/user/profile/avatar'])(
    'are rejected with the same message if they are not read: %s',
    async (path) => {
      for (const size of [5 * 1_048_576 + 1, 6 * 1_048_576]) {
        const file = { name: 'a.png', type: 'image/png', bytes: new Uint8Array(size) };
        const answer = await testConsole().founder.call('POST', path, { file });
        expect([answer.status, ...outcome(answer)]).toEqual([413, 40_000, '图片大小限制 2MB！']);
      }
    },
  );

  it('are found by the full name only', async () => {
    const { url } = ok(await uploadFile(testConsole().founder));
    expect(await isStored(url)).toBe(true);
    for (const other of [
      url.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
      url.replace('.png', '.jpg'),
      url.replace(/\d\d\/(?=[0-9a-f]{32})/, '%2e%2e/'),
      `${url}%00.html`,
    ]) {
      expect([other, await isStored(other)]).toEqual([other, false]);
    }
  });

  it('remain in the text of a notice, and external ones do not', async () => {
    const { url } = ok(await uploadFile(testConsole().founder));
    const id = await notice(
      `<p>图<img src="${url}" alt="路线" width="64" height="48" onerror="alert(1)" srcset="//a" style="position:fixed">` +
        `<img src="https://example.com/a.png"><img src="${url}?x"><img src="/api/admin/logout"><img></p>`,
    );
    const { noticeContent } = await get(testConsole().founder, `/system/notice/${id}`);
    expect(noticeContent).toBe(`<p>图<img src="${url}" alt="路线" width="64" height="48" /></p>`);
    const reader = await testConsole().signIn({ noRole: true });
    expect((await get(reader, '/system/notice/list')).records[0].noticeContent).toBe(noticeContent);
  });

  it('are kept while notices show them, and deleted a day after the last reference', async () => {
    const { founder } = testConsole();
    const [used, shared, unused] = await Promise.all(
      [1, 2, 3].map(async () => ok(await uploadFile(founder)).url),
    );
    const first = await notice(shows(used, shared, shared));
    const second = await notice(shows(shared));
    await dayLater();
    expect(await Promise.all([used, shared, unused].map(isStored))).toEqual([true, true, false]);

    ok(await rewrite(first, shows(used)));
    await dayLater();
    expect(await isStored(shared)).toBe(true);

    ok(await rewrite(second, ''));
    await testConsole().adminConsole.forgetEnded();
    expect(await isStored(shared)).toBe(true);
    await dayLater();
    expect(await Promise.all([used, shared].map(isStored))).toEqual([true, false]);
  });

  it('are restored with a deleted notice', async () => {
    const { founder } = testConsole();
    const { url } = ok(await uploadFile(founder));
    const id = await notice(shows(url));
    ok(await founder.call('DELETE', `/system/notice/${id}`));
    await dayLater();
    ok(await founder.call('PUT', '/system/notice/restore', { body: { ids: [id] } }));
    expect(await isStored(url)).toBe(true);
  });

  it('that no longer exist, or are of another organisation, are reported at the text', async () => {
    const { founder, db } = testConsole();
    const { url, path } = ok(await uploadFile(founder));
    await db
      .insertInto('tenant')
      .values(await otherTenant(testConsole()))
      .execute();
    await db
      .updateTable('upload')
      .set({ tenantId: 'other' } as object)
      .where('path', '=', path)
      .execute();
    for (const address of [url, url.replace(/[0-9a-f]{32}/, '0'.repeat(32))]) {
      const answer = await founder.call('POST', '/system/notice', {
        body: { noticeTitle: '停机', noticeType: '1', noticeContent: shows(address), status: '0' },
      });
      expect([answer.code, answer.errors]).toEqual([
        40_000,
        [{ path: 'noticeContent', message: '有图片已失效，请删除后重新上传' }],
      ]);
    }
  });

  it('are limited to 200 MB per user, and 2 GB per organisation', async () => {
    const { db, founder, signIn } = testConsole();
    const user = await signIn({ permissions: writer });
    const { fileId, size } = ok(await uploadFile(user));
    const weigh = (byteSize: number) =>
      db
        .updateTable('upload')
        .set({ byteSize } as object)
        .where('id', '=', fileId)
        .execute();
    await weigh(defaultQuota.ofUser - size);
    const { fileId: last } = ok(await uploadFile(user));
    expect(outcome(await uploadFile(user))).toEqual([
      'U0200',
      '您的文件空间已用完，请先移除不用的图片和文件',
    ]);
    ok(await uploadFile(founder));
    await db.deleteFrom('upload').where('id', '!=', fileId).execute();
    expect(last).toBeGreaterThan(fileId);
    await weigh(defaultQuota.ofTenant - 1);
    expect(outcome(await uploadFile(founder))).toEqual(['U0200', '文件空间已用完，请联系管理员']);
  });

  it('of ten concurrent uploads are all accepted, and counted one by one', async () => {
    const { db, signIn } = testConsole();
    const user = await signIn({ permissions: writer });
    const { fileId, size } = ok(await uploadFile(user));
    await db
      .updateTable('upload')
      .set({ byteSize: defaultQuota.ofUser - 5 * size } as object)
      .where('id', '=', fileId)
      .execute();
    const answers = await Promise.all(Array.from({ length: 10 }, () => uploadFile(user)));
    expect(answers.map(({ code }) => code).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 20_001),
      ...Array.from({ length: 5 }, () => 'U0200'),
    ]);
  });
});

async function otherTenant({ db }: SystemConsole) {
  const row = await db.selectFrom('tenant').selectAll().executeTakeFirstOrThrow();
  return { ...row, id: 'other', name: 'other' };
}
