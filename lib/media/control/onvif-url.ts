import { err, ok, type Result } from '../../kernel/result.ts';
import { type CameraUrl, type CameraUrlError, parseAddress } from '../net/camera-url.ts';

const ports = { http: 80, https: 443 } as const;

/** Path of the device service in the ONVIF specification. */
const defaultPath = '/onvif/device_service';

export type OnvifUrl = CameraUrl<'http' | 'https'>;

/** Parses the ONVIF address of a camera; without a path, the usual one is added. */
export function parseOnvifUrl(text: string): Result<OnvifUrl, CameraUrlError> {
  const parsed = parseAddress(text, ports);
  if (!parsed.ok) return parsed;
  const { path, url } = parsed.value;
  if (path.includes('?')) {
    return err({
      code: 'url.path',
      message: 'the ONVIF address contains a query: remove the "?" and everything after it',
    });
  }
  if (path !== '/') return parsed;
  return ok({ ...parsed.value, path: defaultPath, url: `${url.slice(0, -1)}${defaultPath}` });
}
