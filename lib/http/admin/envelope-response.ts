/** Responses as sent to clients. Of an unexpected error only the trace id is revealed. */

import { type AdminCode, type AdminEnvelope, adminCodes } from '../../contracts/admin/envelope.ts';
import { AdminError, failedText, notFound } from '../../domain/errors/admin-error.ts';
import { imageTooLarge } from '../../domain/images/image-sanitizer.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import { requestedRange } from '../../kernel/byte-range.ts';
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
  for (const [name, value] of extra) {
    if (name === 'set-cookie') response.headers.append(name, value);
    else response.headers.set(name, value);
  }
  return response;
}

export function successResponse(data: unknown, locale: Locale, extra: Headers, text = done): Response {
  const message = text[locale];
  return envelopeResponse(
    200,
    { code: adminCodes.ok, success: true, message, msg: message, data: data ?? null },
    extra,
  );
}

export const codeOf = (fault: TransportFault): AdminCode => transportFaults[fault].code;

export function faultResponse(fault: TransportFault, locale: Locale, traceId: string): Response {
  const { status, code, text } = transportFaults[fault];
  const message = text[locale];
  return envelopeResponse(status, { code, success: false, message, msg: message, data: null, traceId });
}

/** As storage services answer: every failure has an HTTP status other than 200. */
export function withFailureStatus(response: Response, code: AdminCode): Response {
  if (response.status !== 200) return response;
  const isStatus = typeof code === 'number' && code >= 400 && code <= 599;
  const status = isStatus ? code : code === adminCodes.invalid ? 400 : 409;
  return new Response(response.body, { status, headers: response.headers });
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
  const links = known?.links.map(({ text, address }) => ({ text: text[locale], address })) ?? [];
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
      ...(links.length > 0 ? { links } : {}),
    },
    extra,
  );
}

/** A download. `range`: header of the request, which applies to files that are given as a whole. */
export function fileResponse(file: FileResponse, extra: Headers, range: string | null = null): Response {
  const response =
    file.body instanceof Uint8Array ? partResponse(file.body, range) : new Response(streamOf(file.body));
  for (const [name, value] of Object.entries(always)) response.headers.set(name, value);
  response.headers.set('Content-Type', file.contentType);
  response.headers.set('Content-Disposition', disposition(file));
  response.headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
  for (const [name, value] of extra) response.headers.set(name, value);
  return response;
}

/** Some browsers play a video only if it is served in ranges. */
function partResponse(bytes: Uint8Array, header: string | null): Response {
  const range = requestedRange(header, bytes.length);
  const headers = { 'Accept-Ranges': 'bytes' };
  if (range === 'whole') return new Response(new Uint8Array(bytes), { headers });
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${bytes.length}` },
    });
  }
  const { from, to } = range;
  return new Response(new Uint8Array(bytes.subarray(from, to)), {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${from}-${to - 1}/${bytes.length}` },
  });
}

/** Read at the caller's pace, and cancelled when the caller disconnects. */
function streamOf(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
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
