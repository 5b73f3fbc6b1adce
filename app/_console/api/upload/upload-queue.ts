/**
 * Queue of uploads: files are checked, sent one by one, and reported when all are complete. Independent of React; the
 * transport is passed in.
 */
import {
  extensionOf,
  fileTypes,
  maxUploadBytes,
  type UploadKind,
} from '../../../../lib/contracts/admin/upload-kinds.ts';
import { randomId } from '../../../../lib/kernel/random-id.ts';
import type { OnProgress } from '../fetch-with-progress.ts';

/** An uploaded file, as specified. */
export interface UploadedFile {
  readonly uid: string;
  readonly status: 'done';
  readonly name: string;
  readonly halfUrl: string;
  readonly path: string;
  readonly url: string;
  readonly cover: string;
  /** Size of an image in pixels, if known. */
  readonly width?: number;
  readonly height?: number;
}

export type UploadItem =
  | UploadedFile
  | {
      readonly uid: string;
      readonly status: 'waiting' | 'sending' | 'failed';
      readonly name: string;
      /** Sent part of the file, from 0 to 1. */
      readonly progress?: number;
    };

/** Rejects when `signal` aborts. */
export type SendFile = (
  file: File,
  options: { readonly signal?: AbortSignal; readonly onProgress?: OnProgress },
) => Promise<Omit<UploadedFile, 'uid' | 'status'>>;

export type UploadProblem = 'large' | 'kind' | 'failed';

export interface UploadOptions {
  readonly kind: UploadKind;
  /** Maximum number of files; the oldest is replaced once the new one is done. */
  readonly count: number;
  readonly send: SendFile;
  readonly onProblem: (problem: UploadProblem, file: File, cause?: unknown) => void;
  /** Called when all uploads have finished, and when a file is removed. */
  readonly onChange: (files: readonly UploadedFile[]) => void;
}

export class UploadQueue {
  private items: readonly UploadItem[];
  private readonly waiting: { uid: string; file: File }[] = [];
  private readonly listeners = new Set<() => void>();
  private isSending = false;
  /** The upload that is running. */
  private running: { readonly uid: string; readonly abort: AbortController } | null = null;

  constructor(
    private readonly options: UploadOptions,
    initial: readonly UploadedFile[] = [],
  ) {
    this.items = initial;
  }

  readonly get = (): readonly UploadItem[] => this.items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(files: readonly File[]): void {
    for (const file of files.slice(0, this.options.count)) {
      const problem = problemOf(file, this.options.kind);
      if (problem) this.options.onProblem(problem, file);
      else this.enqueue(file);
    }
    void this.sendAll();
  }

  /** An upload that is running is cancelled. */
  remove(uid: string): void {
    const at = this.waiting.findIndex((one) => one.uid === uid);
    if (at >= 0) this.waiting.splice(at, 1);
    this.set(this.items.filter((item) => item.uid !== uid));
    if (this.running?.uid === uid) this.running.abort.abort();
    if (!this.isSending) this.emit();
  }

  private enqueue(file: File): void {
    const uid = randomId();
    this.waiting.push({ uid, file });
    this.setLast([...this.items, { uid, status: 'waiting', name: file.name }]);
    if (this.running && !this.has(this.running.uid)) this.running.abort.abort();
  }

  /** Sequential, because parallel uploads are unreliable on slow connections. */
  private async sendAll(): Promise<void> {
    if (this.isSending || this.waiting.length === 0) return;
    this.isSending = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const { uid, file } = next;
      if (!this.has(uid)) continue;
      const item = { uid, status: 'sending', name: file.name } as const;
      this.change({ ...item, progress: 0 });
      const abort = new AbortController();
      this.running = { uid, abort };
      const onProgress: OnProgress = (sent, total) => this.change({ ...item, progress: sent / total });
      try {
        const sent = await this.options.send(file, { signal: abort.signal, onProgress });
        this.change({ uid, status: 'done', ...sent });
        this.setLast(this.items);
      } catch (error) {
        this.change({ uid, status: 'failed', name: file.name });
        if (this.has(uid)) this.options.onProblem('failed', file, error);
      }
    }
    this.running = null;
    this.isSending = false;
    this.emit();
  }

  private emit(): void {
    this.options.onChange(this.items.filter((item): item is UploadedFile => item.status === 'done'));
  }

  private has(uid: string): boolean {
    return this.items.some((item) => item.uid === uid);
  }

  /** Ignores items removed in the meantime. */
  private change(to: UploadItem): void {
    this.set(this.items.map((item) => (item.uid === to.uid ? to : item)));
  }

  /** Drops the oldest. Files that are done are counted by themselves: the file to replace stays until the new one is done. */
  private setLast(items: readonly UploadItem[]): void {
    const { count } = this.options;
    const done = items.filter(({ status }) => status === 'done').slice(-count);
    const others = items.filter(({ status }) => status !== 'done').slice(-count);
    this.set(items.filter((item) => done.includes(item) || others.includes(item)));
  }

  private set(items: readonly UploadItem[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }
}

export function problemOf(file: File, kind: UploadKind): UploadProblem | null {
  if (kind === 'file' ? !Object.hasOwn(fileTypes, extensionOf(file.name)) : !file.type.startsWith(`${kind}/`))
    return 'kind';
  return file.size >= maxUploadBytes ? 'large' : null;
}
