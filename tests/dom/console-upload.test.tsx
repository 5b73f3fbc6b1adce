import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { refusedByStorage, uploadTo } from '../../app/_console/api/upload/send-upload.ts';
import { Upload } from '../../app/_console/api/upload/upload.tsx';
import type { SendFile, UploadedFile } from '../../app/_console/api/upload/upload-queue.ts';
import { apiWorld, envelope, failure } from '../kit/console-api.ts';

let world: ReturnType<typeof apiWorld>;
let sending: SendFile;
let emitted: (readonly UploadedFile[])[];

beforeEach(() => {
  world = apiWorld();
  emitted = [];
  sending = uploadTo(world.api, '/common/upload');
  world.answer = () => envelope({ url: '/files/1.png', halfUrl: '/files/1-half.png' });
  render(
    <MantineProvider env="test">
      <Upload
        send={(...args) => sending(...args)}
        notifier={world.notices}
        onChange={(files) => emitted.push(files)}
      />
    </MantineProvider>,
  );
});
afterEach(cleanup);

/** A file that reports this size; its content is never read here. */
function imageFile(name: string, size: number, type = 'image/png'): File {
  return Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });
}

function choose(...files: readonly File[]): void {
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files } });
}

describe('the upload widget', () => {
  it('accepts one image by default, uploads it, and returns its record', async () => {
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    expect([input.accept, input.multiple]).toEqual(['image/*', false]);
    choose(imageFile('1.png', 2 * 1024 * 1024 - 1));
    expect(await screen.findByText('1.png')).toBeVisible();
    await screen.findByRole('button', { name: '移除 1.png' });
    await waitFor(() => expect(emitted).toHaveLength(1));
    expect(emitted[0]?.[0]).toMatchObject({
      status: 'done',
      name: '1.png',
      halfUrl: '/files/1-half.png',
      path: '/files/1.png',
      url: '/files/1.png',
      cover: '/files/1.png',
    });
  });

  it('rejects more than 2 MB: 图片大小限制 2MB！', () => {
    choose(imageFile('large.png', 2 * 1024 * 1024));
    expect(world.notices.shown).toEqual([
      { kind: 'error', message: '图片大小限制 2MB！', durationMs: 5_000 },
    ]);
    expect(world.calls).toEqual([]);
  });

  it('takes the same file again after it was corrected', () => {
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    const value = vi.spyOn(input, 'value', 'set');
    choose(imageFile('1.png', 2 * 1024 * 1024));
    // Browsers report no change from a file to itself.
    expect(value).toHaveBeenCalledWith('');
  });

  it('shows 上传失败，请重试 if the upload fails', async () => {
    world.answer = () => failure(500, '磁盘已满');
    choose(imageFile('1.png', 10));
    await waitFor(() => expect(world.notices.messages).toEqual(['上传失败，请重试']));
  });

  it('shows the reason if the server rejected the file', async () => {
    world.answer = () => failure(40_000, '图片已损坏，无法读取');
    choose(imageFile('1.png', 10));
    await waitFor(() => expect(world.notices.messages).toEqual(['图片已损坏，无法读取']));
  });

  it('shows the progress of a file, and cancels its upload', async () => {
    let cancelled = false;
    let report: (sent: number, total: number) => void = () => undefined;
    sending = (_file, { signal, onProgress }) =>
      new Promise((_, reject) => {
        report = (...of) => act(() => onProgress?.(...of));
        signal?.addEventListener('abort', () => {
          cancelled = true;
          reject(new Error('aborted'));
        });
      });
    choose(imageFile('1.png', 10));
    const bar = await screen.findByRole('progressbar', { name: '正在上传 1.png' });
    report(3, 4);
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '75'));
    fireEvent.click(screen.getByRole('button', { name: '取消上传 1.png' }));
    await waitFor(() => expect(cancelled).toBe(true));
    expect(screen.queryByText('1.png')).toBeNull();
    expect(world.notices.messages).toEqual([]);
    await waitFor(() => expect(emitted.at(-1)).toEqual([]));
  });

  it('shows 上传失败，请重试 with the reason if the storage host rejects the file', async () => {
    sending = () => Promise.reject(new ApiError(refusedByStorage, '文件内容与扩展名或类型不符'));
    choose(imageFile('1.png', 10));
    await waitFor(() =>
      expect(world.notices.messages).toEqual(['上传失败，请重试（文件内容与扩展名或类型不符）']),
    );
    expect(screen.getByText('1.png（上传失败）')).toBeVisible();
  });

  it('drops a file that is removed', async () => {
    choose(imageFile('1.png', 10));
    await waitFor(() => expect(emitted).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: '移除 1.png' }));
    expect(screen.queryByText('1.png')).toBeNull();
    expect(emitted.at(-1)).toEqual([]);
  });
});
