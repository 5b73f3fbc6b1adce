import type { Locale, LocalText } from '../../i18n/translate.ts';
import { sourceAdvice } from './source-advice.ts';

const advice: Readonly<Record<string, LocalText>> = {
  'ptz.auth': {
    'zh-CN': '核对 ONVIF 用户名和密码。许多摄像机为 ONVIF 使用单独的账号，或需要先在设置中开启 ONVIF',
    'en-US':
      'Check the ONVIF user name and password. Many cameras use a separate ONVIF account, or require ONVIF to be enabled in their settings',
  },
  'ptz.unreachable': {
    'zh-CN': '检查 ONVIF 地址和端口（通常为 80、8000 或 8899），以及摄像机是否开启 ONVIF',
    'en-US':
      'Check the ONVIF address and port (usually 80, 8000 or 8899), and that ONVIF is enabled in the camera settings',
  },
  'ptz.protocol': {
    'zh-CN': '该地址的应答不是 ONVIF。请核对路径，通常为 /onvif/device_service',
    'en-US': 'The response from this address is not ONVIF. Check the path, usually /onvif/device_service',
  },
};

/** What an operator can do when PTZ fails. Null: nothing to add. */
export function ptzAdvice(
  { code, message }: { readonly code: string; readonly message: string },
  locale: Locale,
): string | null {
  if (code === 'ptz.refused') return sourceAdvice({ code: 'source.refused', message }, locale);
  return Object.hasOwn(advice, code) ? (advice[code]?.[locale] ?? null) : null;
}
