import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { SourceFailure } from '../../media/ports.ts';

/**
 * What an operator can do when a camera sends no video. Viewers get other texts from the error catalogue, because they
 * cannot change a camera. `about` matches the message when a code has several causes.
 */
const advice: readonly {
  readonly code: SourceFailure['code'];
  readonly about?: RegExp;
  readonly text: LocalText;
}[] = [
  {
    code: 'source.auth',
    text: {
      'zh-CN': '核对用户名和密码。有些摄像机的 RTSP 或 ONVIF 使用单独的账号，多次输错后会锁定几分钟',
      'en-US':
        'Check the user name and password. Some cameras use a separate account for RTSP or ONVIF, and lock it for several minutes after failed attempts',
    },
  },
  {
    code: 'source.notFound',
    text: {
      'zh-CN':
        '摄像机可以连接，但没有这个取流路径。请在摄像机的说明书或设置中查找，例如 /Streaming/Channels/101、/cam/realmonitor?channel=1&subtype=0 或 /stream1',
      'en-US':
        'The camera is reachable, but it has no stream at this path. Look up the path in its manual or settings, for example /Streaming/Channels/101, /cam/realmonitor?channel=1&subtype=0 or /stream1',
    },
  },
  {
    code: 'source.unreachable',
    text: {
      'zh-CN':
        '检查摄像机是否通电、地址和端口是否正确（RTSP 通常为 554）、摄像机是否开启 RTSP，以及本机能否访问其网络',
      'en-US':
        'Check that the camera is powered on, that the address and port are correct (RTSP usually uses 554), that RTSP is enabled in the camera settings, and that this machine can reach its network',
    },
  },
  {
    code: 'source.refused',
    about: /address outside the allowed camera networks/,
    text: {
      'zh-CN':
        '默认只允许私有地址和公网地址。如需使用，请将其网段加入 ORIEL_CAMERA_NETWORKS（例如 127.0.0.0/8,192.168.0.0/16，该列表会取代默认的私有网段）后重新启动服务器',
      'en-US':
        'By default, only private and public addresses are allowed. To use this one, add its network to ORIEL_CAMERA_NETWORKS (for example 127.0.0.0/8,192.168.0.0/16; the list replaces the default private ranges) and restart the server',
    },
  },
  {
    code: 'source.keyFrame',
    text: {
      'zh-CN':
        '摄像机在发送数据，但三分钟内没有关键帧。请在其编码设置中将关键帧间隔（I 帧间隔、GOP）设为 1 到 2 秒，并关闭会拉长间隔的智能编码',
      'en-US':
        'The camera sends data, but no key frame within three minutes. Set the key frame interval (I-frame interval, GOP) in its video settings to 1 to 2 seconds, and turn off smart codecs that lengthen it',
    },
  },
  {
    code: 'source.certificate',
    text: {
      'zh-CN': '将摄像机的证书或其签发机构的证书写入 ORIEL_CAMERA_CA 指定的 PEM 文件，然后重新启动服务器',
      'en-US':
        "Add the camera's certificate, or the certificate of its authority, to a PEM file, set ORIEL_CAMERA_CA to that file, and restart the server",
    },
  },
  {
    code: 'source.redirected',
    text: {
      'zh-CN': '摄像机转到了另一个地址，请直接填写最终的地址',
      'en-US': 'Enter the address that the camera redirects to',
    },
  },
  {
    code: 'source.udpOnly',
    text: {
      'zh-CN':
        '在摄像机的网络或 RTSP 设置中允许 RTP over RTSP（也称 TCP、interleaved），或将传输方式设为“自动”，由 Oriel 通过 UDP 取流',
      'en-US':
        'Allow RTP over RTSP (also called TCP or interleaved) in the network or RTSP settings of the camera, or set the transport to automatic, so that Oriel reads over UDP',
    },
  },
  {
    code: 'source.busy',
    text: {
      'zh-CN': '关闭直接连接摄像机的其他程序，或在摄像机中提高连接数上限。Oriel 每一路只用一个连接',
      'en-US':
        'Close other programs that are connected to the camera, or raise its connection limit. Oriel uses one connection per stream',
    },
  },
];

/** Null: nothing to add to the message. */
export function sourceAdvice(
  failure: Pick<SourceFailure, 'code' | 'message'>,
  locale: Locale,
): string | null {
  const found = advice.find(
    ({ code, about }) => code === failure.code && (about === undefined || about.test(failure.message)),
  );
  return found ? found.text[locale] : null;
}
