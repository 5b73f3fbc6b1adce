/** What finds places by their address, and the other way round. Each kind of service has a file. */
import type { Locale } from '../../i18n/translate.ts';
import type { Position } from '../../kernel/geo/position.ts';
import { err, type Result } from '../../kernel/result.ts';
import type { JsonFailure } from '../../media/ports.ts';

export interface FoundPlace extends Position {
  readonly name: string;
  readonly address: string;
}

export interface Geocoder {
  /** The likeliest first; empty: none is known. Never rejects. */
  search(text: string, locale: Locale, signal: AbortSignal): Promise<Result<FoundPlace[], JsonFailure>>;
  /** Null: none is known. Never rejects. */
  addressOf(
    position: Position,
    locale: Locale,
    signal: AbortSignal,
  ): Promise<Result<string | null, JsonFailure>>;
}

/** A request to the service: a path below its address, with a query. The key is added to it. */
export type Ask = (
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<Result<unknown, JsonFailure>>;

/** The answer as a value, or that it is not what such a service answers. */
export function read<Value>(
  answer: Result<unknown, JsonFailure>,
  reader: (document: unknown) => Result<Value, JsonFailure> | undefined,
): Result<Value, JsonFailure> {
  return answer.ok ? (reader(answer.value) ?? err('unreadable')) : answer;
}
