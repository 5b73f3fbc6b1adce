import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { downloadExport, type ExportJob } from '../../lib/recorded-export/download-export.ts';
import type { ExportSink } from '../../lib/recorded-export/export-sink.ts';

let close = async (): Promise<void> => undefined;
afterEach(() => close());

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on a real socket, and a job that collects what is written. */
async function exporting(answer: Answer, over: Partial<ExportJob> = {}) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.range ?? ''} ${request.headers.authorization}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sinks: string[] = [];
  let tickets = 0;
  const progress: number[] = [];
  const abort = new AbortController();
  const done = downloadExport({
    begin: 1_000,
    end: 61_000,
    signal: abort.signal,
    pause: async () => undefined,
    place: async () => {
      tickets += 1;
      return { url: `${base}/vod/CAM1/1/cloud/index.m3u8?begin=0&end=99`, ticket: `T${tickets}` };
    },
    openSink: async (name, bytes): Promise<ExportSink> => {
      sinks.push(`open ${name} ${bytes}`);
      const written: Uint8Array<ArrayBuffer>[] = [];
      return {
        write: async (chunk) => void written.push(chunk.slice()),
        finish: async () => new Blob(written),
        drop: async () => void sinks.push(`drop ${name}`),
      };
    },
    onProgress: ({ share }) => progress.push(share),
    ...over,
  });
  return { done, requests, sinks, progress, abort };
}

const body = (text: string) => Buffer.from(text);

/** As the server of recordings answers: the whole file, or from a byte on. */
function send(response: ServerResponse, text: string, range: string | undefined, parts = 1): void {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  response.writeHead(range ? 206 : 200, {
    'content-length': text.length - from,
    'content-disposition': 'attachment; filename="CAM1-1_a_b.mp4"',
    'oriel-export-first-frame': 1_000,
    'oriel-export-last-frame': 60_960,
    'oriel-export-parts': parts,
    ...(range ? { 'content-range': `bytes ${from}-${text.length - 1}/${text.length}` } : {}),
  });
  response.end(body(text).subarray(from));
}

describe('the download of an export', () => {
  it('requests each file and the manifest with a ticket, beside the playlist', async () => {
    const { done, requests, progress } = await exporting(
      ({ url = '' }, response) => {
        if (url.includes('.json')) response.end('   {"version":1}\n');
        else send(response, url.includes('part=2') ? 'second' : 'first!', undefined, 2);
      },
      { hasManifest: true },
    );
    const { files, manifest } = await done;
    expect(requests).toEqual([
      '/vod/CAM1/1/cloud/export.mp4?begin=1000&end=61000  Bearer T1',
      '/vod/CAM1/1/cloud/export.mp4?begin=1000&end=61000&part=2  Bearer T2',
      '/vod/CAM1/1/cloud/export.json?begin=1000&end=61000  Bearer T3',
    ]);
    expect(await Promise.all(files.map(({ blob }) => blob!.text()))).toEqual(['first!', 'second']);
    expect(files[0]).toMatchObject({
      fileName: 'CAM1-1_a_b.mp4',
      bytes: 6,
      firstFrame: 1_000,
      lastFrame: 60_960,
    });
    expect(manifest?.fileName).toBe('CAM1-1_a_b.json');
    expect(JSON.parse(await manifest!.blob.text())).toEqual({ version: 1 });
    expect(progress.at(-1)).toBe(1);
    expect(progress.toSorted((one, other) => one - other)).toEqual(progress);
  });

  it('continues after an interruption where it ended, with a new ticket', async () => {
    let isFirst = true;
    const { done, requests } = await exporting(({ headers }, response) => {
      if (!isFirst) return send(response, 'abcdefghij', headers.range);
      isFirst = false;
      response.writeHead(200, {
        'content-length': 10,
        'content-disposition': 'attachment; filename="x.mp4"',
      });
      response.write('abcd', () => response.destroy());
    });
    const { files } = await done;
    expect(await files[0]!.blob!.text()).toBe('abcdefghij');
    expect(requests[1]).toContain('bytes=4- Bearer T2');
  });

  it('waits for a busy server as long as that asks, and goes on with a new ticket', async () => {
    let refusals = 0;
    const waits: [string, number][] = [];
    const { done, requests } = await exporting(
      ({ headers }, response) => {
        refusals += 1;
        if (refusals > 6) return send(response, 'abcdefghij', headers.range);
        response.writeHead(429, { 'retry-after': '3' }).end('{"code":"playback.busy","msg":"busy"}');
      },
      {
        onBusy: (waitMs) => waits.push(['said', waitMs]),
        pause: async (ms) => void waits.push(['waited', ms]),
      },
    );
    const { files } = await done;
    expect(await files[0]!.blob!.text()).toBe('abcdefghij');
    expect(waits).toEqual(
      Array(6)
        .fill([
          ['said', 3_000],
          ['waited', 3_000],
        ])
        .flat(),
    );
    expect(requests.at(-1)).toContain('T7');
  });

  it('rejects with the code of the server, without repeating the request', async () => {
    const { done, requests, sinks } = await exporting((_request, response) => {
      response.writeHead(404).end('{"code":"playback.none","msg":"Nothing is recorded here."}');
    });
    await expect(done).rejects.toMatchObject({ code: 'playback.none' });
    expect([requests.length, sinks]).toEqual([1, []]);
  });

  it('gives up after four attempts without a byte, and removes what it wrote', async () => {
    let isFirst = true;
    const { done, requests, sinks } = await exporting((_request, response) => {
      if (!isFirst) return void response.destroy();
      isFirst = false;
      response.writeHead(200, { 'content-length': 9, 'content-disposition': 'attachment; filename="x.mp4"' });
      response.write('abc', () => response.destroy());
    });
    await expect(done).rejects.toMatchObject({ code: 'network.closed' });
    expect([requests.length, sinks]).toEqual([4, ['open x.mp4 9', 'drop x.mp4']]);
  });

  it('that is cancelled closes the connection and removes what it wrote', async () => {
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { done, sinks, abort } = await exporting((_request, response) => {
      response.on('close', closed);
      response.writeHead(200, { 'content-length': 9, 'content-disposition': 'attachment; filename="x.mp4"' });
      response.write('abc', () => abort.abort());
    });
    await expect(done).rejects.toMatchObject({ name: 'AbortError' });
    await isClosed;
    expect(sinks.filter((each) => each.startsWith('drop'))).toHaveLength(sinks.length / 2);
  });

  it.each(['openSink', 'write'] as const)('whose %s fails closes the connection', async (failing) => {
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const fail = async (): Promise<never> => {
      throw new Error('no space');
    };
    const sink: ExportSink = { write: fail, finish: async () => null, drop: async () => undefined };
    const { done } = await exporting(
      (_request, response) => {
        response.on('close', closed);
        // More than is buffered on the way.
        response.writeHead(200, { 'content-length': 64_000_000 });
        response.write(Buffer.alloc(8_000_000));
      },
      { openSink: failing === 'write' ? async () => sink : fail },
    );
    await expect(done).rejects.toThrow('no space');
    await isClosed;
  });

  it('does not mix recordings that changed meanwhile', async () => {
    let isFirst = true;
    const { done } = await exporting(({ headers }, response) => {
      if (!isFirst) return send(response, 'another length', headers.range);
      isFirst = false;
      response.writeHead(200, { 'content-length': 9, 'content-disposition': 'attachment; filename="x.mp4"' });
      response.write('abc', () => response.destroy());
    });
    await expect(done).rejects.toMatchObject({ code: 'export.changed' });
  });
});
