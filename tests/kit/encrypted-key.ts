import { createSecretKey } from 'node:crypto';
import { deriveMediaKey, type MediaKeyTerms } from '../../lib/kernel/media-key.ts';
import type { MediaKey, RecordingKey } from '../../lib/media/ports.ts';
import type { LiveStage } from './live-player.ts';

/** Where the storage keeps the recordings of a camera that is encrypted with this code, and the key of the code. */
export async function encryptedKeyOf(
  { oriel, token }: Pick<LiveStage, 'oriel' | 'token'>,
  serial: string,
  code: string,
): Promise<{ readonly key: RecordingKey; readonly encryption: MediaKey }> {
  const answer = await fetch(`${oriel.origin}/api/lapp/live/url/ezopen`, {
    method: 'POST',
    body: new URLSearchParams({ ezopen: `ezopen://${code}@oriel/${serial}/1.cloud.rec`, accessToken: token }),
  });
  const { data } = (await answer.json()) as { data: { token: string; encryption: MediaKeyTerms } };
  const { secret } = await deriveMediaKey(code, data.encryption);
  const payload = Buffer.from(data.token.split('.')[2] ?? '', 'base64url').toString();
  const { tenantId, channelId } = JSON.parse(payload) as { tenantId: string; channelId: string };
  return {
    key: { tenantId, channelId, store: 'cloud' },
    encryption: { ...data.encryption, secret: createSecretKey(secret) },
  };
}
