/** Options of `createPlayer` that the Vue component has as props, by the kind of their values. */
// biome-ignore format: one line for each kind
export const texts = ['server', 'app', 'url', 'template', 'language', 'poster', 'scaleMode', 'title', 'themeData'] as const;
export const numbers = ['volume', 'maxDelay', 'seekFrequency'] as const;
// biome-ignore format: one line for each kind
export const flags = ['autoplay', 'autoplayByTheme', 'audio', 'isMobile', 'disabledPTZ', 'adaptiveQuality', 'sharedSound', 'disabledTimeLine', 'controlsOnly', 'noDownload', 'noRecordingDownload', 'shareButton', 'linkButton', 'doubleClickFullscreen', 'pictureInPicture', 'microphone'] as const;
// biome-ignore format: one line for each kind
export const others = ['getToken', 'header', 'footer', 'controls', 'playbackRange', 'companions', 'speedOptions'] as const;
