/** Samples of what cameras send, as bytes and text. */

/** Parameter sets of a 640x360 main-profile video by libx265. */
export const h265Sps = new Uint8Array(
  Buffer.from(
    '42010101600000030090000003000003003fa005020171f2e5ba4a4c2f0168080000030008000003007840',
    'hex',
  ),
);

/** AAC-LC, 16 kHz, mono. */
export const aacConfig = Uint8Array.of(0x14, 0x08);

/** Two supported tracks, an unsupported one, an application track, and unknown lines. */
export const longSdp = [
  'v=0',
  'o=- 1109162014219182 1109162014219192 IN IP4 192.168.1.64',
  's=Media Presentation',
  'e=NONE',
  'b=AS:5100',
  't=0 0',
  'a=control:rtsp://192.168.1.64:554/Streaming/Channels/101/',
  'm=video 0 RTP/AVP 96',
  'c=IN IP4 0.0.0.0',
  'b=AS:5000',
  'a=recvonly',
  'a=x-dimensions:1920,1080',
  'a=control:trackID=1',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 profile-level-id=420029; packetization-mode=1; sprop-parameter-sets=Z0LAHtoCgL/lwEQAAAMABAAAAwDwPFi6gA==,aM48gA==',
  'm=audio 0 RTP/AVP 97',
  'a=recvonly',
  'a=control:trackID=2',
  'a=rtpmap:97 mpeg4-generic/16000/1',
  'a=fmtp:97 streamtype=5; profile-level-id=15; mode=AAC-hbr; sizelength=13; indexlength=3; indexdeltalength=3; config=1408',
  'm=audio 0 RTP/AVP 2',
  'a=rtpmap:2 G726-32/8000',
  'a=control:trackID=4',
  'm=application 0 RTP/AVP 107',
  'a=control:trackID=3',
  'a=rtpmap:107 vnd.onvif.metadata/90000',
  'a=Media_header:MEDIAINFO=494D4B48010200000400000111710110401F000000FA000000000000000000000000000000000000;',
  'a=appversion:1.0',
  '',
].join('\r\n');
