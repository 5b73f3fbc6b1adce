import type { z } from 'zod';
import { operatorError } from '../errors/operator-errors.ts';
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  type OperatorDeps,
  operations,
} from './operations.ts';

export interface Operator {
  /** Throws `input.invalid` and the errors of the operation, which the services document. */
  run<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<OperationOutput<Name>>;
  /** For the control socket, which sends text only. Also throws `operation.unknown`. */
  runNamed(name: string, input: unknown): Promise<unknown>;
}

export function createOperator(deps: OperatorDeps): Operator {
  async function runNamed(name: string, input: unknown): Promise<unknown> {
    if (!isOperation(name)) throw operatorError('operation.unknown', { name: name.slice(0, 64) });
    const operation = operations[name];
    const parsed = operation.input.safeParse(input ?? {});
    if (!parsed.success) {
      // Paths and reasons only: an invalid value may still be a password.
      const issues = parsed.error.issues.map(inWords);
      throw operatorError('input.invalid', { issues });
    }
    // The table pairs each schema with its function; TypeScript cannot follow that through a union.
    const run = operation.run as (deps: OperatorDeps, input: unknown) => Promise<unknown>;
    return run(deps, parsed.data);
  }
  return { run: runNamed as Operator['run'], runNamed };
}

/** `code` is one of ours if the reason is, so that the console can translate it. */
function inWords(issue: z.core.$ZodIssue): { path: string; code: string; message: string } {
  const own: unknown = issue.code === 'custom' ? issue.params?.code : undefined;
  return {
    path: issue.path.join('.'),
    code: typeof own === 'string' ? own : issue.code,
    message: issue.message,
  };
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
