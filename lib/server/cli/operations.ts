import type { OperationInput, OperationName, OperationOutput } from '../../domain/operator/operations.ts';
import type { Operator } from '../../domain/operator/operator.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../config.ts';
import { productVersion } from '../product.ts';
import { issueSetupCode, type SetupCode } from '../setup-code.ts';

/** Runs an operation by name; input and result are plain JSON. */
export type RunOperation = (operation: string, input: unknown) => Promise<unknown>;

/** What the server itself can tell and do, beside the domain's table of operations. */
interface HouseOperations {
  'server.status': {
    readonly version: string;
    readonly pid: number;
    readonly uptimeS: number;
    readonly database: 'libsql' | 'postgres';
    readonly mode: Config['mode'];
  };
  'server.setupCode': SetupCode;
}
type HouseName = keyof HouseOperations;

export type AnyOperation = OperationName | HouseName;
export type AnyInput<Name extends AnyOperation> = Name extends OperationName
  ? OperationInput<Name>
  : Record<string, never>;
export type AnyOutput<Name extends AnyOperation> = Name extends OperationName
  ? OperationOutput<Name>
  : Name extends HouseName
    ? HouseOperations[Name]
    : never;

export function createRunOperation(parts: {
  readonly config: Config;
  readonly operator: Operator;
  readonly engine: 'libsql' | 'postgres';
  readonly clock: Clock;
}): RunOperation {
  const { config, operator, engine, clock } = parts;
  const house: { [Name in HouseName]: () => Promise<HouseOperations[Name]> | HouseOperations[Name] } = {
    'server.status': () => ({
      version: productVersion,
      pid: process.pid,
      uptimeS: Math.round(process.uptime()),
      database: engine,
      mode: config.mode,
    }),
    'server.setupCode': () => issueSetupCode(config.dataDir, clock.now()),
  };
  return async (name, input) =>
    Object.hasOwn(house, name) ? house[name as HouseName]() : operator.runNamed(name, input);
}
