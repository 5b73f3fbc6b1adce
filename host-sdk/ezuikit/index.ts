/**
 * EZUIKit's classes on top of the SDK player: pages written for EZUIKit 7 or 9 only change the script they load.
 * Built as a separate entry, not part of the SDK bundle. Start reading at ezuikit-player.ts. May import the SDK, the
 * address grammar and the built-in themes.
 */
export { PlayerError } from '../player-error.ts';
export { version } from '../version.ts';
export { Core, EZUIKitHD, EZUIKitPlayer, EZWebRtc } from './ezuikit-player.ts';
export { FLV } from './helpers/flv.ts';
export { HLS } from './helpers/hls.ts';
export { EZUIKitInspectionUI, EZUIKitInspectionUI as EZUIKitInspection } from './inspection/inspection-ui.ts';
export { EVENTS, LOCALES, TEMPLATES } from './names.ts';
export { configure } from './source-script.ts';
export { parseStreamAddress } from './stream-address.ts';
