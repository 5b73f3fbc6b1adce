import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import type { AnyInput, AnyOperation, AnyOutput } from './operations.ts';
import type { SecretInput } from './secret-input.ts';

export interface CommandContext {
  readonly config: Config;
  readonly secrets: SecretInput;
  /** Standard input, for whole documents. */
  readonly input: Readable;
  /**
   * Runs an operation in the server, or in this process if none is running. Input and result are plain JSON.
   */
  run<Name extends AnyOperation>(operation: Name, input: AnyInput<Name>): Promise<AnyOutput<Name>>;
  /** Null if no server is running on this data folder. */
  requestServer<Name extends AnyOperation>(
    operation: Name,
    input: AnyInput<Name>,
  ): Promise<AnyOutput<Name> | null>;
  /** Prints the value as JSON, or the text that `human` returns. */
  show(value: unknown, human: () => string): void;
  /** Prints a line on standard error, so that JSON output stays valid. */
  remark(text: string): void;
}

/** A check ran and found a fault: the result is printed, and the exit code is 3. */
export class Fault extends Error {}
