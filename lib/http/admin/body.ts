/** Reads the body of a call, up to its limit, and only after authentication. */
import type { AdminCallDef } from '../../contracts/admin/call.ts';
import { maxUploadBytes } from '../../contracts/admin/upload-kinds.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import { readMultipartForm } from '../multipart.ts';
import { decodeUtf8, readBytes } from '../request-body.ts';
import type { UploadedFile } from './admin-route.ts';
import { parsePlainJson } from './plain-json.ts';
import { nestFields, parseFields } from './query-string.ts';

const megabyte = 1_048_576;
/** Allowance for the fields and boundaries besides the file. */
const multipartSlack = 64 * 1024;
export const maxFileBytes = 5 * megabyte;
const maxFields = 1_000;

export type BodyFault = 'packed' | 'tooLarge' | 'type' | 'cutOff' | 'malformed';

export interface ReadBody {
  /** Undefined: no body. */
  readonly value: unknown;
  readonly file: UploadedFile | null;
  /** As received; used to recognize duplicate submissions. */
  readonly bytes: Uint8Array;
}

const fileLimits: Partial<Record<NonNullable<AdminCallDef['takes']>, number>> = {
  multipart: maxFileBytes,
  storageForm: maxUploadBytes,
};

export function limitOf({ takes = 'json' }: Pick<AdminCallDef, 'takes'>): number {
  const ofFile = fileLimits[takes];
  return ofFile === undefined ? megabyte : ofFile + multipartSlack;
}

export async function readBody(
  request: Request,
  call: Pick<AdminCallDef, 'takes' | 'body'>,
): Promise<Result<ReadBody, BodyFault>> {
  const read = await readBytes(request, limitOf(call));
  if (!read.ok) return read;
  const bytes = read.value;
  if (bytes.length === 0 || call.body === undefined) {
    // A file may come without other fields.
    if (!isMultipart(call) || bytes.length === 0) return ok({ value: undefined, file: null, bytes });
  }
  const type = request.headers.get('content-type') ?? '';
  if (isMultipart(call)) return readMultipart(bytes, type, call.takes === 'storageForm');
  const text = decodeUtf8(bytes);
  if (text === null) return err('malformed');
  if (call.takes === 'form') {
    if (!isMediaType(type, 'application/x-www-form-urlencoded')) return err('type');
    const fields = parseFields(text, maxFields);
    return fields.ok ? ok({ value: fields.value, file: null, bytes }) : err('malformed');
  }
  if (!isMediaType(type, 'application/json')) return err('type');
  const json = parsePlainJson(text);
  return json.ok ? ok({ value: json.value, file: null, bytes }) : err('malformed');
}

const isMultipart = ({ takes = 'json' }: Pick<AdminCallDef, 'takes'>) => fileLimits[takes] !== undefined;

async function readMultipart(
  bytes: Uint8Array,
  type: string,
  isStorageForm: boolean,
): Promise<Result<ReadBody, BodyFault>> {
  if (!isMediaType(type, 'multipart/form-data')) return err('type');
  const parts = await readMultipartForm(bytes, type);
  if (!parts.ok || (parts.value.file && parts.value.file.field !== 'file')) return err('malformed');
  if (isStorageForm && !parts.value.isFileLast) return err('malformed');
  const fields = nestFields(parts.value.texts);
  if (!fields.ok) return err('malformed');
  const found = parts.value.file;
  const file = found ? await asUploaded(found.content) : null;
  if (file && file.bytes.length > maxFileBytes) return err('tooLarge');
  return ok({ value: fields.value, file, bytes });
}

async function asUploaded(file: File): Promise<UploadedFile> {
  const name = (file.name.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(0, 255);
  return { name, type: file.type.slice(0, 100), bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** With another charset than UTF-8, we and an intermediary could read different texts. */
function isMediaType(header: string, wanted: string): boolean {
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  if (type !== wanted) return false;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-8"?$/.test(charset);
}
