import type { Readable, Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { AppError } from '../../kernel/app-error.ts';
import { type Config, parseConfig } from '../config.ts';
import { productVersion } from '../product.ts';
import { redactText } from '../redact.ts';
import { addAppCommands } from './app-commands.ts';
import { addBackupCommands } from './backup-commands.ts';
import { addCameraCommands } from './camera-commands.ts';
import { type CommandContext, Fault } from './command-context.ts';
import { requestServer } from './control-client.ts';
import { describeError } from './describe-error.ts';
import { addMaintenanceCommands } from './maintenance-commands.ts';
import type { AnyOperation } from './operations.ts';
import { runOperation } from './run-operation.ts';
import { secretInput } from './secret-input.ts';
import { addStorageCommands } from './storage-commands.ts';
import { addThemeCommands } from './theme-commands.ts';
import { addTokenCommands } from './token-commands.ts';
import { addUserCommands } from './user-commands.ts';

const exitCodes = { done: 0, refused: 1, usage: 2, fault: 3 } as const;

/** The streams of the process; tests pass their own. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Resolves with the exit code: 0 success, 1 rejected or failed, 2 invalid usage, 3 a check found a fault.
 * Never rejects.
 */
export async function runCommandLine(
  argv: readonly string[],
  env: Environment,
  streams: Streams,
): Promise<number> {
  const parsed = parseConfig(env);
  if (!parsed.ok) {
    const problems = parsed.error.map((problem) => `  - ${problem}`).join('\n');
    streams.stderr.write(`Invalid configuration:
${problems}\n`);
    return exitCodes.usage;
  }
  for (const warning of parsed.value.warnings) streams.stderr.write(`warning: ${warning}\n`);
  return createProgram(parsed.value.config, env, streams).run(argv);
}

function createProgram(config: Config, env: Environment, { stdin, stdout, stderr }: Streams) {
  const print = (text: string) => stdout.write(`${text}\n`);
  const printError = (text: string) => stderr.write(`${text}\n`);
  let isJson = false;
  let isQuiet = false;
  let lastOperation: AnyOperation | null = null;
  const context: CommandContext = {
    config,
    secrets: secretInput(env, stdin, stderr),
    input: stdin,
    run(operation, input) {
      lastOperation = operation;
      return runOperation(config, operation, input);
    },
    requestServer: (operation, input) => requestServer(config.dataDir, operation, input),
    show(value, human) {
      print(isJson ? JSON.stringify(value, null, 2) : human());
    },
    remark: printError,
  };
  const program = new Command('oriel')
    .description('Manages Oriel. Uses the running server, or opens the data folder if none is running.')
    .version(productVersion)
    .option('--json', 'print JSON')
    .option('--quiet', 'do not print the data folder')
    // Before a command prompts for a password.
    .hook('preAction', () => {
      if (!isJson && !isQuiet) printError(`Data folder: ${config.dataDir}`);
    })
    .exitOverride()
    .showHelpAfterError('(use --help for the options)')
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  addCameraCommands(program, context);
  addAppCommands(program, context);
  addTokenCommands(program, context);
  addThemeCommands(program, context);
  addUserCommands(program, context);
  addMaintenanceCommands(program, context);
  addStorageCommands(program, context);
  addBackupCommands(program, context);
  // Accepted after the command as well.
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((each) => each.commands),
  ]) {
    if (command !== program) {
      command.option('--json', 'print JSON').option('--quiet', 'do not print the data folder');
    }
    command.exitOverride();
  }

  function fail(error: unknown): number {
    if (error instanceof Fault) return exitCodes.fault;
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.done;
      // Commander has already printed the message.
      if (isJson) writeError('cli.usage', error.message, {});
      return exitCodes.usage;
    }
    const { code, message, details } =
      error instanceof AppError ? error : new AppError('internal', redactText(String(error)), {});
    writeError(code, describeError(code, message, details, lastOperation), details);
    return code === 'cli.usage' ? exitCodes.usage : exitCodes.refused;
  }

  function writeError(code: string, message: string, details: Readonly<Record<string, unknown>>): void {
    if (isJson) print(JSON.stringify({ error: { code, message, details } }, null, 2));
    else printError(`error: ${message} [${code}]`);
  }

  return {
    async run(argv: readonly string[]): Promise<number> {
      // Before parsing, so that parse errors are JSON too.
      isJson = argv.includes('--json');
      isQuiet = argv.includes('--quiet');
      try {
        await program.parseAsync([...argv]);
        return exitCodes.done;
      } catch (error) {
        return fail(error);
      }
    },
  };
}
