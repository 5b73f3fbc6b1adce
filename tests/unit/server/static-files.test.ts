import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { builtFolders, StaticFiles, siteFiles } from '../../../lib/server/http/static-files.ts';

const script = `console.log(${JSON.stringify('x'.repeat(2_000))});`;
let folder: string;
let server: Server;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-static-'));
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'sdk/v1'), { recursive: true });
  await writeFile(join(folder, 'assets/boot-1a2b3c4d.js'), script);
  await writeFile(join(folder, 'sdk/v1/oriel.js'), 'export {};');
  await mkdir(join(folder, 'other'));
  await writeFile(join(folder, 'other/outside.js'), 'secret');
  await writeFile(join(folder, 'icon.png'), Buffer.alloc(2_000));
});
afterEach(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function serve(reload: boolean): Promise<void> {
  const statics = new StaticFiles([...builtFolders(folder), siteFiles(folder)], reload);
  await statics.load();
  server = createServer((incoming, response) => {
    const path = incoming.url ?? '';
    if (statics.owns(path)) void statics.answer(path, 'http://own:1', incoming, response);
    else response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Uses node:http, because `fetch` decompresses the body and normalizes the path. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('static files', () => {
  it('are compressed for clients that support it', async () => {
    await serve(false);
    const brotli = await get('/assets/boot-1a2b3c4d.js', { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
    const gzip = await get('/assets/boot-1a2b3c4d.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.body).toString()).toBe(script);
    const plain = await get('/assets/boot-1a2b3c4d.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
    expect(plain.headers.vary).toBe('accept-encoding');
  });

  it('of the site are at the root, and block no other path there', async () => {
    await serve(false);
    const icon = await get('/icon.png', { 'accept-encoding': 'br' });
    expect([icon.status, icon.headers['content-type'], icon.body.length]).toEqual([200, 'image/png', 2_000]);
    for (const path of ['/', '/none.png', '/other', '/other/outside.js'])
      expect((await get(path)).status).toBe(500);
  });

  it('have a body only if requested', async () => {
    await serve(false);
    const head = await get('/assets/boot-1a2b3c4d.js', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(script.length),
    ]);
    expect((await get('/assets/boot-1a2b3c4d.js', {}, 'DELETE')).status).toBe(405);
  });

  it.each([
    '/assets/../outside.js',
    '/assets/%2e%2e/outside.js',
    '/assets/..%2foutside.js',
    '/assets//outside.js',
    '/assets/',
    '/assets/.',
    '/assets/boot-1a2b3c4d.js/',
    '/assets/BOOT-1a2b3c4d.js',
    '/sdk/__proto__',
    '/sdk/constructor',
    `/assets/${'a'.repeat(5_000)}`,
  ])('are found by their exact name only: %s', async (path) => {
    await serve(false);
    const { status, body } = await get(path);
    expect([status, body.toString()]).toEqual([404, 'Not found\n']);
  });

  it('are reloaded in development', async () => {
    await serve(true);
    expect((await get('/sdk/v1/new.js')).status).toBe(404);
    await writeFile(join(folder, 'sdk/v1/new.js'), 'export const a = 1;');
    expect((await get('/sdk/v1/new.js')).body.toString()).toBe('export const a = 1;');
  });

  it('may be missing before the first build', async () => {
    await rm(join(folder, 'assets'), { recursive: true });
    await serve(false);
    expect((await get('/assets/boot-1a2b3c4d.js')).status).toBe(404);
  });
});
