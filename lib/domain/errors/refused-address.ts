/** Why the server does not connect to an address, and which setting would allow it. */
import type { LocalText } from '../../i18n/translate.ts';

const outside: LocalText = {
  'zh-CN': '服务器不允许连接该地址：它不在摄像机网络内。请由服务器管理员将其网段加入 ORIEL_CAMERA_NETWORKS',
  'en-US':
    'The server does not connect to this address, which is outside the camera networks. The operator of the server can add its network to ORIEL_CAMERA_NETWORKS.',
};
const metadata: LocalText = {
  'zh-CN': '服务器不允许连接该地址：它是云服务商的元数据服务，任何设置都不会开放',
  'en-US':
    'The server does not connect to this address. It is the metadata service of a cloud provider, which no setting allows.',
};
const own: LocalText = {
  'zh-CN': '服务器不允许连接该地址：它是本服务器自己的端口',
  'en-US': 'The server does not connect to this address, which is a port of its own.',
};

/** The same for cameras and webhooks. `reason`: of `ForbiddenAddress`. */
export function refusedAddress(reason: string): LocalText {
  if (reason.includes('metadata service')) return metadata;
  return reason.includes('camera networks') ? outside : own;
}
