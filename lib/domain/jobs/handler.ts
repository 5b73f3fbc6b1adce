/**
 * Functions that jobs may call. Each is registered under a name; its parameters are data, from which arguments are
 * checked and the form is built. Start reading at `JobHandler`.
 */
import { z } from 'zod';
import { type JobArgument, parseJobTarget } from '../../contracts/admin/job-target.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Logger } from '../../kernel/logger.ts';
import { type Actor, can } from '../identity/actor.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

export type JobParameter =
  | {
      readonly kind: 'integer';
      readonly label: LocalText;
      readonly min: number;
      readonly max: number;
      readonly default: number;
    }
  | {
      readonly kind: 'choice';
      readonly label: LocalText;
      readonly options: readonly { readonly value: string; readonly label: LocalText }[];
      readonly default: string;
    };

export interface JobRun {
  readonly scope: TenantScope;
  readonly args: readonly JobArgument[];
  /** Aborts at the time limit, and when another process takes over. The handler ends as soon as it can. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface JobHandler {
  /** `<area>.<verb>` */
  readonly name: string;
  readonly title: LocalText;
  readonly parameters: readonly JobParameter[];
  /** Permissions of the data it changes: all of them, and access to all data, are needed to schedule it. */
  requires?(args: readonly JobArgument[]): readonly string[];
  /** Resolves to what was done, for the log. Rejects if it failed. */
  run(run: JobRun): Promise<LocalText>;
}

/** An error whose text is shown in the job log. Others are shown without their message. */
export class JobFailure extends Error {
  readonly text: LocalText;

  constructor(text: LocalText, options?: ErrorOptions) {
    super(text['en-US'], options);
    this.name = 'JobFailure';
    this.text = text;
  }
}

export interface BoundTarget {
  readonly handler: JobHandler;
  readonly args: readonly JobArgument[];
}

/** Nobody schedules or starts what they may not do themselves. */
export function mayStart(actor: Pick<Actor, 'permissions' | 'dataScope'>, bound: BoundTarget): boolean {
  const needed = bound.handler.requires?.(bound.args) ?? [];
  if (needed.length === 0) return true;
  return actor.dataScope.kind === 'everything' && needed.every((permission) => can(actor, permission));
}

export type TargetProblem = 'syntax' | 'unknown' | 'arguments';

export interface JobRegistry {
  readonly handlers: readonly JobHandler[];
  bind(target: string): BoundTarget | TargetProblem;
}

/** Throws if two handlers have the same name. */
export function jobRegistry(handlers: readonly JobHandler[]): JobRegistry {
  const byName = new Map(
    handlers.map((handler) => [handler.name, { handler, args: argumentsOf(handler.parameters) }]),
  );
  if (byName.size !== handlers.length) throw new Error('two job handlers have the same name');
  return {
    handlers,
    bind(source) {
      const target = parseJobTarget(source);
      if (!target) return 'syntax';
      const known = byName.get(target.handler);
      if (!known) return 'unknown';
      return known.args.safeParse(target.args).success
        ? { handler: known.handler, args: target.args }
        : 'arguments';
    },
  };
}

function argumentsOf(parameters: readonly JobParameter[]): z.ZodType {
  const schemas = parameters.map((parameter) =>
    parameter.kind === 'integer'
      ? z.int().min(parameter.min).max(parameter.max)
      : z.enum(parameter.options.map(({ value }) => value)),
  );
  const [first, ...rest] = schemas;
  return first ? z.tuple([first, ...rest]) : z.tuple([]);
}
