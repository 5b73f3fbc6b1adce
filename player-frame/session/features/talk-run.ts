import { talkLink } from '../../../lib/kernel/rtcgw.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import type { PlaybackFailure } from '../../state/player-state.ts';
import { failureOf } from '../../state/steps.ts';
import type { TalkDuplex } from '../../state/talk-state.ts';
import type { AudioChoice, TalkAudio } from '../../talk/talk-audio.ts';
import type { TalkClient } from '../../talk/talk-client.ts';
import { type CameraName, cameraOf } from '../camera-of.ts';
import type { FeatureContext } from '../feature.ts';
import { readTalkAnswer, type TalkAnswer } from '../talk-answer.ts';

const callMs: Ms = 10_000;
/** Specification, document 2, section 9. */
export const volumeEveryMs: Ms = 200;
const slowNoticeEveryMs: Ms = 10_000;

export type TalkParts = typeof import('../../talk/index.ts');

export interface TalkRunOptions {
  /** Number of the talk, for its events. */
  readonly number: number;
  /** Other cameras of a broadcast, as `SERIAL:CHANNEL`. */
  readonly cameras: readonly string[];
  readonly loadParts: () => Promise<TalkParts>;
  /** Id of the player, for its audio elements. */
  readonly id: string;
  /** The microphone is open. */
  readonly onOpened: () => void;
}

/** One talk, from the request to the last connection. */
export interface TalkRun {
  /** Rejects with a `PlaybackFailure` if another microphone cannot be opened. */
  apply(choice: AudioChoice): Promise<void>;
  /** The microphone in use, as it was chosen. */
  microphoneId(): string;
  /** Resolves when microphone and connections are closed. Safe to call twice. */
  end(): Promise<void>;
}

/** A failure on the way, as a rejection. */
class RunFailure extends Error {
  constructor(readonly playbackFailure: PlaybackFailure) {
    super(playbackFailure.code);
  }
}

export function beginTalk(context: FeatureContext, options: TalkRunOptions): TalkRun {
  const { clock, lapp, send, getState, host } = context;
  const { number } = options;
  const controller = new AbortController();
  const { signal } = controller;
  let audio: TalkAudio | null = null;
  let client: TalkClient | null = null;
  let stopVolume = (): void => {};
  let lastNoticeAt = Number.NEGATIVE_INFINITY;

  run().catch((error: unknown) => {
    report(error instanceof RunFailure ? error.playbackFailure : failureOfError(error));
  });

  /** The end that was not requested. */
  function report(playbackFailure: PlaybackFailure | null): void {
    if (signal.aborted) return;
    void end();
    send({ type: 'event.talkEnded', number, playbackFailure });
  }

  async function run(): Promise<void> {
    const camera = cameraOf(getState());
    if (!camera) throw new RunFailure(failureOf('ezopen.notAddress'));
    const parts = await options.loadParts();
    // Before the viewer is asked for the microphone.
    if ((await supportOf(camera)) === 'none') throw new RunFailure(failureOf('-1000'));
    if (signal.aborted) return;
    const opened = await parts.openTalkAudio(
      { root: context.root, id: options.id, onLost: asPlaybackFailure(report) },
      choiceOf(getState().talk),
    );
    if (signal.aborted) {
      opened.close();
      return;
    }
    audio = opened;
    send({ type: 'event.talkPermitted', number });
    options.onOpened();
    const answer = await requestTalk(camera);
    const servers = parts.gatewayServers(answer.rtcUrl, location.origin);
    if (!servers) throw new RunFailure(failureOf('talk.address'));
    if (signal.aborted) return;
    send({ type: 'event.talkAdmitted', number, duplex: answer.duplex });
    await opened.apply(choiceOf(getState().talk));
    if (signal.aborted) return;
    client = connect(parts, opened, camera, servers, answer);
    stopVolume = clock.every(volumeEveryMs, () => {
      const levels = opened.levels();
      send({ type: 'event.talkLevels', number, levels });
      if (getState().talk.phase === 'on') host.notify('talkVolume', levels);
    });
  }

  function connect(
    parts: TalkParts,
    opened: TalkAudio,
    camera: CameraName,
    servers: readonly string[],
    answer: TalkAnswer,
  ): TalkClient {
    return parts.openTalkClient({
      clock,
      wire: {
        camera,
        makeSocket: (url, subprotocol) => new WebSocket(url, subprotocol),
        send: (url, init) => fetch(url, init),
      },
      servers,
      ticket: answer.stream,
      link: talkLink({ ...camera, ttsUrl: answer.ttsUrl, talkType: answer.talkType }),
      iceServers: answer.iceServers,
      isRelayOnly: answer.isRelayOnly,
      track: opened.track,
      onCameras: (cameras) => send({ type: 'event.talkCameras', number, cameras }),
      onPeer: (track) => opened.setPeer(track),
      onSlowLink: slow,
      onEnded: asPlaybackFailure(report),
    });
  }

  function slow(lost: number): void {
    const now = clock.monotonic();
    if (now - lastNoticeAt < slowNoticeEveryMs) return;
    lastNoticeAt = now;
    send({ type: 'event.talkSlow', number, lost });
  }

  /** Known after the first talk with this camera. 1: full duplex, 3: half duplex (document 2, section 5). */
  async function supportOf(camera: CameraName): Promise<TalkDuplex | 'none'> {
    const known = getState().talk.support;
    if (known !== null) return known;
    const accessToken = await tokenOf();
    const capacity = await lapp.deviceCapacity({ ...camera, accessToken }, { signal, timeoutMs: callMs });
    if (!capacity.ok) throw new RunFailure(capacity.error);
    const word = String(capacity.value.support_talk);
    const support = word === '1' ? 'full' : word === '3' ? 'half' : 'none';
    if (!signal.aborted) send({ type: 'event.talkSupport', support });
    return support;
  }

  async function requestTalk(camera: CameraName): Promise<TalkAnswer> {
    const accessToken = await tokenOf();
    const form = { ...camera, accessToken, cameras: options.cameras };
    const answered = await lapp.talkUrl(form, { signal, timeoutMs: callMs });
    if (!answered.ok) throw new RunFailure(answered.error);
    const answer = readTalkAnswer(answered.value);
    if (!answer) throw new RunFailure(failureOf('address.malformed'));
    return answer;
  }

  async function tokenOf(): Promise<string> {
    const token = await context.token(signal);
    if (!token.ok) throw new RunFailure(token.error);
    return token.value;
  }

  async function end(): Promise<void> {
    controller.abort();
    stopVolume();
    // The message that ends the session is sent before the microphone is released, also while the page is closing.
    const closed = client?.close();
    audio?.close();
    await closed;
  }

  return {
    async apply(choice) {
      try {
        await audio?.apply(choice);
      } catch (error) {
        throw failureOfError(error);
      }
    },
    microphoneId: () => audio?.microphoneId ?? '',
    end,
  };
}

export function choiceOf({
  settings,
  isMuted,
}: {
  settings: Omit<AudioChoice, 'isMuted'>;
  isMuted: boolean;
}): AudioChoice {
  const { microphoneId, speakerId, gain } = settings;
  return { microphoneId, speakerId, gain, isMuted };
}

const asPlaybackFailure =
  (report: (playbackFailure: PlaybackFailure | null) => void) =>
  (problem: { readonly code: string; readonly message: string | null } | null) =>
    report(problem && { ...problem, stage: 'stream' });

/** `TalkError` is part of the chunk that is loaded later, so it is recognised by its content. */
function failureOfError(error: unknown): PlaybackFailure {
  const problem = error instanceof Error && 'problem' in error ? error.problem : null;
  if (typeof problem !== 'object' || problem === null) {
    return { code: 'talk.failed', stage: 'stream', message: error instanceof Error ? error.message : null };
  }
  return { ...(problem as { code: string; message: string | null }), stage: 'stream' };
}
