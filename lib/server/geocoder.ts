import { createGeocoder } from '../domain/maps/create-geocoder.ts';
import type { Geocoder } from '../domain/maps/geocoder.ts';
import { AppError } from '../kernel/app-error.ts';
import { createJsonGet } from '../media/control/json-get.ts';
import type { SoapNetwork } from '../media/control/soap-post.ts';
import type { Config } from './config.ts';
import { readCredential } from './credential.ts';
import { productVersion } from './product.ts';

const isKey = (key: string) => /^[\x21-\x7e]{1,256}$/.test(key);

/** The service that the operator has named. Null: none. Errors: `server.badGeocoderKey`. */
export async function configuredGeocoder(
  { map: { geocoder }, credentialsFolder }: Pick<Config, 'map' | 'credentialsFolder'>,
  network: SoapNetwork,
): Promise<Geocoder | null> {
  if (geocoder === null) return null;
  const { kind, url } = geocoder;
  const key =
    geocoder.key ?? (await readCredential(credentialsFolder, 'oriel-geocoder-key', 'server.badGeocoderKey'));
  if (key !== null && !isKey(key)) {
    throw new AppError(
      'server.badGeocoderKey',
      'The key of the geocoder must be 1 to 256 printable characters without spaces (its value is not shown)',
    );
  }
  return createGeocoder({ kind, url, key, version: productVersion }, createJsonGet(network));
}
