import type { PlaybackFailure } from './player-state.ts';
import type { AudioDevices, TalkCameraState, TalkDuplex, TalkLevels, TalkSettings } from './talk-state.ts';

export type TalkRequest =
  /** `cameras`: addresses of other cameras of a broadcast. */
  | { readonly type: 'request.startTalk'; readonly cameras?: readonly string[]; readonly isMuted?: boolean }
  | { readonly type: 'request.stopTalk' }
  | { readonly type: 'request.toggleTalk' }
  | ({ readonly type: 'request.setTalk'; readonly isMuted?: boolean | undefined } & {
      readonly [Name in keyof TalkSettings]?: TalkSettings[Name] | undefined;
    })
  /** Closing the panel ends the talk. */
  | { readonly type: 'request.closeTalkPanel' }
  | { readonly type: 'request.listAudioDevices' };

/** Events of a talk carry its number. */
export type TalkEvent =
  | { readonly type: 'event.talkSupport'; readonly support: TalkDuplex | 'none' }
  /** The viewer has allowed the microphone. */
  | { readonly type: 'event.talkPermitted'; readonly number: number }
  /** The server permits the talk. */
  | { readonly type: 'event.talkAdmitted'; readonly number: number; readonly duplex: TalkDuplex }
  /** The state of a camera changed; all are named. The first that receives starts the talk. */
  | {
      readonly type: 'event.talkCameras';
      readonly number: number;
      readonly cameras: readonly TalkCameraState[];
    }
  | { readonly type: 'event.talkLevels'; readonly number: number; readonly levels: TalkLevels }
  /** Null: ended as requested. */
  | {
      readonly type: 'event.talkEnded';
      readonly number: number;
      readonly playbackFailure: PlaybackFailure | null;
    }
  /** Another microphone could not be opened; `microphoneId` is still in use. */
  | {
      readonly type: 'event.microphoneKept';
      readonly number: number;
      readonly microphoneId: string;
      readonly playbackFailure: PlaybackFailure;
    }
  /** Packets were lost on the way to the camera or from it. */
  | { readonly type: 'event.talkSlow'; readonly number: number; readonly lost: number }
  | { readonly type: 'event.audioDevices'; readonly devices: AudioDevices }
  /** Another player of the page has started to talk. */
  | { readonly type: 'event.talkTakenOver' };

/** Executed by the feature `talk`. */
export type TalkEffect =
  | { readonly do: 'talk'; readonly number: number; readonly cameras: readonly string[] }
  | { readonly do: 'endTalk' }
  | { readonly do: 'listAudioDevices' };

/** For the host page. */
export type TalkNotice =
  /** Repeated when the state of a camera changes. */
  | { readonly type: 'talking'; readonly cameras: readonly TalkCameraState[] }
  /** Null: ended by the viewer or the page. */
  | { readonly type: 'talkEnded'; readonly playbackFailure: PlaybackFailure | null }
  | { readonly type: 'talkFailed'; readonly playbackFailure: PlaybackFailure };
