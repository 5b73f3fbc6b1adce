/** The two requests of the pages to their own backend. */

/** Origin of Oriel, application key, and the cameras that may be shown. */
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

/** Playback address of `SERIAL:CHANNEL`. `.hd` is the main stream. */
export function addressOf(camera) {
  const [serial, channel] = camera.split(':');
  return `ezopen://oriel/${serial}/${channel}.hd.live`;
}
