/**
 * Reads the parsed XML of a camera's response, in which every element is an array and names begin in lower case.
 * All of it is untrusted input.
 */
import type { EpochMs } from '../../kernel/units.ts';

/** An element: an object with children and `$`, or its text. */
export type XmlElement = unknown;

/** The first element at this path; undefined if there is none. */
export function element(from: XmlElement, ...path: readonly string[]): XmlElement {
  let found: XmlElement = from;
  for (const name of path) found = elements(found, name)[0];
  return found;
}

/** All children with this name. */
export function elements(from: XmlElement, name: string): readonly XmlElement[] {
  const node = Array.isArray(from) ? from[0] : from;
  if (!isObject(node) || !Object.hasOwn(node, name)) return [];
  const children = node[name];
  return Array.isArray(children) ? children : [children];
}

/** The text of an element, trimmed; null if it is empty or has children. */
export function text(from: XmlElement): string | null {
  const found = isObject(from) ? from._ : from;
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null;
}

export function attribute(from: XmlElement, name: string): string | null {
  const attributes = isObject(from) ? from.$ : undefined;
  if (!isObject(attributes) || !Object.hasOwn(attributes, name)) return null;
  const value = attributes[name];
  return typeof value === 'string' ? value : null;
}

/** An `xs:dateTime`; without a zone it is UTC, as everywhere in ONVIF. */
export function time(from: XmlElement): EpochMs | null {
  const written = text(from);
  const parts =
    written && /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})?$/.exec(written);
  if (!parts) return null;
  const at = Date.parse(`${parts[1]}${parts[2] ?? 'Z'}`);
  return Number.isFinite(at) ? at : null;
}

/** An `xs:boolean`. */
export function boolean(written: string | null): boolean | null {
  if (written === 'true' || written === '1') return true;
  return written === 'false' || written === '0' ? false : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
