import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { PlaybackFailure } from './player-state.ts';

/** A saved voice message. */
export interface VoiceItem {
  readonly name: string;
  /** Address to listen to it, and what is sent. */
  readonly fileUrl: string;
  /** Whole seconds. */
  readonly duration: number;
}

export interface VoiceList {
  readonly items: readonly VoiceItem[];
  /** Page to load next, from 0. */
  readonly nextPage: number;
  readonly isLoading: boolean;
  /** The last page was full, so there may be more. */
  readonly hasMore: boolean;
  /** The product's own messages, which are listed if there are no saved ones. */
  readonly isDefault: boolean;
  /** The server speaks texts. */
  readonly canSpeak: boolean;
  readonly problem: PlaybackFailure | null;
}

/** A message of the viewer. */
export type VoiceRecording =
  | { readonly phase: 'off' }
  /** Waiting for the microphone. */
  | { readonly phase: 'opening' }
  | { readonly phase: 'on'; readonly since: EpochMs /** 0 to 100. */; readonly level: number }
  | { readonly phase: 'ending' }
  /** Recorded, and not sent yet. `url`: object URL of the file, owned by session/features/voice.ts. */
  | { readonly phase: 'ready'; readonly lengthMs: Ms; readonly url: string };

/** What is sent: a saved message, the recorded one, or a text. */
export type VoiceContent =
  | { readonly kind: 'saved'; readonly fileUrl: string }
  | { readonly kind: 'recorded' }
  | { readonly kind: 'text'; readonly text: string };

export interface Voice {
  readonly isOpen: boolean;
  readonly list: VoiceList;
  readonly recording: VoiceRecording;
  /** Number of the recording: events of an older one are ignored. */
  readonly take: number;
  /** What is on its way to the camera. */
  readonly sending: VoiceContent | null;
  /** Number of what is sent. */
  readonly delivery: number;
  /** Result of the last action. */
  readonly result:
    | { readonly isSent: true }
    | { readonly isSent: false; readonly problem: PlaybackFailure }
    | null;
}

export type VoiceRequest =
  | { readonly type: 'request.openVoice' }
  | { readonly type: 'request.closeVoice' }
  | { readonly type: 'request.toggleVoice' }
  | { readonly type: 'request.moreVoices' }
  | { readonly type: 'request.recordVoice' }
  | { readonly type: 'request.endVoiceRecording' }
  /** Also cancels a running recording. */
  | { readonly type: 'request.discardVoice' }
  | { readonly type: 'request.sendVoice'; readonly content: VoiceContent };

export type VoiceEvent =
  | {
      readonly type: 'event.voices';
      readonly page: number;
      readonly isDefault: boolean;
      readonly items: readonly VoiceItem[];
      readonly canSpeak: boolean;
    }
  | { readonly type: 'event.voicesFailed'; readonly problem: PlaybackFailure }
  | { readonly type: 'event.voiceRecording'; readonly take: number; readonly at: EpochMs }
  | { readonly type: 'event.voiceLevel'; readonly take: number; readonly level: number }
  | {
      readonly type: 'event.voiceRecorded';
      readonly take: number;
      readonly lengthMs: Ms;
      readonly bytes: number;
      readonly url: string;
    }
  | { readonly type: 'event.voiceRecordingFailed'; readonly take: number; readonly code: string }
  /** Null: the camera has received it. */
  | { readonly type: 'event.voiceSent'; readonly delivery: number; readonly problem: PlaybackFailure | null };

/** Executed by the feature `voice`. */
export type VoiceEffect =
  | { readonly do: 'loadVoices'; readonly page: number; readonly isDefault: boolean }
  | { readonly do: 'recordVoice'; readonly take: number }
  | { readonly do: 'endVoiceRecording' }
  /** Stops recording and frees the file. */
  | { readonly do: 'dropVoice' }
  | { readonly do: 'sendVoice'; readonly delivery: number; readonly content: VoiceContent };

/** For the host page. */
export type VoiceNotice = { readonly type: 'voiceFailed'; readonly problem: PlaybackFailure };

const emptyList: VoiceList = {
  items: [],
  nextPage: 0,
  isLoading: false,
  hasMore: false,
  isDefault: false,
  canSpeak: false,
  problem: null,
};

export const initialVoice: Voice = {
  isOpen: false,
  list: emptyList,
  recording: { phase: 'off' },
  take: 0,
  sending: null,
  delivery: 0,
  result: null,
};
