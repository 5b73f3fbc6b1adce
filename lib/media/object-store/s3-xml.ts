/** The XML of an S3 service: pages of listings, and errors. */
import { SaxesParser } from 'saxes';

export interface ListedPage {
  readonly objects: readonly { readonly name: string; readonly bytes: number }[];
  /** With the prefix of the request, and ending with `/`. */
  readonly folders: readonly string[];
  /** For the next page; null: this is the last one. */
  readonly next: string | null;
}

/** Null if it is no `ListBucketResult`. */
export function readListing(xml: string): ListedPage | null {
  const objects: { name: string; bytes: number }[] = [];
  const folders: string[] = [];
  let name = '';
  let bytes = Number.NaN;
  let next: string | null = null;
  let isTruncated = false;
  let isListing = false;
  const isWellFormed = eachElement(xml, (path, text) => {
    isListing ||= path.startsWith('ListBucketResult');
    if (path === 'ListBucketResult/Contents/Key') name = text;
    else if (path === 'ListBucketResult/Contents/Size') bytes = Number(text);
    else if (path === 'ListBucketResult/Contents') objects.push({ name, bytes });
    else if (path === 'ListBucketResult/CommonPrefixes/Prefix') folders.push(text);
    else if (path === 'ListBucketResult/IsTruncated') isTruncated = text === 'true';
    else if (path === 'ListBucketResult/NextContinuationToken') next = text;
  });
  if (!isWellFormed || !isListing || objects.some((object) => !Number.isSafeInteger(object.bytes)))
    return null;
  return { objects, folders, next: isTruncated ? next : null };
}

/** `Code` of an error; null if there is none. */
export function readErrorCode(xml: string): string | null {
  let code: string | null = null;
  eachElement(xml, (path, text) => {
    if (path === 'Error/Code' && /^\w{1,64}$/.test(text)) code = text;
  });
  return code;
}

/** Calls `onEnd` for each element at its end, with the names from the root. False if it is not well-formed. */
function eachElement(xml: string, onEnd: (path: string, text: string) => void): boolean {
  const parser = new SaxesParser();
  const names: string[] = [];
  let text = '';
  let isWellFormed = true;
  parser.on('error', () => {
    isWellFormed = false;
  });
  parser.on('opentag', (tag) => {
    names.push(tag.name);
    text = '';
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', () => {
    onEnd(names.join('/'), text);
    names.pop();
    text = '';
  });
  parser.write(xml).close();
  return isWellFormed;
}
