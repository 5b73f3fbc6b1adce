import { PlayerError } from '../player-error.ts';
import type { PlayerCore } from './core.ts';
import { retcodeOf } from './payloads.ts';
import type { ShownPlayer } from './plain-address-player.ts';
import { parseStreamAddress } from './stream-address.ts';

// Talk and voice messages, with the shapes of EZUIKit 7 to 9.

/** What calls about the microphone resolve with. `code` 0: success; the promise is not rejected otherwise. */
interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly res: unknown;
}

const success = { code: 0, msg: 'success' } as const;

/** Failures of the microphone resolve, because pages check `code`. */
async function microphone(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { ...success, res: await work() };
  } catch (error) {
    if (!(error instanceof PlayerError) || !error.code.startsWith('talk.')) throw error;
    return { code: -1, msg: error.message, res: null };
  }
}

/** Resolves when the camera accepts audio. */
export function startTalk(core: PlayerCore): Promise<boolean> {
  const started = core.run('startTalk', (player) => player.startTalk().then(() => true));
  started.catch((error: PlayerError) => {
    // The player reports all other failures itself.
    if (['unsupported', 'destroyed'].includes(error.code)) reportTalkFailure(core, error.code, error.message);
  });
  return started;
}

export const stopTalk = (core: PlayerCore): Promise<boolean> =>
  core.run('stopTalk', (player) => player.stopTalk().then(() => true));

function reportTalkFailure(core: PlayerCore, code: string, message: string): void {
  const retcode = retcodeOf({ code });
  core.callback('handleTalkError', { retcode, msg: message, id: core.id, type: 'handleTalkError', code });
  core.emit('talkError', retcode, { code }, message);
}

/** Asks the viewer if necessary. */
export function getMicrophonePermission(core: PlayerCore): Promise<unknown> {
  return core.run('getMicrophonePermission', async (player) => {
    const answer = await microphone(async () => (await player.getAudioDevices({ request: true })).permission);
    const isRefused = answer.code === 0 && answer.res !== 'granted';
    return isRefused ? { ...answer, code: -1, msg: String(answer.res) } : answer;
  });
}

/** As `MediaDeviceInfo`. Labels are empty without the permission. */
export function getMicrophonesList(core: PlayerCore): Promise<unknown> {
  return core.run('getMicrophonesList', (player) =>
    microphone(async () =>
      (await player.getAudioDevices()).devices
        .filter(({ kind }) => kind === 'audioinput')
        .map(({ id, label, kind }) => ({ deviceId: id, label, kind, groupId: '' })),
    ),
  );
}

/** `{ microphoneId }`, for a running talk and for later ones. */
export function setProfile(core: PlayerCore, name: string, options: unknown): Promise<unknown> {
  const { microphoneId } = fieldsOf(options);
  return core.run(name, async (player) => {
    if (typeof microphoneId !== 'string') throw badArgs(name, 'microphoneId is a string');
    await player.setTalk({ microphoneId });
    return success;
  });
}

/** 0 to 10; 1 is unchanged. */
export function setVolumeGain(core: PlayerCore, gain: unknown): Promise<unknown> {
  return core.run('setVolumeGain', async (player) => {
    const value = typeof gain === 'number' || typeof gain === 'string' ? Number(gain) : Number.NaN;
    if (!(value >= 0 && value <= 10)) throw badArgs('setVolumeGain', '0 to 10');
    await player.setTalk({ gain: value });
    core.talkGain = value;
    return success;
  });
}

/** `{ pageStart, pageSize }`, of which the first counts from 0. */
export function queryVoiceList(core: PlayerCore, options: unknown): Promise<unknown> {
  const given = fieldsOf(options);
  const page = countOf(given.pageStart) ?? 0;
  const pageSize = countOf(given.pageSize) ?? 5;
  const isDefault = given.default === true || given.default === 'true';
  const asked = async (player: ShownPlayer) => {
    const { voices, total } = await player.queryVoices({ page, pageSize, isDefault });
    const data = voices.map(({ name, fileUrl, duration }) => ({ voiceName: name, fileUrl, duration }));
    return { ...success, data, page: { total, page, size: pageSize } };
  };
  return core.run('queryVoiceList', asked, { data: ({ data }) => data });
}

/** A saved message: its address, or `{ fileUrl }`. */
export function sendVoice(
  core: PlayerCore,
  url: string,
  voice: unknown,
  channelNo: unknown,
): Promise<unknown> {
  const given = typeof voice === 'string' ? { fileUrl: voice } : fieldsOf(voice);
  return core.run('sendVoice', async (player) => {
    requireCamera('sendVoice', url, { channelNo, ...given });
    if (typeof given.fileUrl !== 'string' || !given.fileUrl) throw badArgs('sendVoice', 'fileUrl is missing');
    await player.sendVoice({ fileUrl: given.fileUrl });
    return success;
  });
}

/** A recorded file: a `Blob` or bytes, or `{ voiceFile }` with it. */
export function sendVoiceOnce(
  core: PlayerCore,
  url: string,
  voice: unknown,
  channelNo: unknown,
): Promise<unknown> {
  const isFile = voice instanceof Blob || voice instanceof ArrayBuffer || ArrayBuffer.isView(voice);
  const given: Fields = isFile ? { voiceFile: voice } : fieldsOf(voice);
  return core.run('sendVoiceOnce', async (player) => {
    requireCamera('sendVoiceOnce', url, { channelNo, ...given });
    const { voiceFile } = given;
    if (!(voiceFile instanceof Blob || voiceFile instanceof ArrayBuffer || ArrayBuffer.isView(voiceFile)))
      throw badArgs('sendVoiceOnce', 'voiceFile is a file');
    const file = voiceFile instanceof Blob ? voiceFile : new Blob([voiceFile as BlobPart]);
    await player.sendVoice({ file });
    return success;
  });
}

/** A message is played by the camera that is shown. */
function requireCamera(name: string, url: string, wanted: Fields): void {
  const shown = parseStreamAddress(url);
  for (const field of ['deviceSerial', 'channelNo'] as const) {
    const value = wanted[field];
    if (value === undefined || value === null || value === '' || String(value) === String(shown?.[field]))
      continue;
    throw badArgs(name, `${field} is not that of the camera that is shown`);
  }
}

/** Events and callbacks of a talk, by the page or by the viewer. */
export function forwardTalk(core: PlayerCore, player: Pick<ShownPlayer, 'on'>): void {
  const { id } = core;
  let isTalking = false;
  const talking = (is: boolean) => {
    isTalking = is;
    core.emitFields('talkingChange', { talking: is });
  };
  const failed = (code: string, message: string) => reportTalkFailure(core, code, message);
  // Repeated when the state of a camera of a broadcast changes.
  player.on('startTalk', () => {
    if (isTalking) return;
    if (!core.isRunning('startTalk')) core.emit('startTalk');
    core.callback('handleTalkSuccess', { retcode: 0, id, type: 'handleTalkSuccess' });
    core.emit('talkSuccess');
    talking(true);
  });
  player.on('stopTalk', ({ code, message }) => {
    if (code !== undefined) failed(code, message ?? '');
    if (!core.isRunning('stopTalk')) core.emit('stopTalk', code === undefined ? 0 : retcodeOf({ code }));
    if (isTalking) talking(false);
  });
  player.on('handleTalkError', ({ code, message }) => failed(code, message));
  player.on('talkVolume', ({ microphone: level }) => {
    // 8.x has the first name, 9.x the second.
    for (const name of ['volumeChange', 'talkVolumeChange']) core.emit(name, 0, level / 100);
  });
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value ? (value as Fields) : {});

const countOf = (value: unknown): number | undefined =>
  /^\d{1,6}$/.test(String(value ?? '')) ? Number(value) : undefined;

const badArgs = (name: string, message: string): PlayerError =>
  new PlayerError({ code: 'bad-args', message: `${name}: ${message}`, source: 'player', retryable: false });
