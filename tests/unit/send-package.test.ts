import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { Api } from '../../app/_console/api/create-api.ts';
import { sendPackage } from '../../app/_console/pages/app-version/send-package.ts';

/** The upload of a package in the browser. */

const found = { fileName: 'a.apk', url: '/api/admin/app/package/x.apk', size: 25, sha256: 'f'.repeat(64) };

function fakeApi(onPart: (position: number) => void = () => undefined) {
  const calls: string[] = [];
  const api: Pick<Api, 'post' | 'upload'> = {
    async post<T>(path: string, body: unknown) {
      calls.push(`${path} ${JSON.stringify(body)}`);
      return (path.endsWith('start') ? { packageId: 'p', partBytes: 10 } : found) as T;
    },
    async upload<T>(path: string, form: FormData, options: Parameters<Api['upload']>[2] = {}) {
      const file = form.get('file') as File;
      calls.push(`${path} ${form.get('packageId')} ${form.get('position')} ${await file.text()}`);
      options.onProgress?.(file.size / 2, file.size);
      onPart(Number(form.get('position')));
      options.signal?.throwIfAborted();
      return null as T;
    },
  };
  return { api, calls };
}

const file = new File(['aaaaaaaaaabbbbbbbbbbccccc'], 'a.apk');

describe('a package', () => {
  it('is sent in parts, in order, between its announcement and its end', async () => {
    const { api, calls } = fakeApi();
    const progress: number[] = [];
    const sent = await sendPackage(api, file, 'android', {
      signal: new AbortController().signal,
      onProgress: (done) => progress.push(done),
    });
    expect(sent).toEqual(found);
    expect(calls).toEqual([
      '/app/package/start {"fileName":"a.apk","platform":"android","size":25}',
      '/app/package/part p 0 aaaaaaaaaa',
      '/app/package/part p 1 bbbbbbbbbb',
      '/app/package/part p 2 ccccc',
      '/app/package/finish {"packageId":"p"}',
    ]);
    expect(progress).toEqual([0.2, 0.4, 0.6, 0.8, 0.9, 1]);
  });

  it('that is cancelled sends no further part', async () => {
    const abort = new AbortController();
    const { api, calls } = fakeApi((position) => position === 1 && abort.abort());
    await expect(
      sendPackage(api, file, 'android', { signal: abort.signal, onProgress: () => undefined }),
    ).rejects.toThrow(/abort/i);
    expect(calls).toHaveLength(3);
  });
});
