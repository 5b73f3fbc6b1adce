import { advice } from './advice.ts';
import type { EntryGroup } from './entry.ts';

/** Plain addresses: streams of other servers. */
export const plainEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkPageAddress,
    rows: [
      ['plain.address', '播放地址格式有误', 'The playback address is invalid'],
      [
        'plain.credentials',
        '播放地址中不能包含用户名和密码',
        'The playback address must not contain a user name and password',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.listStreamOrigin,
    rows: [
      [
        'plain.origin',
        '本服务器不允许播放来自该流媒体服务器的视频',
        'Streams of this media server are not permitted here',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.secureStream,
    rows: [
      [
        'plain.insecure',
        '页面使用 HTTPS，浏览器不允许播放非加密的视频流',
        'The page uses HTTPS, and browsers do not permit an unencrypted stream in it',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkPageAddress,
    rows: [
      ['plain.denied', '流媒体服务器拒绝播放', 'The media server refuses to send this stream'],
      [
        'plain.notStream',
        '该地址不是可播放的视频流，支持 FLV、MPEG-TS 和 HLS',
        'There is no stream at this address that can be played: FLV, MPEG-TS or HLS',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.publishStream,
    rows: [
      ['plain.notFound', '流媒体服务器上没有该视频流', 'The media server has no such stream'],
      ['plain.ended', '流媒体服务器已结束该视频流', 'The media server has ended the stream'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.comesBack,
    rows: [
      [
        'plain.unavailable',
        '流媒体服务器暂时无法提供服务',
        'The media server is not available at the moment',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.allowCrossOrigin,
    rows: [
      [
        'plain.unreachable',
        '无法连接流媒体服务器，或它不允许跨域播放',
        'The media server cannot be reached, or does not permit other sites to play its streams (CORS)',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.playCamera,
    rows: [
      [
        'plain.noCamera',
        '正在播放其他服务器的视频流，此功能仅适用于摄像机',
        'A stream of another server is playing, and this function needs a camera',
      ],
    ],
  },
];
