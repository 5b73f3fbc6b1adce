import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { uploadTo } from '../../app/_console/api/upload/send-upload.ts';
import { type UploadedFile, UploadQueue } from '../../app/_console/api/upload/upload-queue.ts';
import { cropSquare, fullCrop, moved, settled } from '../../app/_console/pages/account/crop.ts';
import { strengthOf } from '../../app/_console/session/password-strength.ts';
import { maxUploadBytes, type UploadKind } from '../../lib/contracts/admin/upload-kinds.ts';
import { answered, apiWorld, envelope } from '../kit/console-api.ts';

describe('uploading', () => {
  let sending: {
    name: string;
    signal: AbortSignal | undefined;
    progress: (part: number) => void;
    done: () => void;
    fail: () => void;
  }[];
  let problems: string[];
  let emitted: string[][];

  beforeEach(() => {
    sending = [];
    problems = [];
    emitted = [];
  });

  const queue = (count = 1, kind: UploadKind = 'image', initial: readonly UploadedFile[] = []) =>
    new UploadQueue(
      {
        kind,
        count,
        send: (file, { signal, onProgress }) =>
          new Promise((resolve, reject) => {
            const url = `/files/${file.name}`;
            const record = { name: file.name, halfUrl: url, path: url, url, cover: url };
            const progress = (part: number) => onProgress?.(part * file.size, file.size);
            signal?.addEventListener('abort', () => reject(new Error('aborted')));
            sending.push({
              ...{ name: file.name, signal, progress },
              ...{ done: () => resolve(record), fail: () => reject(new Error()) },
            });
          }),
        onProblem: (problem, file) => problems.push(`${problem} ${file.name}`),
        onChange: (files) => emitted.push(files.map(({ name }) => name)),
      },
      initial,
    );
  const image = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });

  it('sends files one by one and returns the list when all are done', async () => {
    const uploads = queue(3);
    uploads.add([image('a'), image('b'), image('c')]);
    for (const name of ['a', 'b', 'c']) {
      expect([sending.at(-1)?.name, emitted]).toEqual([name, []]);
      sending.at(-1)?.done();
      await answered();
    }
    expect([sending.length, emitted]).toEqual([3, [['a', 'b', 'c']]]);
    expect(uploads.get()[0]).toMatchObject({ status: 'done', name: 'a', url: '/files/a' });
  });

  it('accepts files up to 2 MB', () => {
    const uploads = queue();
    uploads.add([image('small', maxUploadBytes - 1)]);
    uploads.add([image('large', maxUploadBytes)]);
    expect([sending.map(({ name }) => name), problems]).toEqual([['small'], ['large large']]);
  });

  it.each([
    ['image', 'video/mp4', ['kind x']],
    ['video', 'video/mp4', []],
    ['video', 'image/png', ['kind x']],
  ] as const)('of type %s checks %s', (kind, type, expected) => {
    queue(1, kind).add([new File(['x'], 'x', { type })]);
    expect(problems).toEqual(expected);
  });

  it.each([
    ['合同.PDF', []],
    ['a.png', []],
    ['a.svg', ['kind a.svg']],
    ['a.html', ['kind a.html']],
    ['a', ['kind a']],
  ])('of any type checks the extension: %s', (name, expected) => {
    queue(1, 'file').add([new File(['x'], name)]);
    expect(problems).toEqual(expected);
  });

  it('reports a failed file and continues with the next', async () => {
    const uploads = queue(2);
    uploads.add([image('a'), image('b')]);
    sending[0]?.fail();
    await answered();
    sending[1]?.done();
    await answered();
    expect([problems, emitted]).toEqual([['failed a'], [['b']]]);
  });

  it('reports the progress of the file that is sent, and cancels it when it is removed', async () => {
    const uploads = queue(2);
    uploads.add([image('a'), image('b')]);
    sending[0]?.progress(0.25);
    expect(uploads.get()).toMatchObject([
      { name: 'a', status: 'sending', progress: 0.25 },
      { name: 'b', status: 'waiting' },
    ]);
    uploads.remove(uploads.get()[0]?.uid ?? '');
    expect(sending[0]?.signal?.aborted).toBe(true);
    await answered();
    sending[1]?.done();
    await answered();
    expect([problems, emitted]).toEqual([[], [['b']]]);
  });

  it('drops a file that is removed, also during its upload', async () => {
    const uploads = queue(2);
    uploads.add([image('a'), image('b')]);
    uploads.remove(uploads.get()[0]?.uid ?? '');
    sending[0]?.done();
    await answered();
    sending[1]?.done();
    await answered();
    uploads.remove(uploads.get()[0]?.uid ?? '');
    expect(emitted).toEqual([['b'], []]);
  });

  it('keeps the maximum number: a new file replaces the oldest', async () => {
    const uploads = queue(1);
    uploads.add([image('a')]);
    sending[0]?.done();
    await answered();
    uploads.add([image('b')]);
    sending[1]?.done();
    await answered();
    expect(emitted).toEqual([['a'], ['b']]);
  });

  it('keeps a file until the one that replaces it is done, however often that fails or is cancelled', async () => {
    const old = {
      ...{ uid: 'old', status: 'done', name: 'old' },
      ...{ halfUrl: '', path: '', url: '', cover: '' },
    };
    const uploads = queue(1, 'image', [old as UploadedFile]);
    const shown = () => uploads.get().map(({ name, status }) => `${name} ${status}`);
    uploads.add([image('a')]);
    sending[0]?.fail();
    await answered();
    expect([shown(), emitted]).toEqual([['old done', 'a failed'], [['old']]]);
    uploads.add([image('b')]);
    uploads.remove(uploads.get().at(-1)?.uid ?? '');
    await answered();
    expect([shown(), emitted]).toEqual([['old done'], [['old'], ['old']]]);
    uploads.add([image('c')]);
    uploads.add([image('d')]);
    expect([shown(), sending[2]?.signal?.aborted]).toEqual([['old done', 'd waiting'], true]);
    await answered();
    sending[3]?.done();
    await answered();
    expect([shown(), emitted.at(-1), problems]).toEqual([['d done'], ['d'], ['failed a']]);
  });

  it('gives each file a unique id across queues', async () => {
    const uploads = [queue(), queue()];
    for (const one of uploads) one.add([image('a')]);
    const uids = uploads.map((one) => one.get()[0]?.uid ?? '');
    expect(uids.every((uid) => /^[0-9A-Za-z]{32}$/.test(uid))).toBe(true);
    expect(uids[0]).not.toBe(uids[1]);
  });

  it('returns the record of the specification, whatever the server omits', async () => {
    const world = apiWorld();
    world.answer = () => envelope({ url: '/files/1.png' });
    const record = await uploadTo(world.api, '/common/upload')(image('1.png'), {});
    expect(record).toEqual({
      name: '1.png',
      halfUrl: '/files/1.png',
      path: '/files/1.png',
      url: '/files/1.png',
      cover: '/files/1.png',
    });
  });
});

describe('the crop square of an avatar', () => {
  const wide = { width: 400, height: 200 };

  it('is the centre of the image at first', () => {
    expect(cropSquare(wide, fullCrop)).toEqual({ side: 200, left: 100, top: 0 });
  });

  it('stays within the edges', () => {
    const far = moved(wide, fullCrop, 10, 10);
    expect(cropSquare(wide, far)).toEqual({ side: 200, left: 0, top: 0 });
    expect(moved(wide, far, -0.5, 0).x).toBeCloseTo(0.5);
  });

  it('gets smaller with the zoom, around its centre', () => {
    expect(cropSquare(wide, settled(wide, { ...fullCrop, zoom: 2 }))).toEqual({
      side: 100,
      left: 150,
      top: 50,
    });
  });
});

describe('the strength of a password', () => {
  it.each([
    ['short1!', 0],
    ['admin-2026-x', 0],
    ['aaaaaaaaaa', 1],
    ['12345678', 1],
    ['qwertyuiop', 1],
    ['sommerregen', 2],
    ['correct-horse-1', 4],
    ['Vj7#qLw9!zTx', 4],
  ])('of %s is %i', (password, expected) => {
    expect(strengthOf(password, 'admin')).toBe(expected);
  });

  it('is too low for what is rejected as too short, however varied it is', () => {
    expect(strengthOf('Tr0ub4dor&3xQ!', 'admin')).toBe(4);
    expect(strengthOf('Tr0ub4dor&3xQ!', 'admin', 15)).toBe(0);
    expect(strengthOf('Tr0ub4dor&3xQ!z', 'admin', 15)).toBe(4);
  });
});
