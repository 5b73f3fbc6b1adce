/**
 * Splits the bytes of an RTSP/TCP connection into messages and interleaved packets (RFC 2326, 10.12). Buffers
 * at most one incomplete item: `maxHeaderBytes` plus `maxBodyBytes`, or one 64 KB packet.
 */
import { parseHeader, type RtspMessage } from './rtsp-message.ts';

export interface RtspReaderHandler {
  message(message: RtspMessage): void;
  /** `payload` is a view of the socket's memory, which is not reused. */
  packet(channel: number, payload: Uint8Array): void;
}

const maxHeaderBytes = 16_384;
const maxBodyBytes = 262_144;
/** Limit for stray bytes between packets, which some cameras send. */
const maxStrayBytes = 65_536;
/** Bytes of packets that make up for one stray byte. */
const packetBytesPerStray = 8;
/** Bytes needed to decide whether a message begins here. */
const decisiveBytes = 24;
const dollar = 0x24;
const lineFeed = 0x0a;

export class RtspReader {
  /** True: unexpected bytes are skipped, up to a limit; false: they are a fault. */
  toleratesStrayBytes = false;
  #handler: RtspReaderHandler;
  /** Unparsed chunks, and how many bytes are needed before the next attempt to parse. */
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #wantedBytes = 0;
  /** A header is incomplete: also parse again at the end of a line. */
  #wantsLine = false;
  #isStopped = false;
  #strayBytes = 0;

  constructor(handler: RtspReaderHandler) {
    this.#handler = handler;
  }

  /** Returns a description of the fault, or null. After a fault the connection cannot be used. */
  push(chunk: Buffer): string | null {
    if (this.#isStopped) return null;
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes < this.#wantedBytes && !(this.#wantsLine && chunk.includes(lineFeed)))
      return null;
    let data = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#buffer(Buffer.alloc(0));
    while (data.length > 0 && !this.#isStopped) {
      this.#wantedBytes = 0;
      this.#wantsLine = false;
      const step = data[0] === dollar ? this.#readPacket(data) : this.#readText(data);
      if (typeof step === 'string') return step;
      if (step === 0) {
        this.#buffer(data);
        return null;
      }
      data = data.subarray(step);
    }
    return null;
  }

  #buffer(rest: Buffer): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#bufferedBytes = rest.length;
  }

  /** Nothing is delivered afterwards, even if called from within a handler. */
  stop(): void {
    this.#isStopped = true;
    this.#buffer(Buffer.alloc(0));
  }

  /** Bytes used, 0 for "more needed", or a fault. */
  #readPacket(data: Buffer): number | string {
    if (data.length < 4) return 0;
    const end = 4 + data.readUInt16BE(2);
    if (data.length < end) return this.#wait(end);
    this.#handler.packet(data[1]!, data.subarray(4, end));
    // A few stray bytes now and then are no loss of the framing.
    this.#strayBytes = Math.max(0, this.#strayBytes - Math.floor(end / packetBytesPerStray));
    return end;
  }

  #readText(data: Buffer): number | string {
    const blank = countLineEnds(data);
    if (blank > 0) return blank;
    if (!mayStartMessage(data)) return this.#skipStray(data);
    const window = data.subarray(0, maxHeaderBytes);
    const end = findHeaderEnd(window);
    if (end === null) {
      if (data.length >= maxHeaderBytes) {
        return this.toleratesStrayBytes
          ? this.#skipStray(data)
          : `header longer than ${maxHeaderBytes} bytes`;
      }
      if (data.length < decisiveBytes) return 0;
      this.#wantsLine = true;
      return this.#wait(maxHeaderBytes);
    }
    const parsed = parseHeader(window.toString('latin1', 0, end.headerEnd));
    if (!parsed.ok) return this.toleratesStrayBytes ? this.#skipStray(data) : parsed.error;
    const length = contentLength(parsed.value);
    if (length === null || length > maxBodyBytes) return `body longer than ${maxBodyBytes} bytes`;
    const total = end.bodyStart + length;
    if (data.length < total) return this.#wait(total);
    this.#handler.message({ ...parsed.value, body: data.subarray(end.bodyStart, total) });
    return total;
  }

  #wait(bytes: number): 0 {
    this.#wantedBytes = bytes;
    return 0;
  }

  #skipStray(data: Buffer): number | string {
    const next = data.indexOf(dollar, 1);
    const count = next < 0 ? data.length : next;
    this.#strayBytes += count;
    if (!this.toleratesStrayBytes || this.#strayBytes > maxStrayBytes) return 'bytes that are not RTSP';
    return count;
  }
}

/** True if the bytes so far can be the start of `RTSP/…` or of a request's method. */
function mayStartMessage(data: Buffer): boolean {
  const header = data.toString('latin1', 0, Math.min(data.length, decisiveBytes));
  return /^[A-Z_]{1,20}$/.test(header) || /^[A-Z_]{3,20} /.test(header) || /^RTSP\//.test(header);
}

/** Empty lines before a message are ignored; some cameras send them as keep-alive. */
function countLineEnds(data: Buffer): number {
  let count = 0;
  while (data[count] === 0x0d || data[count] === lineFeed) count += 1;
  return count;
}

function findHeaderEnd(window: Buffer): { headerEnd: number; bodyStart: number } | null {
  const crlf = window.indexOf('\r\n\r\n');
  const lf = window.indexOf('\n\n');
  if (crlf >= 0 && (lf < 0 || crlf < lf)) return { headerEnd: crlf, bodyStart: crlf + 4 };
  return lf < 0 ? null : { headerEnd: lf, bodyStart: lf + 2 };
}

function contentLength(message: RtspMessage): number | null {
  const text = message.headers.get('content-length')?.[0];
  if (text === undefined) return 0;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
