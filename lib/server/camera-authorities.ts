import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { AppError } from '../kernel/app-error.ts';

const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of a PEM file as separate texts: certificate authorities, or certificates of single
 * cameras. Errors: `server.badCameraCa`, which does not quote the file.
 */
export async function readCameraAuthorities(path: string): Promise<readonly string[]> {
  const bad = (why: string, cause?: unknown) =>
    new AppError('server.badCameraCa', `ORIEL_CAMERA_CA: ${path} ${why}`, {}, { cause });
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw bad(`cannot be read (${cause.code})`, cause);
  });
  // Private keys in the same file are ignored.
  const found = text.match(certificate) ?? [];
  if (found.length === 0) throw bad('holds no certificate: it must be a PEM file');
  for (const [index, pem] of found.entries()) {
    try {
      new X509Certificate(pem);
    } catch (cause) {
      throw bad(`contains an invalid certificate, number ${index + 1}`, cause);
    }
  }
  return found;
}
