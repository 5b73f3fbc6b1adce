import { err, ok, type Result } from '../../kernel/result.ts';
import { type CameraUrl, type CameraUrlError, parseAddress } from '../net/camera-url.ts';

const ports = { http: 80, https: 443 } as const;

/** Where ONVIF says that the device service is. */
const defaultPath = '/onvif/device_service';

export type OnvifUrl = CameraUrl<'http' | 'https'>;

/** Reads the ONVIF address of a camera; without a path it gets the usual one. */
export function parseOnvifUrl(text: string): Result<OnvifUrl, CameraUrlError> {
  const parsed = parseAddress(text, ports);
  if (!parsed.ok) return parsed;
  const { path, url } = parsed.value;
  if (path.includes('?')) {
    return err({ code: 'url.path', message: 'the ONVIF address has a query: end it before the "?"' });
  }
  if (path !== '/') return parsed;
  return ok({ ...parsed.value, path: defaultPath, url: `${url.slice(0, -1)}${defaultPath}` });
}
