import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { SourceFailure } from '../../media/ports.ts';

interface Advice {
  /** Of the message, where a code has several causes. */
  readonly about?: RegExp;
  readonly text: LocalText;
}

const text = (chinese: string, english: string): LocalText => ({ 'zh-CN': chinese, 'en-US': english });

/**
 * What an operator can do when a camera sends no video. Viewers get other texts from the error catalogue, because they
 * cannot change a camera. The first that fits counts; the last of each code fits always.
 */
const advice: Readonly<Record<SourceFailure['code'], readonly Advice[]>> = {
  'source.auth': [
    {
      about: /kind of login/,
      text: text(
        '请在摄像机的 RTSP 设置中选择 Digest（摘要）或 Basic 认证',
        'Select Digest or Basic authentication for RTSP in the camera settings',
      ),
    },
    {
      about: /asks for a user name/,
      text: text('请填写摄像机的用户名和密码', 'Enter the user name and password of the camera'),
    },
    {
      about: /: 403\)/,
      text: text(
        '请在摄像机的用户和安全设置中检查：该账号可能无权查看这一路画面，或摄像机只允许特定的地址连接',
        'Check the user and security settings of the camera: the account may lack the permission for this stream, or only certain addresses may connect',
      ),
    },
    {
      text: text(
        '核对用户名和密码。有些摄像机的 RTSP 或 ONVIF 使用单独的账号，多次输错后会锁定几分钟',
        'Check the user name and password. Some cameras use a separate account for RTSP or ONVIF, and lock it for several minutes after failed attempts',
      ),
    },
  ],
  'source.notFound': [
    {
      about: /no recording/,
      text: text('请选择其他时间', 'Select another time'),
    },
    {
      text: text(
        '摄像机可以连接，但没有这个取流路径。请在摄像机的说明书或设置中查找，例如 /Streaming/Channels/101、/cam/realmonitor?channel=1&subtype=0 或 /stream1',
        'The camera is reachable, but it has no stream at this path. Look up the path in its manual or settings, for example /Streaming/Channels/101, /cam/realmonitor?channel=1&subtype=0 or /stream1',
      ),
    },
  ],
  'source.unreachable': [
    {
      about: /^the name /,
      text: text(
        '检查主机名是否正确，以及本机的 DNS 能否解析该名称，或改填摄像机的 IP 地址',
        'Check the host name and that the DNS of this machine knows it, or enter the IP address of the camera',
      ),
    },
    {
      text: text(
        '检查摄像机是否通电、地址和端口是否正确（RTSP 通常为 554）、摄像机是否开启 RTSP，以及本机能否访问其网络',
        'Check that the camera is powered on, that the address and port are correct (RTSP usually uses 554), that RTSP is enabled in the camera settings, and that this machine can reach its network',
      ),
    },
  ],
  'source.refused': [
    {
      about: /address outside the allowed camera networks/,
      text: text(
        '默认只允许私有地址和公网地址。如需使用，请将其网段加入 ORIEL_CAMERA_NETWORKS（例如 127.0.0.0/8,192.168.0.0/16，该列表会取代默认的私有网段）后重新启动服务器',
        'By default, only private and public addresses are allowed. To use this one, add its network to ORIEL_CAMERA_NETWORKS (for example 127.0.0.0/8,192.168.0.0/16; the list replaces the default private ranges) and restart the server',
      ),
    },
    {
      about: /metadata service|port of this server/,
      text: text(
        '该地址属于云服务商或本服务器自身，始终不允许连接。请填写摄像机的地址',
        'This address belongs to a cloud provider or to this server itself, and is never allowed. Enter the address of the camera',
      ),
    },
    {
      text: text(
        '请重新填写地址，并单独填写用户名和密码',
        'Enter the address again, and user name and password separately',
      ),
    },
  ],
  'source.certificate': [
    {
      about: /EXPIRED|NOT_YET_VALID/,
      text: text(
        '证书目前不在有效期内：请校准摄像机和服务器的时钟，或在摄像机中更新证书',
        'The certificate is not valid at this time: set the clocks of camera and server, or renew the certificate in the camera',
      ),
    },
    {
      text: text(
        '将摄像机的证书或其签发机构的证书写入 ORIEL_CAMERA_CA 指定的 PEM 文件，然后重新启动服务器',
        "Add the camera's certificate, or the certificate of its authority, to a PEM file, set ORIEL_CAMERA_CA to that file, and restart the server",
      ),
    },
  ],
  'source.redirected': [
    {
      text: text(
        '摄像机转到了另一个地址，请直接填写最终的地址',
        'Enter the address that the camera redirects to',
      ),
    },
  ],
  'source.udpOnly': [
    {
      about: /ORIEL_RTP_PORTS/,
      text: text(
        '扩大 ORIEL_RTP_PORTS 的范围后重新启动服务器，或在摄像机中允许 RTP over RTSP（TCP）',
        'Enlarge ORIEL_RTP_PORTS and restart the server, or allow RTP over RTSP (TCP) in the camera',
      ),
    },
    {
      about: /port of its multicast group/,
      text: text(
        '关闭本机上占用该组播端口的程序，在摄像机中更换组播端口，或允许 RTP over RTSP（TCP）',
        'Close the program of this machine that uses the port, choose another port for multicast in the camera, or allow RTP over RTSP (TCP) there',
      ),
    },
    {
      about: /outside the allowed camera networks/,
      text: text(
        '将组播地址加入 ORIEL_CAMERA_NETWORKS 后重新启动服务器，或在摄像机中允许 RTP over RTSP（TCP）',
        'Add the multicast group to ORIEL_CAMERA_NETWORKS and restart the server, or allow RTP over RTSP (TCP) in the camera',
      ),
    },
    {
      about: /arrives by UDP/,
      text: text(
        '在摄像机与本机之间的防火墙中放行 ORIEL_RTP_PORTS 的 UDP 端口（默认 20000 至 21999），或在摄像机中允许 RTP over RTSP（TCP）',
        'Allow the UDP ports of ORIEL_RTP_PORTS (20000 to 21999 by default) in firewalls between camera and this machine, or allow RTP over RTSP (TCP) in the camera',
      ),
    },
    {
      about: /, nor by /,
      text: text(
        '在摄像机的网络或 RTSP 设置中允许 RTP over RTSP（也称 TCP、interleaved）',
        'Allow RTP over RTSP (also called TCP or interleaved) in the network or RTSP settings of the camera',
      ),
    },
    {
      text: text(
        '在摄像机的网络或 RTSP 设置中允许 RTP over RTSP（也称 TCP、interleaved）。rtsp:// 地址也可将传输方式设为“自动”，由 Oriel 通过 UDP 取流',
        'Allow RTP over RTSP (also called TCP or interleaved) in the network or RTSP settings of the camera. With an rtsp:// address, the transport can also be set to automatic, so that Oriel reads over UDP',
      ),
    },
  ],
  'source.unsupported': [
    {
      about: /replay/,
      text: text('请在服务器上录像，并播放云端录像', 'Record on the server, and play those recordings'),
    },
    {
      about: /cannot be described/,
      text: text(
        '重启摄像机或升级其固件，或更改视频的分辨率和编码规格（Profile）',
        'Restart the camera or update its firmware, or change resolution and profile of the video',
      ),
    },
    {
      about: /interleaved packets/,
      text: text(
        '在摄像机中将 RTP 的打包方式（packetization-mode）设为 0 或 1，或升级其固件',
        'Set the packetization mode for RTP to 0 or 1 in the camera, or update its firmware',
      ),
    },
    {
      about: /no supported video or audio/,
      text: text(
        '核对地址是否为摄像机的视频流，并在摄像机中启用 H.264 或 H.265 视频',
        'Check that the address is that of a video stream, and enable video in H.264 or H.265 in the camera',
      ),
    },
    {
      text: text('请将摄像机的视频编码改为 H.264 或 H.265', 'Set the video of the camera to H.264 or H.265'),
    },
  ],
  'source.busy': [
    {
      text: text(
        '关闭直接连接摄像机的其他程序，或在摄像机中提高连接数上限。Oriel 每一路只用一个连接',
        'Close other programs that are connected to the camera, or raise its connection limit. Oriel uses one connection per stream',
      ),
    },
  ],
  'source.speed': [{ text: text('请以正常速度播放', 'Play at normal speed') }],
  'source.protocol': [
    {
      text: text(
        '核对端口是否为 RTSP 端口（通常为 554，不是网页端口）以及路径是否正确。如果无误，请重启摄像机或升级其固件',
        'Check that the port is that of RTSP (usually 554, not that of the web page) and that the path is correct. If they are, restart the camera or update its firmware',
      ),
    },
  ],
  'source.silent': [
    {
      about: /did not answer|took too long/,
      text: text(
        '摄像机接受连接但不及时应答：核对端口是否为 RTSP 端口（通常为 554），检查网络和摄像机的负载，必要时重启摄像机',
        'The camera accepts connections, but does not answer in time. Check that the port is that of RTSP (usually 554), check the network and the load of the camera, and restart it if necessary',
      ),
    },
    {
      about: /no key frame/,
      text: text(
        '在摄像机中将关键帧（I 帧）间隔设为 1 到 2 秒，并关闭智能编码（Smart、H.264+、H.265+）',
        'Set the interval of key frames (I-frames) to 1 to 2 seconds in the camera, and disable smart coding (Smart codec, H.264+, H.265+)',
      ),
    },
    {
      about: /no complete frame/,
      text: text(
        '画面数据在途中损坏或丢失：改用 TCP 传输，检查网络，或在摄像机中降低码率',
        'Data is lost or damaged on the way: choose TCP, check the network, or lower the bit rate in the camera',
      ),
    },
    {
      text: text(
        '检查摄像机中这一路视频是否启用、摄像机是否处于隐私遮蔽或休眠状态，以及网络是否畅通，必要时重启摄像机',
        'Check that this video stream is enabled in the camera, that the camera is not in privacy or sleep mode, and that the network works; restart the camera if necessary',
      ),
    },
  ],
  'source.keyFrame': [
    {
      text: text(
        '摄像机在发送数据，但三分钟内没有关键帧。请在其编码设置中将关键帧间隔（I 帧间隔、GOP）设为 1 到 2 秒，并关闭会拉长间隔的智能编码（Smart、H.264+、H.265+）',
        'The camera sends data, but no key frame within three minutes. Set the key frame interval (I-frame interval, GOP) in its video settings to 1 to 2 seconds, and turn off smart codecs that lengthen it (Smart codec, H.264+, H.265+)',
      ),
    },
  ],
  'source.ended': [
    {
      text: text(
        '摄像机断开了连接：关闭连接该摄像机的其他程序，检查其连接数上限和网络。如果反复出现，请重启摄像机或升级其固件',
        'The camera closed the connection. Close other programs that are connected to it, and check its connection limit and the network. If it keeps happening, restart the camera or update its firmware',
      ),
    },
  ],
  'source.unreadable': [
    {
      text: text(
        '检查服务器的主密钥和数据库。如果主密钥已丢失，请重新填写摄像机的地址和登录信息',
        'Check the master key and the database of the server. If the key is lost, enter address and login of the camera again',
      ),
    },
  ],
};

/** Null: of a code that is none of a source. */
export function sourceAdvice(
  { code, message }: { readonly code: string; readonly message: string },
  locale: Locale,
): string | null {
  const known = Object.hasOwn(advice, code) ? advice[code as SourceFailure['code']] : [];
  return known.find(({ about }) => about === undefined || about.test(message))?.text[locale] ?? null;
}
