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
  /** Throws `input.invalid` or what the operation throws; its comment in the services says which. */
  run<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<OperationOutput<Name>>;
  /** For the control socket, which has texts only. Also throws `operation.unknown`. */
  runNamed(name: string, input: unknown): Promise<unknown>;
}

export function createOperator(deps: OperatorDeps): Operator {
  async function runNamed(name: string, input: unknown): Promise<unknown> {
    if (!isOperation(name)) throw operatorError('operation.unknown', { name: name.slice(0, 64) });
    const operation = operations[name];
    const parsed = operation.input.safeParse(input ?? {});
    if (!parsed.success) {
      // Paths and reasons only: a value that does not fit may still be a password.
      const issues = parsed.error.issues.map(inWords);
      throw operatorError('input.invalid', { issues });
    }
    // The table pairs each schema with its own behaviour; TypeScript cannot follow that through a union.
    const run = operation.run as (deps: OperatorDeps, input: unknown) => Promise<unknown>;
    return run(deps, parsed.data);
  }
  return { run: runNamed as Operator['run'], runNamed };
}

/** `code` is one of ours where the reason is, so that the console can say it in another language. */
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
