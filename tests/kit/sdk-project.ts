/** An integrator's project: a folder with the SDK installed from its packed file, as `npm pack ./dist/sdk` writes it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export interface SdkProject {
  readonly folder: string;
  /** Writes a file; `name` may contain folders. */
  write(name: string, text: string): void;
  /** Runs a command in the project. Throws with the command's output if it fails. */
  run(command: string, ...args: string[]): string;
  /** A program of this repository. */
  bin(name: string): string;
  /** Makes packages of this repository available, scopes and single packages. */
  link(...packages: string[]): void;
  remove(): void;
}

/** `packed`: the folder with the package, by default that of the build. */
export function createSdkProject({
  packed = resolve(root, 'dist/sdk'),
  manifest = {},
}: {
  readonly packed?: string;
  readonly manifest?: object;
} = {}): SdkProject {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-sdk-project-'));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const run = (command: string, ...args: string[]): string =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const quiet = ['--offline', '--loglevel=error'];
  write('package.json', JSON.stringify({ name: 'integrator', private: true, ...manifest }));
  const [{ filename }] = JSON.parse(run('npm', 'pack', packed, '--json', ...quiet));
  run('npm', 'install', '--no-audit', '--no-fund', ...quiet, `./${filename}`);
  return {
    folder,
    write,
    run,
    bin: (name) => join(root, 'node_modules/.bin', name),
    link(...packages) {
      for (const name of packages) {
        mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
        symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
