/** The text of a file that a spreadsheet or an editor wrote: UTF-8, UTF-16, or an older encoding that is guessed. */
import { err, ok, type Result } from '../../../kernel/result.ts';

export interface DecodedText {
  readonly text: string;
  /** The name of an encoding that the file does not state and that is not UTF-8: a guess from the bytes. */
  readonly guessed: string | null;
}

/**
 * What spreadsheets of these countries write as CSV, by the names of the detector. Further ones make short texts ambiguous:
 * `Señor Núñez` would be read as Big5 or as Windows-1250.
 */
const candidates: Readonly<Record<string, string>> = {
  GB18030: 'GB 18030',
  'Windows-1252': 'Windows-1252',
  'Windows-1251': 'Windows-1251',
  CP932: 'Shift_JIS',
  CP949: 'EUC-KR',
};
/** Other characters than in texts of Western Europe, or four such letters in sequence: `ˆÒ` is 堃 in GB 18030, `ÃÅÎÀ` 门卫. */
const unlikelyInWindows1252 = /[^\p{L}\p{ASCII}\xa0°€–—‘’“”„…·•½¼¾²³¹µ§©®™«»¿¡ªº£¥×÷±]|[À-ÿ]{4}/u;
/** `Sбnchez` was written as Sánchez. */
const mixedScripts = /[a-z]\p{Script=Cyrillic}|\p{Script=Cyrillic}[a-z]/iu;
/** Read to guess: enough for any language. */
const maxGuessedBytes = 65_536;

/** Error: neither a known encoding nor a text. */
export async function decodeText(bytes: Uint8Array): Promise<Result<DecodedText, 'encoding'>> {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return certain(strict('utf-16le', bytes));
  if (first === 0xfe && second === 0xff) return certain(strict('utf-16be', bytes));
  if (first === 0xef && second === 0xbb && third === 0xbf) return certain(strict('utf-8', bytes));
  if (bytes.includes(0)) {
    // No other encoding has null bytes. Letters of Latin scripts and digits have theirs second (LE) or first (BE).
    const encoding = second === 0 || bytes.indexOf(0) % 2 === 1 ? 'utf-16le' : 'utf-16be';
    return guessedAs(encoding.toUpperCase(), strict(encoding, bytes));
  }
  const unicode = strict('utf-8', bytes);
  return unicode === null ? guess(bytes) : certain(unicode);
}

async function guess(bytes: Uint8Array): Promise<Result<DecodedText, 'encoding'>> {
  // Loaded for such files only: their tables take 7 MB.
  const [{ detect }, { default: iconv }] = await Promise.all([import('jschardet'), import('iconv-lite')]);
  const read = (encoding: string) =>
    iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
  let { encoding } = detect(fromFirstOther(bytes), {
    detectEncodings: Object.keys(candidates),
    minimumThreshold: 0,
  });
  // A few letters only are not enough for the detector.
  if (encoding === 'Windows-1251' && mixedScripts.test(read(encoding))) encoding = 'Windows-1252';
  if (encoding === 'Windows-1252' && unlikelyInWindows1252.test(read(encoding)))
    encoding = strict('gb18030', bytes) === null ? encoding : 'GB18030';
  const name = encoding === null ? undefined : candidates[encoding];
  if (encoding === null || name === undefined) return err('encoding');
  const text = read(encoding);
  // Of this encoding, some bytes are no characters.
  return guessedAs(name, text.includes('\uFFFD') ? null : text);
}

/** Long files have their first letter beyond ASCII anywhere. */
function fromFirstOther(bytes: Uint8Array): Uint8Array {
  const from = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 1_000);
  return bytes.subarray(from, from + maxGuessedBytes);
}

/** Null: not in this encoding. Without its byte order mark. */
function strict(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const certain = (text: string | null): Result<DecodedText, 'encoding'> =>
  text === null ? err('encoding') : ok({ text, guessed: null });

/** Texts have no control characters. */
const guessedAs = (name: string, text: string | null): Result<DecodedText, 'encoding'> =>
  text === null || /(?![\t\n\v\f\r])\p{Cc}/u.test(text) ? err('encoding') : ok({ text, guessed: name });
