/** The parts of a talk, loaded with the first one. */
export { listAudioDevices } from './audio-devices.ts';
export { gatewayServers } from './gateway-address.ts';
export { openMicrophone } from './microphone.ts';
export { openTalkAudio } from './talk-audio.ts';
export { openTalkClient } from './talk-client.ts';
export { TalkError } from './talk-failure.ts';
