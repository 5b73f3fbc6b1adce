/** Whether a package is what its extension says. It is read in parts, in order, and never kept as a whole. */
import { Buffer } from 'node:buffer';

interface Kind {
  /** First bytes, as Latin-1 text. */
  readonly starts: string;
  /** A ZIP archive, which ends with its directory. */
  readonly isArchive?: true;
  /** An archive contains one of these files: names are stored uncompressed. */
  readonly names?: readonly string[];
}

const zip = { starts: 'PK\x03\x04', isArchive: true } as const;

const kinds: Readonly<Record<string, Kind>> = {
  apk: { ...zip, names: ['AndroidManifest.xml'] },
  hap: { ...zip, names: ['module.json', 'config.json'] },
  app: { ...zip, names: ['pack.info'] },
  zip,
  exe: { starts: 'MZ' },
  msi: { starts: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
};

/** The end record of an archive: 22 bytes and a comment of at most 65,535. */
const endRecord = 'PK\x05\x06';
const maxEndBytes = 22 + 65_535;
/** Longer than any name: one that two parts share is found too. */
const overlapBytes = 64;

export class PackageContent {
  readonly #kind: Kind | undefined;
  #isBegun = false;
  #isRight = true;
  #hasName: boolean;
  #tail = Buffer.alloc(0);

  constructor(extension: string) {
    this.#kind = kinds[extension];
    this.#hasName = this.#kind?.names === undefined;
  }

  add(part: Uint8Array): void {
    const kind = this.#kind;
    if (!kind) return;
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    if (!this.#isBegun) {
      this.#isBegun = true;
      this.#isRight = bytes.subarray(0, kind.starts.length).toString('latin1') === kind.starts;
    }
    if (!kind.isArchive) return;
    const joined = Buffer.concat([this.#tail.subarray(-overlapBytes), bytes]);
    this.#hasName ||= kind.names?.some((name) => joined.includes(name, 0, 'latin1')) ?? true;
    this.#tail = Buffer.concat([this.#tail, bytes]).subarray(-maxEndBytes);
  }

  /** After the last part. False for an extension that is not known here. */
  isRight(): boolean {
    const kind = this.#kind;
    if (!kind || !this.#isBegun || !this.#isRight) return false;
    return !kind.isArchive || (this.#hasName && this.#tail.includes(endRecord, 0, 'latin1'));
  }
}
