import type { TalkCameraState } from '../../lib/kernel/rtcgw.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import type { HostCallResult } from '../../lib/protocol/index.ts';
import type { PlaybackFailure, RequestId } from './player-state.ts';

/** Choices of the viewer. They outlive a talk. */
export interface TalkSettings {
  /** Hold a key or the button to speak; otherwise the microphone is open for the whole talk. */
  readonly isHold: boolean;
  /** Empty: the default of the browser. */
  readonly microphoneId: string;
  readonly speakerId: string;
  /** Of the microphone, 0 to 10; 1 is unchanged. */
  readonly gain: number;
}

/** 0 to 100. */
export interface TalkLevels {
  readonly microphone: number;
  readonly camera: number;
}

export type { TalkCameraState };

/** Microphones and loudspeakers of the browser. */
export type AudioDevices = HostCallResult<'getAudioDevices'>;

/** `half`: the camera is silent while the viewer speaks, so the viewer holds a key to speak. */
export type TalkDuplex = 'full' | 'half';

export interface Talk {
  /** `permission`: waiting for the microphone. `on`: the first camera accepts audio. */
  readonly phase: 'off' | 'permission' | 'connecting' | 'on' | 'ending';
  /** Number of the talk: events of an older one are ignored. */
  readonly number: number;
  /** Whether the cameras support it; null until known. */
  readonly support: TalkDuplex | 'none' | null;
  readonly isPanelOpen: boolean;
  readonly settings: TalkSettings;
  /** The microphone sends silence. */
  readonly isMuted: boolean;
  readonly duplex: TalkDuplex;
  /** When the first camera accepted audio; null while `phase` is not `on`. */
  readonly since: EpochMs | null;
  /** The cameras: one, or those of a broadcast. */
  readonly cameras: readonly TalkCameraState[];
  readonly levels: TalkLevels;
  /** Null until requested. */
  readonly devices: AudioDevices | null;
  /** Why the last talk failed. */
  readonly failure: PlaybackFailure | null;
  /** Requests waiting for the first camera. */
  readonly waiting: readonly RequestId[];
  /** Audio of the video was open when the talk was requested. */
  readonly hadSound: boolean;
}

export const silence: TalkLevels = { microphone: 0, camera: 0 };
export const defaultTalkSettings: TalkSettings = { isHold: false, microphoneId: '', speakerId: '', gain: 1 };
export const maxGain = 10;

export const initialTalk: Talk = {
  phase: 'off',
  number: 0,
  support: null,
  isPanelOpen: false,
  settings: defaultTalkSettings,
  isMuted: false,
  duplex: 'full',
  since: null,
  cameras: [],
  levels: silence,
  devices: null,
  failure: null,
  waiting: [],
  hadSound: false,
};
