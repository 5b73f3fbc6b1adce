/** The two things the pages ask their own backend for. */

/** Origin of Oriel, key of the application, and the cameras that may be shown. */
export async function fetchSettings() {
  const settings = await (await fetch('/settings.json')).json();
  if (!settings.server) throw new Error(settings.message);
  return settings;
}

/** A short-lived access token. */
export async function fetchToken() {
  const answer = await fetch('/token', { method: 'POST' });
  if (!answer.ok) throw new Error(`/token: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).accessToken;
}

/** `SERIAL:CHANNEL` as an address. `.hd` is the large picture. */
export function addressOf(camera) {
  const [serial, channel] = camera.split(':');
  return `ezopen://oriel/${serial}/${channel}.hd.live`;
}
