import type { IconId } from '../../../lib/contracts/theme/icon-id.ts';
import type { Theme } from '../../../lib/contracts/theme/theme.ts';

/**
 * How bars are arranged: by the purpose of the template, while the theme defines buttons and colours. The style sheet
 * has a section for each name (layouts.css).
 */
export interface BarLayout {
  readonly name: 'pcLive' | 'security' | 'voice' | 'pcRec' | 'mobileLive' | 'mobileRec';
  /** Space between the footer and each side of the frame, as in the style sheet. */
  readonly insetPx: number;
  /** Whether the volume slider is part of the bar; otherwise it opens over its button. */
  readonly hasVolumeInBar: boolean;
  /** Place of the play button: in its order, in the middle of the bar, or in the middle of the video. */
  readonly play: 'inOrder' | 'midBar' | 'midVideo';
  /** Buttons with a visible label, if all of them fit. */
  readonly labelled: readonly IconId[];
  /** Additional width of a labelled button. */
  readonly labelPx: number;
}

const plain = { insetPx: 0, hasVolumeInBar: false, play: 'inOrder', labelled: [], labelPx: 0 } as const;

const layouts = {
  /** Every tool, from edge to edge. */
  pcLive: { ...plain, name: 'pcLive' },
  /** Evidence: snapshot, recording and zoom have labels; the header is a plate at the right. */
  security: {
    ...plain,
    name: 'security',
    insetPx: 8,
    labelled: ['capturePicture', 'recordvideo', 'zoom'],
    labelPx: 84,
  },
  /** A conversation: few round buttons in the middle, and the volume. */
  voice: { ...plain, name: 'voice', insetPx: 16, hasVolumeInBar: true },
  /** A recording: play in the middle, tools on the left, speed and size on the right. */
  pcRec: { ...plain, name: 'pcRec', play: 'midBar' },
  /** Fingers: play in the middle of the video, buttons spread over the width. */
  mobileLive: {
    ...plain,
    name: 'mobileLive',
    play: 'midVideo',
    labelled: ['capturePicture', 'sound', 'pantile', 'recordvideo', 'talk', 'broadcast', 'zoom', 'expend'],
    labelPx: 48,
  },
  mobileRec: { ...plain, name: 'mobileRec', play: 'midVideo' },
} as const satisfies Record<string, BarLayout>;

const byType = {
  webLive: layouts.pcLive,
  webRec: layouts.pcRec,
  mobileLive: layouts.mobileLive,
  mobileRec: layouts.mobileRec,
} as const satisfies Record<Theme['themeType'], BarLayout>;

/** The layout of a built-in theme, also when a page has changed its buttons; otherwise that of the theme's type. */
export function layoutOf({ themeId, themeType }: Theme): BarLayout {
  const isNamed = (id: string): id is keyof typeof layouts => Object.hasOwn(layouts, id);
  return isNamed(themeId) ? layouts[themeId] : byType[themeType];
}
