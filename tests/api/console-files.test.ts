import { createHash } from 'node:crypto';
import { expect } from 'expect';
import fc from 'fast-check';
import { it } from 'vitest';
import type { ConsoleAnswer } from '../kit/console.ts';
import { describeFileStores } from '../kit/file-stores.ts';
import { blackPng, imagesWithHiddenData, sampleImage } from '../kit/sample-images.ts';
import {
  askSignature,
  fieldsOf,
  post,
  type Signature,
  signedUpload,
  type Wanted,
} from '../kit/signed-upload.ts';
import {
  describeSystem,
  describeSystemOnBoth,
  get,
  ok,
  outcome,
  type SystemConsole,
} from '../kit/system-console.ts';

const megabyte = 1_048_576;
const pdf: Wanted = { name: '合同.pdf', type: 'application/pdf', bytes: '%PDF-1.7\n' };
const video: Wanted = { name: '现场.mp4', type: 'video/mp4', bytes: '\0\0\0\x18ftypisom' };
const status = ({ status, message }: ConsoleAnswer) => [status, message];
const forbidden = [403, '当前操作没有权限'];
const mismatch = '文件内容与扩展名或类型不符';

/** Of work that nothing waits for. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const served = ({ anonymous }: SystemConsole, url: string) =>
  anonymous.call('GET', url.replace('/api/admin', ''));

describeSystem('signed uploads', (testConsole) => {
  const sign = async (wanted: Wanted = pdf): Promise<Signature> =>
    ok(await askSignature(testConsole().founder, wanted));

  it('have the signature of the specification, and a key that the server chooses', async () => {
    const { founder, clock } = testConsole();
    const signature = await sign({ ...pdf, name: '..\\..\\etc/合同.PDF' });
    expect(signature).toEqual({
      fileName: expect.stringMatching(/^[0-9a-f]{32}\.pdf$/),
      key: expect.stringMatching(/^\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.pdf$/),
      policy: expect.any(String),
      accessid: expect.stringMatching(/^oriel-/),
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
      uploadUrl: '/api/admin/common/oss/uploads',
      resultUrl: `/api/admin/files/${signature.key}`,
    });
    const { expiration, conditions } = JSON.parse(Buffer.from(signature.policy, 'base64').toString());
    expect(Date.parse(expiration) - clock.now()).toBe(5 * 60_000);
    expect(conditions).toEqual([
      ['eq', '$key', signature.key],
      ['content-length-range', 1, 2 * megabyte - 1],
      ['eq', '$success_action_status', '200'],
      ['in', '$content-type', ['application/pdf', 'application/octet-stream']],
    ]);
    const answer = await post(founder, signature, pdf);
    expect([answer.status, answer.data]).toEqual([
      200,
      expect.objectContaining({
        name: '合同.PDF',
        path: signature.key,
        url: signature.resultUrl,
        ext: 'pdf',
        mime: 'application/pdf',
        createBy: founder.username,
      }),
    ]);
    const [entry] = (await get(founder, '/monitor/operlog/page')).records;
    expect(entry).toMatchObject({ title: '上传文件', bizName: '合同.PDF' });
  });

  it.each([
    ['a.svg', 'image/svg+xml', '不支持此类文件'],
    ['a.html', 'text/html', '不支持此类文件'],
    ['a.xml', 'text/xml', '不支持此类文件'],
    ['a.exe', 'application/octet-stream', '不支持此类文件'],
    ['a.php.jpg', 'image/jpeg', '不支持此类文件'],
    ['a.html%00.png', 'image/png', '不支持此类文件'],
    ['a.html\0.png', 'image/png', '请求参数格式错误'],
    ['a', 'image/png', '不支持此类文件'],
    ['constructor.toString', '', '不支持此类文件'],
    ['a.png', 'text/html', mismatch],
    ['a.pdf', 'image/png', mismatch],
  ])('are not signed for %j of %s', async (name, type, message) => {
    expect(outcome(await askSignature(testConsole().founder, { name, type, bytes: 'x' }))).toEqual([
      40_000,
      message,
    ]);
  });

  it('are refused with a policy or a signature that is not the server’s', async () => {
    const { founder } = testConsole();
    const signature = await sign();
    const other = await sign();
    const loose = JSON.parse(Buffer.from(signature.policy, 'base64').toString());
    loose.conditions[1] = ['content-length-range', 0, 1e9];
    for (const change of [
      { key: other.key },
      { key: signature.key.replace('.pdf', '.html') },
      { policy: other.policy },
      { policy: Buffer.from(JSON.stringify(loose)).toString('base64') },
      { policy: '' },
      { signature: other.signature },
      { signature: `${signature.signature} ` },
      { signature: '' },
      { OSSAccessKeyId: 'oriel-' },
      { OSSAccessKeyId: '__proto__' },
    ]) {
      expect([change, ...status(await post(founder, signature, pdf, change))]).toEqual([
        change,
        ...forbidden,
      ]);
    }
    expect((await post(founder, signature, pdf, { success_action_status: '201' })).status).toBe(400);
    expect(status(await post(founder, signature, { ...pdf, type: 'text/html' }))).toEqual([400, mismatch]);
    expect((await post(founder, signature, pdf)).status).toBe(200);
  });

  it('are for the user who asked, and nobody without a session', async () => {
    const { anonymous, signIn } = testConsole();
    const signature = await sign();
    const other = await signIn({ permissions: ['infra:file:add'] });
    expect(status(await post(other, signature, pdf))).toEqual(forbidden);
    expect((await post(anonymous, signature, pdf)).status).toBe(401);
    expect((await askSignature(anonymous, pdf)).status).toBe(401);
    const reader = await signIn({ permissions: ['infra:file:list'] });
    expect((await askSignature(reader, pdf)).code).toBe(403);
    const writer = await signIn({ permissions: ['system:notice:add'] });
    expect((await askSignature(writer, { ...pdf, dir: 'library' })).code).toBe(403);
  });

  it('have the file as their last field', async () => {
    const { founder } = testConsole();
    const signature = await sign();
    const form = new FormData();
    form.append('file', new Blob(['%PDF-'], { type: 'application/pdf' }), 'a.pdf');
    for (const [name, value] of Object.entries(fieldsOf(signature))) form.append(name, value);
    const headers = { authorization: `Bearer ${founder.bearer}` };
    const answer = await founder.call('POST', '/common/oss/uploads', { raw: { body: form, headers } });
    expect(answer.status).toBe(400);
  });

  it('and reads cannot leave the store: 5,000 hostile names', async () => {
    const { founder, anonymous } = testConsole();
    const { url } = ok(await signedUpload(founder, pdf));
    const seed = Date.now() % 2 ** 31;
    const piece = fc.constantFrom(
      ...[
        '..',
        '%2e%2e',
        '%252e%252e',
        '..%2f',
        '..%5c',
        '%c0%ae%c0%ae',
        '....//',
        '%00',
        '\0',
        '/',
        '\\',
        '//',
      ],
      ...[
        'etc/passwd',
        'C:',
        'oriel.db',
        'secrets/master',
        '.env',
        '2026',
        '01',
        'a.pdf',
        '0'.repeat(32),
        '~',
        '|',
      ],
      ...['%e2%80%ae', '%EF%BC%8F', '.%00.', ';', '?', '#', '*', 'file://', '%u002e', ' ', '．．'],
    );
    const hostile = fc.sample(fc.array(piece, { minLength: 1, maxLength: 8 }), { numRuns: 5_000, seed });
    const escapes: string[] = [];
    for (const [at, pieces] of hostile.entries()) {
      const name = pieces.join(at % 2 ? '' : '/');
      if (at % 5 === 0) {
        const answer = await askSignature(founder, { name: `${name}.pdf`.slice(0, 255), bytes: 'x' });
        const isSafe =
          answer.code === 40_000 || /^\d{4}(?:\/\d\d){2}\/[0-9a-f]{32}\.pdf$/.test(answer.data.key);
        if (!isSafe) escapes.push(name);
      } else {
        const answer = await anonymous.call('GET', `/files/${name}`).catch(() => null);
        if (answer && (answer.blob || ![404, 40_000].includes(Number(answer.code)))) escapes.push(name);
      }
    }
    expect({ seed, escapes }).toEqual({ seed, escapes: [] });
    expect((await served(testConsole(), url)).blob).not.toBeNull();
  }, 120_000);
});

describeFileStores('signed uploads', (name, { overrides, s3 }) => {
  describeSystem(
    name,
    (testConsole) => {
      const sign = async (wanted: Wanted = pdf): Promise<Signature> =>
        ok(await askSignature(testConsole().founder, wanted));
      /** Neither a file nor what is left of one. */
      const stored = async () => {
        const { db } = testConsole();
        const rows = await db.selectFrom('upload').select('id').execute();
        const loose = await db.selectFrom('looseObject').select('object').execute();
        return [...rows, ...loose, ...(s3()?.objects.keys() ?? [])];
      };

      it('are served inert: images and videos are shown, other files are saved', async () => {
        const { founder } = testConsole();
        for (const [wanted, type, disposition] of [
          [
            pdf,
            'application/pdf',
            'attachment; filename="__.pdf"; filename*=UTF-8\'\'%E5%90%88%E5%90%8C.pdf',
          ],
          [
            { name: 'a.csv', bytes: '账号,<script>\n' },
            'text/csv; charset=utf-8',
            'attachment; filename="a.csv"',
          ],
          [video, 'video/mp4', 'inline; filename="'],
          [await sampleImage('gif'), 'image/png', 'inline; filename="'],
        ] as const) {
          const { url } = ok(await signedUpload(founder, wanted as Wanted));
          const { headers } = await served(testConsole(), url);
          const sent = headers.get('content-disposition') ?? '';
          expect([wanted.name, headers.get('content-type'), sent.slice(0, disposition.length)]).toEqual([
            wanted.name,
            type,
            disposition,
          ]);
          expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
            'nosniff',
            "default-src 'none'; sandbox",
          ]);
        }
      });

      it('draw images anew: nothing that is hidden in them is stored', async () => {
        for (const [what, file] of await imagesWithHiddenData()) {
          const { url, sha256 } = ok(
            await signedUpload(testConsole().founder, { ...file, bytes: Uint8Array.from(file.bytes) }),
          );
          const blob = (await served(testConsole(), url)).blob ?? new Uint8Array();
          expect([what, Buffer.from(blob).includes('oriel-payload')]).toEqual([what, false]);
          expect(createHash('sha256').update(blob).digest('hex')).toBe(sha256);
        }
      });

      it('are limited to less than 2 MB, whatever was announced', async () => {
        const { founder } = testConsole();
        const large: Wanted = { ...pdf, bytes: `%PDF-${'x'.repeat(2 * megabyte - 5)}` };
        expect(outcome(await askSignature(founder, large))).toEqual([40_000, '图片大小限制 2MB！']);
        const form = fieldsOf(await sign());
        const sent = await founder.call('POST', '/common/oss/uploads', {
          form,
          file: { ...pdf, bytes: `${large.bytes}x` },
          headers: { 'accept-language': 'en-US' },
        });
        expect([sent.status, sent.message]).toEqual([400, 'image size limit 2MB!']);
        for (const bytes of [large.bytes, `${large.bytes}x`, new Uint8Array(3 * megabyte)]) {
          const answer = await post(founder, await sign(), { ...pdf, bytes });
          expect([answer.status === 400 || answer.status === 413, answer.message]).toEqual([
            true,
            '图片大小限制 2MB！',
          ]);
        }
        const longest = { ...pdf, bytes: `%PDF-${'x'.repeat(2 * megabyte - 6)}` };
        expect(ok(await signedUpload(founder, longest)).size).toBe(2 * megabyte - 1);
      });

      it.each([
        ['a page as PDF', 'a.pdf', 'application/pdf', '<html><script>alert(1)</script>'],
        ['a page as text', 'a.txt', 'text/plain', '\xef\xbb\xbf \n<svg onload="alert(1)">'],
        ['a page that is a PDF further on', 'a.pdf', 'application/pdf', '<html>\n%PDF-1.7\n'],
        ['a program as archive', 'a.zip', 'application/zip', 'MZ\x90\0'],
        ['an image that is an archive further on', 'a.zip', 'application/zip', 'GIF89a;PK\x03\x04'],
        ['an archive as workbook', 'a.xlsx', '', 'PK\x03\x04....'],
        ['a playlist as video', 'a.mp4', 'video/mp4', '#EXTM3U\nfile:///etc/passwd'],
        ['Matroska as WebM', 'a.webm', 'video/webm', '\x1a\x45\xdf\xa3matroska'],
        ['bytes as text', 'a.csv', 'text/csv', 'a\0b'],
      ])('refuse %s', async (_what, name, type, text) => {
        const wanted = { name, type, bytes: Uint8Array.from(Buffer.from(text, 'latin1')) };
        const answer = await signedUpload(testConsole().founder, wanted);
        expect(status(answer)).toEqual([400, mismatch]);
        expect(await stored()).toEqual([]);
      });

      it('refuse images that are no images, images of another type, and bombs', async () => {
        const { founder } = testConsole();
        const [{ bytes }, jpeg] = [await sampleImage('png'), await sampleImage('jpeg')];
        const text = (content: string) => Uint8Array.from(Buffer.from(content, 'latin1'));
        const noImage = '仅支持 PNG、JPEG、WebP 或 GIF 图片';
        const broken = '图片已损坏，无法读取';
        for (const [what, content, message] of [
          ['an SVG', text('<svg onload="alert(1)"/>'), noImage],
          ['a page', text('<!doctype html><script>alert(1)</script>'), noImage],
          ['a PDF that is a JPEG further on', text('%PDF-1.7\n\xff\xd8\xff'), noImage],
          ['an archive', text('PK\x03\x04\x89PNG\r\n\x1a\n'), noImage],
          ['a JPEG', jpeg.bytes, '图片内容与文件扩展名或类型不符'],
          ['a script that begins as a GIF', text('GIF89a=1;alert(1)//'), '图片内容与文件扩展名或类型不符'],
          ['a script that begins as a PNG', text('\x89PNG\r\n\x1a\n<script>alert(1)</script>'), broken],
          ['a part of an image', bytes.slice(0, 60), broken],
          ['48 million pixels', blackPng(8_000, 6_000), '图片尺寸过大，不能超过 4000 万像素'],
        ] as const) {
          const wanted = { name: 'a.png', type: 'image/png', bytes: Uint8Array.from(content) };
          expect([what, ...status(await signedUpload(founder, wanted))]).toEqual([what, 400, message]);
        }
        expect(await stored()).toEqual([]);
      });

      it('expire after five minutes', async () => {
        const { founder, clock } = testConsole();
        const signature = await sign();
        await clock.advance(5 * 60_000);
        expect(status(await post(founder, signature, pdf))).toEqual(forbidden);
      });
    },
    overrides,
  );
});

describeFileStores('uploaded files', (name, { overrides, s3 }) => {
  describeSystemOnBoth(
    name,
    (testConsole) => {
      const upload = async (wanted: Wanted & { readonly dir?: string } = { ...pdf, dir: 'library' }) =>
        ok(await signedUpload(testConsole().founder, wanted));
      const files = async (query: Record<string, string> = {}) =>
        (await get(testConsole().founder, '/infra/file/page', query)).records;
      const remove = (id: number) => testConsole().founder.call('DELETE', `/infra/file/${id}`);
      const image = async () => {
        const file = await sampleImage('png');
        return upload({ ...file, name: '路线.png', bytes: Uint8Array.from(file.bytes) });
      };
      const notice = async (url: string): Promise<number> =>
        ok(
          await testConsole().founder.call('POST', '/system/notice', {
            body: {
              noticeTitle: '停机',
              noticeType: '1',
              noticeContent: `<p><img src="${url}"></p>`,
              status: '0',
            },
          }),
        ).noticeId;
      const dayLater = async () => {
        const { db, adminConsole } = testConsole();
        await db
          .updateTable('upload')
          .set((row) => ({ usedAt: row('usedAt', '-', 25 * 60 * 60_000) }))
          .execute();
        await adminConsole.uploads.forgetUnused();
      };

      it('are stored once for each signature, also by ten uploads at the same time', async () => {
        const { founder } = testConsole();
        const signature = ok(await askSignature(founder, pdf));
        const answers = await Promise.all(Array.from({ length: 10 }, () => post(founder, signature, pdf)));
        expect(answers.map((answer) => answer.status).sort()).toEqual([
          200,
          ...Array.from({ length: 9 }, () => 403),
        ]);
        expect((await post(founder, signature, pdf)).status).toBe(403);
        expect(await files()).toHaveLength(1);
      });

      it('are not stored again with the signature of a deleted file, whatever was collected since', async () => {
        const { founder, adminConsole, clock } = testConsole();
        const signature = ok(await askSignature(founder, pdf));
        const { fileId } = (await post(founder, signature, pdf)).data;
        ok(await remove(fileId));
        await clock.advance(60_000);
        await adminConsole.uploads.forgetUnused();
        expect(status(await post(founder, signature, pdf))).toEqual(forbidden);
        expect(await files()).toEqual([]);
      });

      it('are kept in the store, and gone from it when they are removed', async () => {
        const { founder, anonymous } = testConsole();
        const { fileId, url, path } = await upload();
        expect(await files({ storage: s3() ? 's3' : 'local' })).toHaveLength(1);
        const objects = s3()?.objects;
        if (objects) {
          expect([...objects.keys()]).toEqual([
            expect.stringMatching(`^oriel/files/${path}\\.[0-9a-f]{16}$`),
          ]);
          const { content } = await testConsole()
            .db.selectFrom('upload')
            .select('content')
            .executeTakeFirstOrThrow();
          expect(content).toBe('');
        }
        const part = await anonymous.call('GET', url.replace('/api/admin', ''), {
          headers: { range: 'bytes=1-3' },
        });
        expect([part.status, Buffer.from(part.blob ?? '').toString()]).toEqual([206, 'PDF']);
        ok(await founder.call('DELETE', `/infra/file/${fileId}`));
        await until(() => (objects?.size ?? 0) === 0);
      });

      it('are listed with their use and who uploaded them', async () => {
        const { founder } = testConsole();
        await upload();
        const { url } = await image();
        await notice(url);
        await upload(video);
        expect(await files()).toMatchObject([
          { name: '现场.mp4', fileKind: 'video', uses: [], dimensions: null },
          {
            name: '路线.png',
            fileKind: 'image',
            uses: ['公告「停机」'],
            dimensions: '64 × 48',
            url,
            createBy: founder.username,
          },
          { name: '合同.pdf', fileKind: 'file', uses: ['文件库'], size: 9, mime: 'application/pdf' },
        ]);
        for (const [fileKind, name] of [
          ['image', '路线.png'],
          ['video', '现场.mp4'],
          ['file', '合同.pdf'],
        ] as const) {
          expect((await files({ fileKind })).map((row: { name: string }) => row.name)).toEqual([name]);
        }
        expect((await files({ name: '合' })).length).toBe(1);
      });

      it('cannot be removed while a text shows them', async () => {
        const [kept, shown] = [await upload(), await image()];
        const noticeId = await notice(shown.url);
        expect(outcome(await remove(shown.fileId))).toEqual(['U0200', '「路线.png」正在使用，不能移除']);
        ok(await remove(kept.fileId));
        expect((await served(testConsole(), kept.url)).blob).toBeNull();
        const row = await get(testConsole().founder, `/system/notice/${noticeId}`);
        const body = { noticeId, noticeTitle: '停机', noticeType: '1', status: '0', noticeContent: '' };
        ok(
          await testConsole().founder.call('PUT', '/system/notice', {
            body: { ...body, version: row.version },
          }),
        );
        ok(await remove(shown.fileId));
        expect(await files()).toEqual([]);
      });

      it('are deleted after a day without a use, unless they are in the library', async () => {
        const [kept, unused] = [await upload(), await upload(pdf)];
        await dayLater();
        const isThere = async ({ url }: { url: string }) => (await served(testConsole(), url)).blob !== null;
        expect([await isThere(kept), await isThere(unused)]).toEqual([true, false]);
        const left = [...(s3()?.objects.keys() ?? [])];
        expect(left).toEqual(s3() ? [expect.stringContaining(kept.path)] : []);
      });
    },
    overrides,
  );
});
