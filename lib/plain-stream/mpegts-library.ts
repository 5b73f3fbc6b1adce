/** The parts of mpegts.js that are used here. The page decides from where it is loaded. */
export interface MpegtsLibrary {
  createPlayer(source: object, config: object): MpegtsPlayer;
  isSupported(): boolean;
  readonly LoggingControl: { applyConfig(config: { enableAll: boolean }): void };
}

export interface MpegtsPlayer {
  attachMediaElement(video: HTMLVideoElement): void;
  load(): void;
  destroy(): void;
  on(event: 'error', listener: (type: string, details: string, info: unknown) => void): void;
  on(event: 'loading_complete', listener: () => void): void;
  on(event: 'media_info', listener: (info: MpegtsInfo) => void): void;
}

export interface MpegtsInfo {
  readonly videoCodec?: string;
  readonly audioCodec?: string;
  readonly audioSampleRate?: number;
}

export interface MpegtsLoader {
  readonly type: string;
  readonly needStashBuffer: boolean;
  readonly status: number;
  onContentLengthKnown: ((length: number) => void) | null;
  onURLRedirect: ((url: string) => void) | null;
  onDataArrival: ((chunk: ArrayBuffer, byteStart: number, receivedLength: number) => void) | null;
  onError: ((type: string, info: { code: number; msg: string }) => void) | null;
  onComplete: ((from: number, to: number) => void) | null;
  isWorking(): boolean;
  open(): void;
  abort(): void;
  destroy(): void;
}
