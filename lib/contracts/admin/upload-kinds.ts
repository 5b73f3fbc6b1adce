/** Which files may be uploaded: by extension, with the content types that browsers declare for them. */

export const uploadKinds = ['image', 'video', 'file'] as const;
export type UploadKind = (typeof uploadKinds)[number];

export interface FileType {
  readonly kind: UploadKind;
  /** Declared by browsers. The first one is that of the stored file. */
  readonly types: readonly [string, ...string[]];
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const slidesType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** HTML, SVG, XML, scripts and programs are missing on purpose. */
export const fileTypes: Readonly<Record<string, FileType>> = {
  png: { kind: 'image', types: ['image/png'] },
  jpg: { kind: 'image', types: ['image/jpeg'] },
  jpeg: { kind: 'image', types: ['image/jpeg'] },
  jfif: { kind: 'image', types: ['image/jpeg'] },
  webp: { kind: 'image', types: ['image/webp'] },
  gif: { kind: 'image', types: ['image/gif'] },
  mp4: { kind: 'video', types: ['video/mp4'] },
  webm: { kind: 'video', types: ['video/webm'] },
  pdf: { kind: 'file', types: ['application/pdf'] },
  docx: { kind: 'file', types: [wordType] },
  xlsx: { kind: 'file', types: [sheetType] },
  pptx: { kind: 'file', types: [slidesType] },
  zip: { kind: 'file', types: ['application/zip', 'application/x-zip-compressed'] },
  // Windows declares csv files as those of Excel.
  csv: { kind: 'file', types: ['text/csv', 'application/vnd.ms-excel', 'text/plain'] },
  txt: { kind: 'file', types: ['text/plain'] },
};

/** Images are drawn anew, in one of three formats. */
const storedAs: Readonly<Record<string, string>> = { jpeg: 'jpg', jfif: 'jpg', gif: 'png' };

export const storedExtension = (extension: string): string => storedAs[extension] ?? extension;

/** In lower case, without the dot; empty if the name has none. Of `a.php.png` the last one counts. */
export const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** Of stored files. */
export const storedExtensions: readonly string[] = [...new Set(Object.keys(fileTypes).map(storedExtension))];

/** Files of this size or more are rejected, as specified. */
export const maxUploadBytes = 2 * 1_048_576;
