import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import type { AnyInput, AnyOperation, AnyOutput } from './operations.ts';
import type { SecretInput } from './secret-input.ts';

/** What every command is given. */
export interface CommandContext {
  readonly config: Config;
  readonly secrets: SecretInput;
  /** For whole documents. */
  readonly input: Readable;
  /** Runs one operation in the server, or here when none runs. Input and result are plain JSON. */
  run<Name extends AnyOperation>(operation: Name, input: AnyInput<Name>): Promise<AnyOutput<Name>>;
  /** Null when no server runs on this data folder. */
  requestServer<Name extends AnyOperation>(
    operation: Name,
    input: AnyInput<Name>,
  ): Promise<AnyOutput<Name> | null>;
  /** Prints the value as JSON, or what `human` makes of it. */
  show(value: unknown, human: () => string): void;
  /** A line beside the result, which never disturbs JSON. */
  remark(text: string): void;
}

/** A check ran well and found something wrong: the answer was printed, the exit code says so. */
export class Fault extends Error {}
