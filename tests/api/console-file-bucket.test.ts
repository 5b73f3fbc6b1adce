/** Uploaded files in a bucket that fails, is replaced, or is new. What every store does is tested in `console-files`. */
import { expect } from 'expect';
import { it } from 'vitest';
import type { DomainDeps } from '../../lib/domain/create-domain.ts';
import { testConsole as consoleOn } from '../kit/console.ts';
import { sharedS3Server, testFileBucket } from '../kit/file-stores.ts';
import { recordLog } from '../kit/record-log.ts';
import { runJobNow } from '../kit/run-job.ts';
import { type S3Fault, s3Credentials } from '../kit/s3-server.ts';
import { askSignature, post, signedUpload, type Wanted } from '../kit/signed-upload.ts';
import { describeSystem, describeSystemOnBoth, ok, type SystemConsole } from '../kit/system-console.ts';

const pdf: Wanted = { name: '合同.pdf', type: 'application/pdf', bytes: `%PDF-1.7\n${'x'.repeat(500)}` };
const hour = 60 * 60_000;
const s3 = sharedS3Server();
const served = ({ anonymous }: Pick<SystemConsole, 'anonymous'>, url: string) =>
  anonymous.call('GET', url.replace('/api/admin', ''));
const overrides = async () => ({ fileBucket: await testFileBucket(s3()) });

const unavailable = [507, '文件存储暂时无法访问，请稍后重试'];
const refused = [507, '文件存储拒绝访问，请联系管理员检查存储桶及其密钥'];
const missing = [507, '文件已从存储中丢失，请重新上传'];
const damaged = [507, '存储中的文件已损坏，请重新上传'];

const stored = async ({ db }: SystemConsole) => ({
  files: await db.selectFrom('upload').select(['name', 'storage', 'bucket']).orderBy('id').execute(),
  loose: (await db.selectFrom('looseObject').select('object').execute()).length,
  objects: s3().objects.size,
});
const nothing = { files: [], loose: 0, objects: 0 };

describeSystem(
  'a bucket that fails',
  (testConsole) => {
    const upload = () => signedUpload(testConsole().founder, pdf);
    /** As the job does after the time in which an upload may still be running. */
    async function collect() {
      const { db, adminConsole } = testConsole();
      await db
        .updateTable('looseObject')
        .set((row) => ({ removeAt: row('removeAt', '-', hour) }))
        .where('removeAt', '>', 0)
        .execute();
      await adminConsole.uploads.forgetUnused();
    }

    it.each<[S3Fault, readonly unknown[]]>([
      ['refuse', refused],
      ['missing', refused],
      ['broken', unavailable],
      ['stall', unavailable],
      ['page', unavailable],
      ['corrupt', unavailable],
      ['silentlyCorrupt', unavailable],
    ])('stores no file, and leaves nothing when it works again: %s', async (fault, expected) => {
      s3().fault = fault;
      const { status, code, message } = await upload();
      expect([status, code, message]).toEqual([507, ...expected]);
      expect((await stored(testConsole())).files).toEqual([]);
      s3().fault = null;
      await collect();
      expect(await stored(testConsole())).toEqual(nothing);
      expect((await upload()).status).toBe(200);
    });

    it('is announced to administrators until it works again, or for ten minutes', async () => {
      const { founder, clock } = testConsole();
      const state = async () => ok(await founder.call('GET', '/dashboard/storage')).state;
      for (const fault of ['refuse', 'broken'] as const) {
        expect(await state()).toBe('ok');
        s3().fault = fault;
        await upload();
        expect(await state()).toBe('files');
        s3().fault = null;
        ok(await upload());
      }
      s3().fault = 'broken';
      await upload();
      await clock.advance(10 * 60_000);
      expect(await state()).toBe('ok');
    });

    it('with two errors in sequence stores and serves the file; with three it does not', async () => {
      s3().failures = 2;
      const { url } = ok(await upload());
      s3().failures = 2;
      expect((await served(testConsole(), url)).blob).toHaveLength(pdf.bytes.length);
      s3().failures = 3;
      const { code, message } = await served(testConsole(), url);
      expect([code, message]).toEqual(unavailable);
      s3().failures = 3;
      expect((await upload()).status).toBe(507);
      expect((await stored(testConsole())).files).toHaveLength(1);
    });

    it.each<[S3Fault, readonly unknown[]]>([
      ['refuse', refused],
      ['broken', unavailable],
      ['stall', unavailable],
      ['cut', unavailable],
    ])('serves no file, and serves it when it works again: %s', async (fault, expected) => {
      const { url } = ok(await upload());
      s3().fault = fault;
      const { code, message, headers } = await served(testConsole(), url);
      expect([code, message]).toEqual(expected);
      expect(headers.get('cache-control')).toBe('private, no-store');
      s3().fault = null;
      expect((await served(testConsole(), url)).blob).toHaveLength(pdf.bytes.length);
    });

    it.each<[string, (content: Buffer) => Buffer, readonly unknown[]]>([
      ['shorter', (content) => content.subarray(1), damaged],
      ['longer', (content) => Buffer.concat([content, Buffer.alloc(1)]), damaged],
      ['other bytes', (content) => Buffer.from(content).fill('y', 9, 10), damaged],
    ])('never serves something else than was uploaded: %s', async (_what, change, expected) => {
      const { url } = ok(await upload());
      const [[name, content]] = [...s3().objects] as [[string, Buffer]];
      s3().objects.set(name, change(content));
      const { code, message } = await served(testConsole(), url);
      expect([code, message]).toEqual(expected);
      s3().objects.clear();
      const gone = await served(testConsole(), url);
      expect([gone.code, gone.message]).toEqual(missing);
    });

    it('hides a removed file at once, and loses its object when it works again', async () => {
      const { founder } = testConsole();
      const { fileId, url } = ok(await upload());
      s3().fault = 'broken';
      ok(await founder.call('DELETE', `/infra/file/${fileId}`));
      expect((await served(testConsole(), url)).code).toBe(404);
      expect(await runJobNow(testConsole(), 'upload.gcOrphans()')).toMatchObject({
        status: '1',
        jobMessage: unavailable[1],
      });
      expect(await stored(testConsole())).toEqual({ files: [], loose: 1, objects: 1 });
      s3().fault = null;
      await collect();
      expect(await stored(testConsole())).toEqual(nothing);
    });

    it('does not keep a file whose upload took so long that it was collected', async () => {
      const { adminConsole, founder, db } = testConsole();
      s3().beforePut = async () => {
        await db.updateTable('looseObject').set({ removeAt: 1 }).execute();
        await adminConsole.uploads.forgetUnused();
      };
      const answer = await signedUpload(founder, pdf);
      expect([answer.code, answer.message]).toEqual(unavailable);
      expect((await stored(testConsole())).files).toEqual([]);
    });

    it('is not asked if there is no space for the file', async () => {
      const { db } = testConsole();
      ok(await upload());
      await db
        .updateTable('upload')
        .set({ byteSize: 200 * 1_048_576 } as object)
        .execute();
      s3().takeRequests();
      expect((await upload()).message).toBe('您的文件空间已用完，请先移除不用的图片和文件');
      expect(s3().takeRequests()).toEqual([]);
    });

    it('of another configuration is named, not searched', async () => {
      const { url } = ok(await upload());
      const { database } = testConsole();
      for (const fileBucket of [undefined, await testFileBucket(s3(), { bucket: 'other' })]) {
        const other = await consoleOn(database, fileBucket ? { fileBucket } : {});
        const { code, message } = await other.anonymous.call('GET', url.replace('/api/admin', ''));
        expect([code, message]).toEqual([507, '文件所在的存储桶没有配置，请联系管理员']);
      }
    });
  },
  overrides,
);

describeSystem('secrets of the bucket', (testConsole) => {
  it('are in no answer and no log', async () => {
    const { log, lines } = recordLog();
    const { anonymous, root } = await consoleOn(testConsole().database, { ...(await overrides()), log });
    const founder = await root();
    const answers = [];
    const { url } = ok(await signedUpload(founder, pdf));
    for (const fault of ['refuse', 'broken', 'page'] as const) {
      s3().fault = fault;
      answers.push(await askSignature(founder, pdf), await signedUpload(founder, pdf));
      answers.push(await anonymous.call('GET', url.replace('/api/admin', '')));
    }
    const text = JSON.stringify([answers.map((answer) => [answer.text, [...answer.headers]]), lines]);
    expect(lines.length).toBeGreaterThan(0);
    const { accessKeyId, secretAccessKey } = s3Credentials;
    for (const secret of [accessKeyId, secretAccessKey, s3().endpoint]) expect(text).not.toContain(secret);
  });
});

describeSystemOnBoth('files of processes with different stores', (testConsole) => {
  /** Another process on the same database, with another configuration. */
  const consoleWith = async (changes: Partial<DomainDeps>) => {
    const { database, secrets, clock } = testConsole();
    const app = await consoleOn(database, { secrets, clock, ...changes });
    return { ...app, db: database.db, founder: await app.root() };
  };
  const leavingBucket = async () =>
    consoleWith({ fileBucket: await testFileBucket(s3(), { isForNewFiles: false }) });
  const storages = async () => (await stored(testConsole())).files.map(({ storage }) => storage);
  const move = async (app: Parameters<typeof runJobNow>[0]) => {
    // The process that ran the jobs before has ended.
    await app.db.deleteFrom('jobLease').execute();
    return (await runJobNow(app, 'upload.moveFiles()')).jobMessage;
  };

  it('are served from the database when a bucket is configured, and moved by the job; and back', async () => {
    const { url } = ok(await signedUpload(testConsole().founder, { ...pdf, dir: 'library' }));
    const isServed = async (app: Pick<SystemConsole, 'anonymous'>) =>
      Buffer.from((await served(app, url)).blob ?? '').toString() === pdf.bytes;
    expect(await move(testConsole())).toBe('移动 0 个文件');

    const withBucket = await consoleWith(await overrides());
    expect(await isServed(withBucket)).toBe(true);
    ok(await signedUpload(withBucket.founder, pdf));
    expect(await storages()).toEqual(['local', 's3']);
    expect(await move(withBucket)).toBe('移动 1 个文件');
    expect(await stored(testConsole())).toMatchObject({ loose: 0, objects: 2 });
    expect(await storages()).toEqual(['s3', 's3']);
    expect(await isServed(withBucket)).toBe(true);

    const leaving = await leavingBucket();
    ok(await signedUpload(leaving.founder, pdf));
    expect(await storages()).toEqual(['s3', 's3', 'local']);
    expect(await move(leaving)).toBe('移动 2 个文件');
    expect(await isServed(testConsole())).toBe(true);
    await leaving.adminConsole.uploads.forgetUnused();
    expect(await stored(testConsole())).toMatchObject({ loose: 0, objects: 0 });
  });

  it('stay where they are if the bucket fails, or if they cannot be read', async () => {
    ok(await signedUpload(testConsole().founder, pdf));
    const withBucket = await consoleWith(await overrides());
    s3().fault = 'broken';
    expect(await move(withBucket)).toBe(unavailable[1]);
    expect(await storages()).toEqual(['local']);
    s3().fault = null;
    expect(await move(withBucket)).toBe('移动 1 个文件');
    s3().objects.clear();
    ok(await signedUpload(withBucket.founder, pdf));
    expect(await move(await leavingBucket())).toBe('移动 1 个文件，另有 1 个无法读取');
    expect(await storages()).toEqual(['s3', 'local']);
  });

  it('and are deleted during their move leave nothing', async () => {
    const { founder, db } = testConsole();
    const { fileId } = ok(await signedUpload(founder, { ...pdf, dir: 'library' }));
    const withBucket = await consoleWith(await overrides());
    s3().beforePut = async () => void ok(await founder.call('DELETE', `/infra/file/${fileId}`));
    expect(await move(withBucket)).toBe('移动 0 个文件');
    await db.updateTable('looseObject').set({ removeAt: 1 }).execute();
    await withBucket.adminConsole.uploads.forgetUnused();
    expect(await stored(testConsole())).toEqual(nothing);
  });

  it('are received once by all processes, also when they were deleted', async () => {
    const [one, other] = [testConsole(), await consoleWith(await overrides())];
    const signature = ok(await askSignature(one.founder, pdf));
    expect((await post(one.founder, signature, pdf)).status).toBe(200);
    await one.db.deleteFrom('upload').execute();
    const again = await post(other.withBearer(one.founder.bearer), signature, pdf);
    expect([again.status, again.message]).toEqual([403, '当前操作没有权限']);
    expect(await stored(one)).toEqual(nothing);
  });
});
