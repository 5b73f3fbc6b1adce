import { parseEzopen } from '../../../lib/ezopen/address.ts';
import { RequestError } from '../../../lib/protocol/index.ts';
import type { PlaybackFailure, PlayerState } from '../../state/player-state.ts';
import { failureOf } from '../../state/steps.ts';
import { isTalking, selectIsHold } from '../../state/talk.ts';
import type { TalkCameraState, TalkSettings } from '../../state/talk-state.ts';
import type { AudioChoice } from '../../talk/talk-audio.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { createNonce } from '../nonce.ts';
import { listenToOthers, notifyOthers } from '../page-focus.ts';
import { beginTalk, choiceOf, type TalkParts, type TalkRun } from './talk-run.ts';
import { readTalkSettings, writeTalkSettings } from './talk-settings.ts';

/** One player of a page talks at a time. */
const talkFocusMessage = 'oriel-talks';

/** Talk: microphone, gateway and loudspeaker, and the devices of the viewer. */
export function makeTalk(
  context: FeatureContext,
  loadParts: () => Promise<TalkParts> = () => import('../../talk/index.ts'),
): Feature {
  const { host, request, getState, send, explain } = context;
  const id = createNonce();
  let run: TalkRun | null = null;
  let ending: Promise<void> = Promise.resolve();
  let settings: TalkSettings = getState().talk.settings;
  let applied: AudioChoice | null = null;
  /** The last change of devices, for `setTalk`; the failure of one that was refused. */
  let applying: Promise<PlaybackFailure | null> = Promise.resolve(null);

  const kept = readTalkSettings();
  if (kept) send({ type: 'request.setTalk', ...kept, isMuted: getState().talk.isMuted });

  function begin(number: number, cameras: readonly string[]): void {
    void endRun();
    notifyOthers(talkFocusMessage);
    applied = null;
    run = beginTalk(context, { number, cameras, loadParts, id, onOpened: () => void listDevices() });
    // `getUserMedia` waits for the viewer as long as the viewer likes, so only the last run is awaited by the next.
  }

  function endRun(): Promise<void> {
    const ended = run?.end();
    run = null;
    if (ended) ending = Promise.all([ending, ended]).then(() => undefined);
    return ending;
  }

  function apply(state: PlayerState): void {
    const { talk } = state;
    if (talk.settings !== settings) {
      settings = talk.settings;
      writeTalkSettings(settings);
    }
    const current = run;
    if (!current || !isTalking(state)) return;
    const choice = choiceOf(talk);
    if (applied && sameChoice(applied, choice)) return;
    applied = choice;
    const { number } = talk;
    applying = current.apply(choice).then(
      () => null,
      (playbackFailure: PlaybackFailure) => {
        // Another one was chosen meanwhile.
        if (applied?.microphoneId !== choice.microphoneId) return playbackFailure;
        const microphoneId = current.microphoneId();
        applied = { ...applied, microphoneId };
        send({ type: 'event.microphoneKept', number, microphoneId, playbackFailure });
        return playbackFailure;
      },
    );
  }

  async function listDevices() {
    const devices = await (await loadParts()).listAudioDevices();
    send({ type: 'event.audioDevices', devices });
    return devices;
  }

  const onDevices = (): void => {
    if (getState().talk.devices) void listDevices();
  };
  const mediaDevices: MediaDevices | undefined = navigator.mediaDevices;
  mediaDevices?.addEventListener?.('devicechange', onDevices);

  /** Releases the key when the page is hidden or the window loses the focus. */
  const letGo = (): void => {
    const state = getState();
    if (isTalking(state) && selectIsHold(state) && !state.talk.isMuted) {
      send({ type: 'request.setTalk', isMuted: true });
    }
  };
  const onHidden = (): void => {
    if (document.hidden) letGo();
  };
  window.addEventListener('blur', letGo);
  document.addEventListener('visibilitychange', onHidden);
  const stopListening = listenToOthers(talkFocusMessage, () => send({ type: 'event.talkTakenOver' }));

  async function notifyEnd(playbackFailure: PlaybackFailure | null): Promise<void> {
    if (!playbackFailure) return host.notify('stopTalk', {});
    const { code, message } = await explain(playbackFailure);
    host.notify('stopTalk', { code, message });
  }

  return {
    handlers: {
      async startTalk({ cameras = [], isMuted }, signal) {
        // A page that has given up does not expect an open microphone.
        signal.addEventListener('abort', () => {
          if (getState().talk.phase !== 'on') send({ type: 'request.stopTalk' });
        });
        const names = cameras.map(nameOf);
        if (names.includes(null)) throw new RequestError(await explain(failureOf('ezopen.notAddress')));
        await request(
          { type: 'request.startTalk', cameras, ...(isMuted === undefined ? {} : { isMuted }) },
          signal,
        );
      },
      stopTalk: (_data, signal) => request({ type: 'request.stopTalk' }, signal),
      async setTalk(change, signal) {
        await request({ type: 'request.setTalk', ...change }, signal);
        const refused = await applying;
        if (refused) throw new RequestError(await explain(refused));
      },
      async getAudioDevices({ request: isRequested }) {
        const parts = await loadParts();
        if (isRequested) {
          const opened = await parts.openMicrophone();
          if (opened.ok) for (const track of opened.value.getTracks()) track.stop();
        }
        return listDevices();
      },
    },
    run(effect) {
      if (effect.do === 'talk')
        begin(
          effect.number,
          effect.cameras.flatMap((each) => nameOf(each) ?? []),
        );
      if (effect.do === 'endTalk') {
        const { number } = getState().talk;
        void endRun().then(() => send({ type: 'event.talkEnded', number, playbackFailure: null }));
      }
      if (effect.do === 'listAudioDevices') void listDevices();
    },
    stateChanged: apply,
    notify(notice) {
      if (notice.type === 'talking') host.notify('startTalk', { cameras: notice.cameras.map(printCamera) });
      if (notice.type === 'talkEnded') void notifyEnd(notice.playbackFailure);
      if (notice.type === 'talkFailed') {
        void explain(notice.playbackFailure).then((failure) => host.notify('handleTalkError', failure));
      }
    },
    reset: endRun,
    async destroy() {
      mediaDevices?.removeEventListener?.('devicechange', onDevices);
      window.removeEventListener('blur', letGo);
      document.removeEventListener('visibilitychange', onHidden);
      stopListening();
      await endRun();
    },
  };
}

const printCamera = (camera: TalkCameraState) => ({ ...camera });

/** `SERIAL:CHANNEL`, as the call expects other cameras; null for an invalid address. */
function nameOf(address: string): string | null {
  const parsed = parseEzopen(address);
  return parsed.ok ? `${parsed.value.deviceSerial}:${parsed.value.channelNo}` : null;
}

function sameChoice(one: AudioChoice, other: AudioChoice): boolean {
  return (
    one.microphoneId === other.microphoneId &&
    one.speakerId === other.speakerId &&
    one.gain === other.gain &&
    one.isMuted === other.isMuted
  );
}
