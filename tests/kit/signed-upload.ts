/** The two steps of a signed upload, as the console and other clients make them. */
import type { ConsoleAnswer, ConsoleClient } from './console.ts';
import { ok } from './system-console.ts';

export interface Wanted {
  readonly name: string;
  readonly type?: string;
  readonly bytes: Uint8Array<ArrayBuffer> | string;
  readonly dir?: string;
}

export interface Signature {
  readonly fileName: string;
  readonly key: string;
  readonly policy: string;
  readonly accessid: string;
  readonly signature: string;
  readonly uploadUrl: string;
  readonly resultUrl: string;
}

export const askSignature = (
  client: ConsoleClient,
  { name, type, bytes, dir }: Wanted,
): Promise<ConsoleAnswer> =>
  client.call('GET', '/common/get-oss-signature', {
    query: {
      fileName: name,
      size: String(bytes.length),
      ...(type === undefined ? {} : { contentType: type }),
      ...(dir === undefined ? {} : { dir }),
    },
  });

/** The fields of the form, in the order of the specification. */
export const fieldsOf = ({ key, policy, accessid, signature }: Signature): Record<string, string> => ({
  key,
  policy,
  OSSAccessKeyId: accessid,
  success_action_status: '200',
  signature,
});

export const post = (
  client: ConsoleClient,
  signature: Signature,
  { name, type, bytes }: Wanted,
  fields: Record<string, string> = {},
): Promise<ConsoleAnswer> =>
  client.call('POST', '/common/oss/uploads', {
    form: { ...fieldsOf(signature), ...fields },
    file: { name, bytes, ...(type === undefined ? {} : { type }) },
  });

export async function signedUpload(client: ConsoleClient, wanted: Wanted): Promise<ConsoleAnswer> {
  return post(client, ok(await askSignature(client, wanted)), wanted);
}
