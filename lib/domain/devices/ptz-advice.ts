import type { Locale, LocalText } from '../../i18n/translate.ts';
import { sourceAdvice } from './source-advice.ts';

interface PtzText {
  readonly cause: LocalText;
  /** Absent: as for a stream that is refused. */
  readonly advice?: LocalText;
}

/** By `PtzFailureCode`. Viewers get other texts from the error catalogue. */
const texts: Readonly<Record<string, PtzText>> = {
  'ptz.auth': {
    cause: { 'zh-CN': '摄像机拒绝了 ONVIF 登录', 'en-US': 'The camera rejected the ONVIF login' },
    advice: {
      'zh-CN': '核对 ONVIF 用户名和密码。许多摄像机为 ONVIF 使用单独的账号，或需要先在设置中开启 ONVIF',
      'en-US':
        'Check the ONVIF user name and password. Many cameras use a separate ONVIF account, or require ONVIF to be enabled in their settings',
    },
  },
  'ptz.unreachable': {
    cause: { 'zh-CN': 'ONVIF 服务没有应答', 'en-US': 'The ONVIF service does not respond' },
    advice: {
      'zh-CN': '检查 ONVIF 地址和端口（通常为 80、8000 或 8899），以及摄像机是否开启 ONVIF',
      'en-US':
        'Check the ONVIF address and port (usually 80, 8000 or 8899), and that ONVIF is enabled in the camera settings',
    },
  },
  'ptz.protocol': {
    cause: { 'zh-CN': '应答不是有效的 ONVIF', 'en-US': 'The response is not valid ONVIF' },
    advice: {
      'zh-CN': '请核对地址的路径，通常为 /onvif/device_service。如果无误，请升级摄像机的固件',
      'en-US':
        'Check the path of the address, usually /onvif/device_service. If it is correct, update the firmware of the camera',
    },
  },
  'ptz.unsupported': {
    cause: { 'zh-CN': '摄像机没有云台', 'en-US': 'The camera has no PTZ' },
    advice: {
      'zh-CN': '如果摄像机有云台，请在其设置中启用，并核对 ONVIF 地址是否属于该摄像机',
      'en-US':
        'If it has one, enable it in the camera settings, and check that the ONVIF address is that of this camera',
    },
  },
  'ptz.refused': {
    cause: {
      'zh-CN': '服务器不能使用该 ONVIF 地址',
      'en-US': 'The server cannot use this ONVIF address',
    },
  },
};

/** Null: the code is none of PTZ. */
export function ptzCause(code: string, locale: Locale): string | null {
  return Object.hasOwn(texts, code) ? (texts[code]?.cause[locale] ?? null) : null;
}

/** What an operator can do when PTZ fails. Null: nothing to add. */
export function ptzAdvice(
  { code, message }: { readonly code: string; readonly message: string },
  locale: Locale,
): string | null {
  if (code === 'ptz.refused') {
    const isCertificate = /certificate/.test(message);
    return sourceAdvice({ code: isCertificate ? 'source.certificate' : 'source.refused', message }, locale);
  }
  return Object.hasOwn(texts, code) ? (texts[code]?.advice?.[locale] ?? null) : null;
}
