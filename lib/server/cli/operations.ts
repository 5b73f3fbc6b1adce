import type { OperationInput, OperationName, OperationOutput } from '../../domain/operations/operations.ts';
import type { Operator } from '../../domain/operations/operator.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../config.ts';
import { productVersion } from '../product.ts';
import { issueSetupCode, type SetupCode } from '../setup-code.ts';
import { type AddressWarning, addressWarnings } from './address-warnings.ts';

/** Runs an operation by name; input and result are plain JSON. */
export type RunOperation = (operation: string, input: unknown) => Promise<unknown>;

/** Operations of the server itself, in addition to those of the domain. */
interface MaintenanceOperations {
  'server.status': {
    readonly version: string;
    readonly pid: number;
    readonly uptimeS: number;
    readonly database: 'libsql' | 'postgres';
    readonly mode: Config['mode'];
  };
  'server.setupCode': SetupCode;
}
type MaintenanceName = keyof MaintenanceOperations;

/**
 * Their inputs contain addresses. Whether one is refused depends on the configuration, which the domain does
 * not know.
 */
const warnedNames = ['camera.add', 'camera.update'] as const;
type WarnedName = (typeof warnedNames)[number];

export type AnyOperation = OperationName | MaintenanceName;
export type AnyInput<Name extends AnyOperation> = Name extends OperationName
  ? OperationInput<Name>
  : Record<string, never>;
export type AnyOutput<Name extends AnyOperation> = Name extends WarnedName
  ? OperationOutput<Name> & { readonly warnings: readonly AddressWarning[] }
  : Name extends OperationName
    ? OperationOutput<Name>
    : Name extends MaintenanceName
      ? MaintenanceOperations[Name]
      : never;

export function createRunOperation(parts: {
  readonly config: Config;
  readonly operator: Operator;
  readonly engine: 'libsql' | 'postgres';
  readonly clock: Clock;
}): RunOperation {
  const { config, operator, engine, clock } = parts;
  const maintenance: {
    [Name in MaintenanceName]: () => Promise<MaintenanceOperations[Name]> | MaintenanceOperations[Name];
  } = {
    'server.status': () => ({
      version: productVersion,
      pid: process.pid,
      uptimeS: Math.round(process.uptime()),
      database: engine,
      mode: config.mode,
    }),
    'server.setupCode': () => issueSetupCode(config.dataDir, clock.now()),
  };
  return async (name, input) => {
    if (Object.hasOwn(maintenance, name)) return maintenance[name as MaintenanceName]();
    const result = await operator.runNamed(name, input);
    if (!warnedNames.some((warned) => warned === name)) return result;
    return { ...(result as object), warnings: await addressWarnings(config, input) };
  };
}
