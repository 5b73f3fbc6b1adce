import type { RecordingKey } from '../../lib/media/ports.ts';

/** Where the storage keeps the recordings of a camera: a playback ticket contains the identity of its channel. */
export async function recordedKeyOf(
  origin: string,
  accessToken: string,
  serial: string,
): Promise<RecordingKey> {
  const ezopen = `ezopen://oriel/${serial}/1.cloud.rec`;
  const answer = await fetch(`${origin}/api/lapp/live/url/ezopen`, {
    method: 'POST',
    body: new URLSearchParams({ ezopen, accessToken }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  const payload = Buffer.from(data.token.split('.')[2] ?? '', 'base64url');
  const { tenantId, channelId } = JSON.parse(payload.toString()) as Record<string, string>;
  return { tenantId: tenantId!, channelId: channelId!, store: 'cloud' };
}
