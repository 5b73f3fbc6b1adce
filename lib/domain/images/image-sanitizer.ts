/**
 * Re-encodes uploaded images: each is decoded to pixels and encoded again, so that nothing else of the file remains.
 * One at a time and on one thread, because the server also carries live video.
 */
import type { LocalText } from '../../i18n/translate.ts';
import type { Logger } from '../../kernel/logger.ts';
import { type AdminError, invalid, refused } from '../errors/admin-error.ts';
import { type ImageKind, isCalled, kindOf } from './image-kind.ts';
import { loadSharp } from './load-sharp.ts';

/** Files of this size or more are rejected, as specified. */
export const maxImageBytes = 2 * 1_048_576;
/** Width times height. A pixel takes 4 bytes, or 8 with 16 bits per colour, if all must be in memory at once. */
const maxPoints = 40_000_000;
const maxWaiting = 16;
const maxSeconds = 15;

/** Also for a body that is rejected before it is read. */
export const imageTooLarge: LocalText = { 'zh-CN': '图片大小限制 2MB！', 'en-US': 'image size limit 2MB!' };

export interface UploadedImage {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface SanitizedImage {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly extension: 'png' | 'jpg' | 'webp';
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ImageSanitizer {
  /**
   * Scales down to `maxSide` pixels, applies the orientation and keeps the first frame of an animation. Throws 40000 at
   * `file` for an unsupported file, U0200 when too many are waiting or the image library is not available.
   */
  redraw(file: UploadedImage | null, maxSide: number): Promise<SanitizedImage>;
}

export function imageSanitizer(log: Pick<Logger, 'error'>, load = loadSharp): ImageSanitizer {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function library() {
    try {
      return await load();
    } catch (error) {
      log.error(
        { err: error },
        'image uploads are unavailable: the library sharp does not load on this machine',
      );
      throw refused(texts.unavailable);
    }
  }

  async function redrawn(file: UploadedImage, kind: ImageKind, maxSide: number): Promise<SanitizedImage> {
    const sharp = await library();
    const open = (max: number | false) =>
      sharp(file.bytes, { pages: 1, failOn: 'error', limitInputPixels: max, sequentialRead: true });
    // Reads only the header: an image that is too large is never decoded.
    const { width, height, format } = await read(open(false).metadata());
    if (format !== kind) throw fault(texts.broken);
    if (width * height > maxPoints) throw fault(texts.tooManyPoints);
    const drawn = open(maxPoints)
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
    const output = kind === 'gif' ? 'png' : kind;
    const { data, info } = await read(drawn.toFormat(output).toBuffer({ resolveWithObject: true }));
    const size = { width: info.width, height: info.height };
    if (data.length < maxImageBytes) return { ...written[output], ...size, bytes: data };
    // Scaled-down noise can exceed the size limit losslessly; encode it lossily instead.
    const bytes = await read(drawn.clone().webp().toBuffer());
    return { ...written.webp, ...size, bytes };
  }

  return {
    async redraw(file, maxSide) {
      if (!file || file.bytes.length === 0) throw fault(texts.missing);
      if (file.bytes.length >= maxImageBytes) throw fault(imageTooLarge);
      const kind = kindOf(file.bytes);
      if (!kind) throw fault(texts.notAnImage);
      if (!isCalled(kind, file.name, file.type)) throw fault(texts.otherKind);
      if (waiting >= maxWaiting) throw refused(texts.busy);
      waiting += 1;
      const done = last
        .then(() => redrawn(file, kind, maxSide))
        .finally(() => {
          waiting -= 1;
        });
      // The next image is processed whatever happens to this one; the caller of this one gets its error.
      last = done.catch(() => undefined);
      return done;
    },
  };
}

const written = {
  png: { contentType: 'image/png', extension: 'png' },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  webp: { contentType: 'image/webp', extension: 'webp' },
} as const;

/** Errors of the library mean a damaged image; its own messages do not help users. */
async function read<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch {
    throw fault(texts.broken);
  }
}

function fault(message: LocalText): AdminError {
  return invalid([{ path: 'file', message }]);
}

const texts = {
  missing: { 'zh-CN': '请选择图片', 'en-US': 'Choose an image' },
  notAnImage: {
    'zh-CN': '仅支持 PNG、JPEG、WebP 或 GIF 图片',
    'en-US': 'Only PNG, JPEG, WebP and GIF images are supported',
  },
  otherKind: {
    'zh-CN': '图片内容与文件扩展名或类型不符',
    'en-US': 'The content of the image does not match its file extension or type',
  },
  tooManyPoints: {
    'zh-CN': '图片尺寸过大，不能超过 4000 万像素',
    'en-US': 'The image is too large: at most 40 million pixels',
  },
  broken: { 'zh-CN': '图片已损坏，无法读取', 'en-US': 'The image is damaged and cannot be read' },
  busy: {
    'zh-CN': '正在处理的图片过多，请稍后再试',
    'en-US': 'Too many images are being processed. Try again shortly.',
  },
  unavailable: {
    'zh-CN': '服务器缺少图片处理组件，请联系管理员',
    'en-US': 'The server cannot process images. Contact your administrator.',
  },
} as const satisfies Record<string, LocalText>;
