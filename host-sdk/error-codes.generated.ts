// Generated from lib/error-catalogue by scripts/generate-error-codes.ts. Change the tables there, then run it again.

/** Codes of the player and of the SDK. The server and cameras also have numbers, as text: `10002`. */
export type ErrorCode =
  /** The operation was cancelled. */
  | 'aborted'
  /** Failed to get the stream address. */
  | 'address.malformed'
  /** The page names no application. */
  | 'app.missing'
  /** The application does not exist or is disabled. */
  | 'app.unknown'
  /** The arguments of the call are invalid. */
  | 'bad-args'
  /** The device is encrypted, and browsers can decrypt only over a secure connection (HTTPS). */
  | 'encryption.insecure'
  /** Internal player error. */
  | 'engine.failed'
  /** The recordings changed during the export. */
  | 'export.changed'
  /** The export failed. */
  | 'export.failed'
  /** An export is already running. */
  | 'export.running'
  /** The browser has no room for the exported file. */
  | 'export.tooLarge'
  /** The video format changes too often for one export. */
  | 'export.tooMany'
  /** Recordings that the camera keeps itself cannot be exported. */
  | 'export.unsupported'
  /** The channel number in the playback address is invalid. */
  | 'ezopen.channelNo'
  /** The device serial number in the playback address is invalid. */
  | 'ezopen.deviceSerial'
  /** The host name in the playback address is invalid. */
  | 'ezopen.host'
  /** The playback type in the playback address is unknown. */
  | 'ezopen.mode'
  /** The playback address is invalid. */
  | 'ezopen.notAddress'
  /** The playback time is invalid, please check it. */
  | 'ezopen.playbackTime'
  /** A parameter in the playback address is invalid. */
  | 'ezopen.query'
  /** The playback address is too long. */
  | 'ezopen.tooLong'
  /** The verification code in the playback address is invalid. */
  | 'ezopen.validCode'
  /** Permission to watch has ended. */
  | 'grant.ended'
  /** The permission to watch has expired. */
  | 'grant.expired'
  /** The video could not be decoded. */
  | 'media.decode'
  /** The stream is malformed. */
  | 'media.malformed'
  /** No video yet. */
  | 'media.noFrame'
  /** The snapshot could not be taken. */
  | 'media.snapshot'
  /** This browser cannot decode the camera's video. */
  | 'media.unsupported'
  /** Connection lost, please try again. */
  | 'network.closed'
  /** The server sends no data. */
  | 'network.silent'
  /** Video interrupted: no new data received. */
  | 'network.stalled'
  /** The server did not respond in time. */
  | 'network.timeout'
  /** The server cannot be reached. */
  | 'network.unreachable'
  /** An option of the player is invalid. */
  | 'option.invalid'
  /** This page has no origin and cannot embed the player. */
  | 'origin.none'
  /** The origin of this page is not listed for the application. */
  | 'origin.notListed'
  /** The browser does not allow picture-in-picture, perhaps without a click. */
  | 'picture.refused'
  /** The browser or the page has no picture-in-picture. */
  | 'picture.unsupported'
  /** The playback address is invalid. */
  | 'plain.address'
  /** The playback address must not contain a user name and password. */
  | 'plain.credentials'
  /** The media server refuses to send this stream. */
  | 'plain.denied'
  /** The media server has ended the stream. */
  | 'plain.ended'
  /** The page uses HTTPS, and browsers do not permit an unencrypted stream in it. */
  | 'plain.insecure'
  /** A stream of another server is playing, and this function needs a camera. */
  | 'plain.noCamera'
  /** The media server has no such stream. */
  | 'plain.notFound'
  /** There is no stream at this address that can be played: FLV, MPEG-TS or HLS. */
  | 'plain.notStream'
  /** Streams of this media server are not permitted here. */
  | 'plain.origin'
  /** The media server is not available at the moment. */
  | 'plain.unavailable'
  /** The media server cannot be reached, or does not permit other sites to play its streams (CORS). */
  | 'plain.unreachable'
  /** The server has too many requests for recordings. */
  | 'playback.busy'
  /** No recordings were found. */
  | 'playback.none'
  /** The object storage with this recording does not respond. */
  | 'playback.storeUnavailable'
  /** The time range is too long: at most 8 days to play, 24 hours to export. */
  | 'playback.tooLong'
  /** The browser or the host page does not allow full screen. */
  | 'player.expandFailed'
  /** Exit full screen first. */
  | 'player.expanded'
  /** The video is loading, please wait. */
  | 'player.loadingWait'
  /** This video cannot be paused. */
  | 'player.noPause'
  /** This video has one speed. */
  | 'player.noRate'
  /** Live video cannot be sought. */
  | 'player.noSeek'
  /** This video cannot be played frame by frame. */
  | 'player.noStep'
  /** The player has not been built. */
  | 'player.notBuilt'
  /** Nothing is playing. */
  | 'player.notPlaying'
  /** This poster is not allowed. */
  | 'poster.refused'
  /** The page has disabled PTZ. */
  | 'ptz.disabled'
  /** The device has no PTZ, or the access token does not allow it. */
  | 'ptz.unsupported'
  /** The maximum playback speed is 4x. */
  | 'rate.max'
  /** The minimum playback speed is 1x. */
  | 'rate.min'
  /** This playback speed is not supported. */
  | 'rate.unsupported'
  /** The recording was too short and contains no video. */
  | 'record.empty'
  /** Recording is currently not possible. */
  | 'record.unavailable'
  /** No recording is in progress. */
  | 'recording.none'
  /** A recording is already in progress. */
  | 'recording.running'
  /** The camera does not offer search and replay of its own recordings. */
  | 'recordings.unsupported'
  /** Nothing is recorded after this. */
  | 'replay.noMore'
  /** The recordings of this range have been played. */
  | 'replay.rangeEnd'
  /** The time of the seek has a wrong format. */
  | 'seek.format'
  /** A seek cannot cross dates. */
  | 'seek.otherDate'
  /** The server is restarting. */
  | 'server.stopping'
  /** The camera rejected the login. */
  | 'source.auth'
  /** The camera is busy or has no connection left. */
  | 'source.busy'
  /** The certificate of the camera is not trusted. */
  | 'source.certificate'
  /** The camera configuration has just been changed. */
  | 'source.changed'
  /** The camera ended the stream. */
  | 'source.ended'
  /** The stream from the camera was interrupted. */
  | 'source.failed'
  /** The camera has not sent a key frame for too long, so there is no picture yet. */
  | 'source.keyFrame'
  /** The camera sends audio only, no video. */
  | 'source.noVideo'
  /** The camera does not provide this stream. */
  | 'source.notFound'
  /** The camera sent an error or an invalid response. */
  | 'source.protocol'
  /** The camera redirects to another address. */
  | 'source.redirected'
  /** The server cannot use this camera address. */
  | 'source.refused'
  /** The camera sends no video. */
  | 'source.silent'
  /** The camera does not replay its recordings at this speed. */
  | 'source.speed'
  /** The camera does not send its stream over TCP. */
  | 'source.udpOnly'
  /** The server cannot connect to the camera. */
  | 'source.unreachable'
  /** The server cannot read the stored camera configuration. */
  | 'source.unreadable'
  /** The camera's encoding is not supported. */
  | 'source.unsupported'
  /** There is no frame in this direction. */
  | 'step.none'
  /** The database of the server is damaged. */
  | 'storage.damaged'
  /** The server cannot read or write its disk. */
  | 'storage.failed'
  /** The disk of the server is full; nothing was saved. */
  | 'storage.full'
  /** The storage of the server is read-only; nothing was saved. */
  | 'storage.readOnly'
  /** The camera ended the stream. */
  | 'stream.ended'
  /** The camera does not provide this stream. */
  | 'stream.notFound'
  /** Invalid server url. */
  | 'talk.address'
  /** Error attaching plugin. */
  | 'talk.attach'
  /** The camera refused the user name or password for the talk. */
  | 'talk.auth'
  /** The camera is in a talk, or has no connection left. */
  | 'talk.busy'
  /** The server ended the talk. */
  | 'talk.closed'
  /** Error connecting to any of the provided Janus servers: Is the server down?. */
  | 'talk.connect'
  /** Lost connection to the server (is it down?). */
  | 'talk.disconnected'
  /** The camera ended the talk. */
  | 'talk.ended'
  /** The audio connection could not be set up. */
  | 'talk.failed'
  /** The talk server refused the request. */
  | 'talk.gateway'
  /** The browser requires a click in the player before a talk. */
  | 'talk.gesture'
  /** The network blocks audio, and no relay server can be used. */
  | 'talk.ice'
  /** Browsers allow the microphone only over a secure connection (HTTPS). */
  | 'talk.insecure'
  /** The audio connection was lost. */
  | 'talk.lost'
  /** The operating system blocks the microphone. */
  | 'talk.microphoneBlocked'
  /** Another program is using the microphone. */
  | 'talk.microphoneBusy'
  /** Access to the microphone was refused. */
  | 'talk.microphoneDenied'
  /** The browser's question about the microphone was closed without an answer. */
  | 'talk.microphoneDismissed'
  /** The microphone could not be opened. */
  | 'talk.microphoneFailed'
  /** The page does not allow the player to use the microphone. */
  | 'talk.microphoneForbidden'
  /** No capture device found. */
  | 'talk.microphoneMissing'
  /** The microphone was unplugged. */
  | 'talk.microphoneUnplugged'
  /** No web audio support in this browser!. */
  | 'talk.noAudio'
  /** WebRTC not supported by this browser. */
  | 'talk.noWebRtc'
  /** The camera responded to the talk with invalid data. */
  | 'talk.protocol'
  /** The address of the camera is not allowed. */
  | 'talk.refused'
  /** The talk could not be connected in time. */
  | 'talk.timeout'
  /** The loudspeaker of the camera cannot be reached. */
  | 'talk.unreachable'
  /** The camera has no audio input that can be used. */
  | 'talk.unsupported'
  /** The camera was disabled, or the permission to talk has ended. */
  | 'talk.withdrawn'
  /** Unknown player template. */
  | 'template.unknown'
  /** The theme is invalid. */
  | 'theme.invalid'
  /** The player has no theme. */
  | 'theme.none'
  /** The stream ticket was rejected. */
  | 'ticket.refused'
  /** The page provided no access token: getToken returned no text. */
  | 'token.missing'
  /** The page provided no access token: getToken threw an error. */
  | 'token.threw'
  /** The page did not provide an access token in time. */
  | 'token.timeout'
  /** The maximum number of simultaneous viewers is reached. */
  | 'tooMany'
  /** The camera's encoding settings have changed. */
  | 'tracks.changed'
  /** The network is too slow for this stream. */
  | 'viewer.slow'
  /** The maximum number of simultaneous viewers is reached. */
  | 'viewer.tooMany'
  /** The network is too slow for this stream. */
  | 'viewer.tooSlow'
  /** The loudspeaker of the camera is in use, please try again later. */
  | 'voice.busy'
  /** Sending failed, please try again later. */
  | 'voice.failed'
  /** This voice message no longer exists. */
  | 'voice.notFound'
  /** At most 1 minute. */
  | 'voice.tooLong'
  /** The message is too short. */
  | 'voice.tooShort'
  /** Nothing was recorded, please try again. */
  | 'voice.tooSmall'
  /** there is no player at this address. */
  | 'handshake-timeout'
  /** player and SDK have no protocol version in common. */
  | 'version'
  /** no response in time. */
  | 'timeout'
  /** the player was removed. */
  | 'destroyed'
  /** the player frame reloaded; the player continues, the call does not. */
  | 'frame-reloaded'
  /** an argument cannot be sent. */
  | 'uncloneable'
  /** the response is invalid. */
  | 'bad-reply'
  /** this player does not have the call. */
  | 'unsupported'
  /** too many calls at once. */
  | 'busy'
  /** the player failed at the call. */
  | 'internal'
  /** Of the server or the camera. */
  | `${number}`;
