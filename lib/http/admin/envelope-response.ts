/** Responses as sent to clients. Of an unexpected error only the trace id is revealed. */
import { type AdminCode, type AdminEnvelope, adminCodes } from '../../contracts/admin/envelope.ts';
import { AdminError, failedText, notFound } from '../../domain/errors/admin-error.ts';
import { imageTooLarge } from '../../domain/images/image-sanitizer.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import { jsonResponse } from '../json-response.ts';
import type { FileResponse } from './admin-route.ts';
import type { BodyFault } from './body.ts';

const done: LocalText = { 'zh-CN': '操作成功', 'en-US': 'Done' };

/** Requests that match no call keep their HTTP status. */
const transportFaults = {
  notFound: { status: 404, code: adminCodes.notFound, text: notFound().text },
  method: {
    status: 405,
    code: adminCodes.invalid,
    text: { 'zh-CN': '请求方法不支持', 'en-US': 'Method not allowed' },
  },
  tooLarge: {
    status: 413,
    code: adminCodes.invalid,
    text: { 'zh-CN': '请求内容过大', 'en-US': 'The request is too large' },
  },
  imageTooLarge: { status: 413, code: adminCodes.invalid, text: imageTooLarge },
  type: {
    status: 415,
    code: adminCodes.invalid,
    text: { 'zh-CN': '请求内容类型不支持', 'en-US': 'Unsupported content type' },
  },
  packed: {
    status: 415,
    code: adminCodes.invalid,
    text: { 'zh-CN': '不支持压缩的请求内容', 'en-US': 'Compressed request bodies are not supported' },
  },
  cutOff: {
    status: 400,
    code: adminCodes.invalid,
    text: { 'zh-CN': '请求内容不完整', 'en-US': 'The request body is incomplete' },
  },
  malformed: {
    status: 200,
    code: adminCodes.invalid,
    text: { 'zh-CN': '请求参数格式错误', 'en-US': 'The request is malformed' },
  },
  foreign: {
    status: 200,
    code: adminCodes.forbidden,
    text: { 'zh-CN': '请求来源不可信', 'en-US': 'The request does not come from this site' },
  },
} as const satisfies Record<BodyFault, unknown> &
  Record<string, { status: number; code: AdminCode; text: LocalText }>;
export type TransportFault = keyof typeof transportFaults;

const always = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
} as const;

export function envelopeResponse(
  status: number,
  envelope: AdminEnvelope<unknown>,
  extra: Headers = new Headers(),
): Response {
  const response = jsonResponse(envelope, { status, headers: always });
  for (const [name, value] of extra) response.headers.append(name, value);
  return response;
}

export function successResponse(data: unknown, locale: Locale, extra: Headers): Response {
  const message = done[locale];
  return envelopeResponse(
    200,
    { code: adminCodes.ok, success: true, message, msg: message, data: data ?? null },
    extra,
  );
}

export function faultResponse(fault: TransportFault, locale: Locale, traceId: string): Response {
  const { status, code, text } = transportFaults[fault];
  const message = text[locale];
  return envelopeResponse(status, { code, success: false, message, msg: message, data: null, traceId });
}

/** Expected errors with their message, all others with one generic text. */
export function errorResponse(
  error: unknown,
  locale: Locale,
  traceId: string,
  extra: Headers = new Headers(),
): Response {
  const known = error instanceof AdminError ? error : null;
  const code = known?.adminCode ?? adminCodes.failed;
  const message = (known?.text ?? failedText)[locale];
  const isEnded = code === adminCodes.expired || code === adminCodes.revoked;
  const errors = known?.fieldErrors(locale) ?? [];
  return envelopeResponse(
    isEnded ? 401 : 200,
    {
      code,
      success: false,
      message,
      msg: message,
      data: null,
      traceId,
      ...(errors.length > 0 ? { errors } : {}),
    },
    extra,
  );
}

/** A download: read at the caller's pace, and cancelled when the caller disconnects. */
export function fileResponse(file: FileResponse, extra: Headers): Response {
  const chunks = file.body[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done: isOver, value } = await chunks.next();
        if (isOver) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, { headers: always });
  response.headers.set('Content-Type', file.contentType);
  response.headers.set('Content-Disposition', disposition(file));
  response.headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
  for (const [name, value] of extra) response.headers.set(name, value);
  return response;
}

/** The name in both forms: plain for old clients, encoded for Chinese characters. */
function disposition({ fileName, isShown }: FileResponse): string {
  const plain = fileName.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
