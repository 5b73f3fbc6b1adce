/** The type of a file by its first bytes, and whether its name and content type agree. */
export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif';

const spellings: Readonly<Record<ImageKind, { readonly type: string; readonly extensions: string[] }>> = {
  png: { type: 'image/png', extensions: ['png'] },
  jpeg: { type: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'] },
  webp: { type: 'image/webp', extensions: ['webp'] },
  gif: { type: 'image/gif', extensions: ['gif'] },
};

/** Null: not a supported type. */
export function kindOf(bytes: Uint8Array): ImageKind | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  return null;
}

/** Of `a.php.png` the last extension counts, as for servers and operating systems. */
export function isCalled(kind: ImageKind, name: string, type: string): boolean {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const { type: own, extensions } = spellings[kind];
  return extensions.includes(extension) && type.trim().toLowerCase() === own;
}
