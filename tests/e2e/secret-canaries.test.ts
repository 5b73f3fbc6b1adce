import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { type OnvifDevice, startOnvifDevice } from '../kit/onvif-device.ts';
import { runIn } from '../kit/run-cli.ts';

const soon = expectPage.configure({ timeout: 20_000 });

/** Each as typed, and in URL and base64 encoding. */
const secrets = {
  code: 'CANARYCODE41',
  wrongCode: 'CANARYWRONG42',
  cameraPassword: 'CANARYCAMERA43',
  onvifPassword: 'CANARYONVIF44',
};
const spellings = (secret: string) => [secret, Buffer.from(secret).toString('base64').replace(/=+$/, '')];

let stage: LiveStage;
let device: OnvifDevice;
let player: LivePlayer;
/** By place: all readable text. */
const places = new Map<string, string>();
/** For each place a text that it certainly contains, so that an empty place fails. */
const landmarks: Readonly<Record<string, string>> = {
  addresses: '/live/CAM7/',
  referrers: 'http://',
  answers: '"deviceName"',
  events: 'CAM7',
  console: 'landmark',
  document: 'CAM7',
  diagnosis: 'CAM7',
  storage: 'landmark',
  snapshot: 'JFIF',
  recording: 'ftyp',
  log: 'CAM7',
  arguments: 'server.js',
  dataFolder: 'CAM7',
};
const tickets: string[] = [];
let token = '';

const add = (place: string, text: string) => places.set(place, `${places.get(place) ?? ''}\n${text}`);

/** Command lines of the server, the sample host page and their child processes. */
function readArguments(pid: number): string {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map<string, string>();
  for (const one of all) {
    try {
      parents.set(
        one,
        readFileSync(`/proc/${one}/stat`, 'utf8')
          .replace(/^.*\) \S+ /, '')
          .split(' ')[0] ?? '',
      );
    } catch {
      // The process has ended.
    }
  }
  const ours = all.filter((one) => one === String(pid) || parents.get(one) === String(pid));
  return ours.map((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8').replaceAll('\0', ' ')).join('\n');
}

function readFolder(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

function watch(): void {
  const { page } = player;
  page.on('request', (request) => {
    add('addresses', `${request.url()}`);
    add('referrers', request.headers().referer ?? '');
  });
  page.on('websocket', (socket) => add('addresses', socket.url()));
  page.on('console', (message) => add('console', message.text()));
  page.on('response', async (response) => {
    if (!/\/(?:api|console)\//.test(response.url())) return;
    const text = await response.text().catch(() => '');
    add('answers', text);
    const ticket = /"token":"([^"]+)"/.exec(text)?.[1];
    if (ticket) tickets.push(ticket);
  });
}

/** Events, files and responses that the page received, as text. */
const pageSide = () =>
  player.page.evaluate(async () => {
    const { reported, player } = window as unknown as {
      reported: unknown[];
      player: Record<string, (wish?: unknown) => Promise<{ blob?: Blob }>> & { state: unknown };
    };
    const latin = async (blob: Blob) =>
      Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
    const snapshot = await player.capturePicture!({ fileName: 'door' });
    await player.startSave!();
    await new Promise((next) => setTimeout(next, 1_500));
    const recording = await player.stopSave!();
    const results = [await player.getStats!(), await player.fetchThemeData!()];
    return {
      events: JSON.stringify([reported, player.state, results]),
      snapshot: await latin(snapshot.blob!),
      recording: await latin(recording.blob!),
      html: document.documentElement.outerHTML,
    };
  });

/** The frame origin's storage in this browser. */
const stored = async () =>
  (await player.document()).evaluate(async () => {
    localStorage.setItem('landmark', 'landmark');
    const names: string[] = [];
    const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      const entries = (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values();
      for await (const entry of entries) {
        names.push(entry.name);
        if (entry.kind === 'directory') await walk(entry as FileSystemDirectoryHandle);
      }
    };
    await navigator.storage.getDirectory().then(walk, () => undefined);
    const databases = await indexedDB.databases().catch(() => []);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, names]);
  });

beforeAll(async () => {
  device = await startOnvifDevice({ username: 'admin', password: secrets.onvifPassword });
  stage = await LiveStage.start();
  const cli = async (args: readonly string[], env: Record<string, string>) => {
    const done = await runIn(stage.oriel.dataDir, args, { env });
    expect(done).toMatchObject({ code: 0 });
    add('log', done.out + done.err);
  };
  await cli(
    [
      'camera',
      'add',
      '--serial',
      'CAM7',
      '--name',
      'Gate',
      '--demo',
      'yard',
      '--onvif',
      device.url,
      '--onvif-user',
      'admin',
      '--encrypted',
    ],
    { ORIEL_ONVIF_PASSWORD: secrets.onvifPassword, ORIEL_CAMERA_CODE: secrets.code },
  );
  // An unreachable camera: its error messages are what could leak.
  await cli(
    ['camera', 'add', 'rtsp://127.0.0.1:9/main', '--serial', 'CAM8', '--name', 'Away', '--username', 'admin'],
    {
      ORIEL_CAMERA_PASSWORD: secrets.cameraPassword,
    },
  );
  player = await stage.open(
    { url: 'about:blank', autoplay: false, template: 'security' },
    { isPlaying: false },
  );
  watch();
  token = await player.page.evaluate(async () => (await fetch('/token', { method: 'POST' })).text());
  await journey();
}, 240_000);
afterAll(async () => {
  await player?.close();
  await stage?.close();
  await device?.stop();
});

/** A viewer's session that involves every secret. */
async function journey(): Promise<void> {
  const { page, frame } = player;
  await player.call('changePlayUrl', 'ezopen://oriel/CAM7/1.live');
  const field = frame.getByLabel('验证码', { exact: true });
  await field.fill(secrets.wrongCode);
  await page.keyboard.press('Enter');
  await soon(frame.getByText('验证码错误，请重新输入')).toBeVisible();
  add('document', await (await player.document()).content());
  await field.fill(secrets.code);
  await page.keyboard.press('Enter');
  await player.phase('playing');
  await player.call('setQuality', 'hd');
  await player.phase('playing');

  await player.call('openPtz');
  const pad = frame.locator('.oriel-ptz-arrow').first();
  await soon(pad).toBeVisible();
  await pad.focus();
  await page.keyboard.down('ArrowLeft');
  await soon.poll(() => device.received.some((received) => received.startsWith('ContinuousMove'))).toBe(true);
  await page.keyboard.up('ArrowLeft');

  const { events, snapshot, recording, html } = await pageSide();
  add('events', events);
  add('snapshot', snapshot);
  add('recording', recording);
  add('document', html);
  await frame.locator('.oriel-stage').click();
  await page.keyboard.press('i');
  await soon(frame.locator('.oriel-stats')).toBeVisible();
  // Without clipboard access, the text is shown in the frame.
  const inside = await player.document();
  await inside.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))");
  await frame.locator('.oriel-stats-copy').click();
  add('diagnosis', await frame.locator('.oriel-stats-text').inputValue());
  add('document', await (await player.document()).content());

  // A failing call, and an unreachable camera.
  await player.call('setSecretKey', `${secrets.wrongCode}/`);
  await player.call('changePlayUrl', 'ezopen://oriel/CAM8/1.live');
  await soon.poll(async () => (await player.reported('handleError')).length).toBeGreaterThan(1);
  add(
    'events',
    JSON.stringify(
      await Promise.all(['handleError', 'state', 'changePlayUrl'].map((name) => player.reported(name))),
    ),
  );
  await page.evaluate(() => console.info('landmark'));
  add('storage', await stored());
  add('document', await (await player.document()).content());
  add('arguments', readArguments(stage.oriel.pid));
  add('log', stage.oriel.output());
  add('dataFolder', readFolder(stage.oriel.dataDir));
}

describe('secrets, after a viewer has used all of them', () => {
  it.each(Object.keys(landmarks))('are not in: %s', (place) => {
    const text = places.get(place) ?? '';
    expect(text).toContain(landmarks[place]);
    const wanted = { ...secrets, token, ticket: tickets[0] ?? '' };
    expect(Object.values(wanted).every((secret) => secret.length > 10)).toBe(true);
    const found = Object.entries(wanted).filter(([name, secret]) => {
      // The response that issues a ticket contains it.
      if (place === 'answers' && name === 'ticket') return false;
      return spellings(secret).some((spelling) => text.includes(spelling));
    });
    expect(found.map(([name]) => name)).toEqual([]);
  });

  it('would be found: a ticket is in the response that issues it', () => {
    expect(tickets.length).toBeGreaterThan(2);
    for (const ticket of tickets) expect(places.get('answers')).toContain(ticket);
    expect(places.get('answers')).toContain('"code":"400036"');
  });

  it('reach the camera as a digest only', () => {
    expect(device.received.length).toBeGreaterThan(0);
    expect(device.refusedLogins).toBe(0);
    for (const secret of Object.values(secrets)) expect(device.raw).not.toContain(secret);
  });
});
