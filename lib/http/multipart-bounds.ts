/**
 * What is known of a multipart body before it is parsed. The parser works through all parts and lines of all heads in one
 * turn of the event loop: in a body of 4 MB these can be so many that every other request waits for most of a second.
 */
export const maxParts = 64;
/** Far more than the name of a field and of a file. */
const maxHeadBytes = 4 * 1024;

/** As browsers and clients of HTTP write it. */
const multipartType =
  /^multipart\/form-data\s*(?:;\s*charset="?utf-8"?\s*)?;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

const headEnd = '\r\n\r\n';
/** Follows the last mark. */
const closing = '--';

/** True if it has at most `maxParts` parts with short heads, so that it can be parsed at once. */
export function isBounded(body: Uint8Array, contentType: string): boolean {
  const [, quoted, plain] = multipartType.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return false;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  let marks = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at)) {
    at += mark.length;
    marks += 1;
    if (marks > maxParts + 1) return false;
    const head = bytes.subarray(at, at + maxHeadBytes);
    const isClosing = head.subarray(0, closing.length).equals(Buffer.from(closing));
    if (!isClosing && !head.includes(headEnd)) return false;
  }
  return true;
}
