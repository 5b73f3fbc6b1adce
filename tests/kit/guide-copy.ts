import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { followGuide, type GuideStep, guideSteps } from './guide-steps.ts';

const root = join(import.meta.dirname, '../..');
/** What every type check reads. */
const settings = ['tsconfig.json', 'package.json'];

/** A copy of a part of the project, in which guides are followed to the letter. */
export class GuideCopy {
  readonly folder: string;

  constructor(parts: readonly string[]) {
    mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
    this.folder = mkdtempSync(join(root, 'node_modules/.cache/oriel-guide-'));
    for (const path of [...parts, ...settings])
      cpSync(join(root, path), join(this.folder, path), { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Follows `docs/guide/<name>.md`; returns its steps. */
  follow(name: string): readonly GuideStep[] {
    const steps = guideSteps(readFileSync(join(root, 'docs/guide', `${name}.md`), 'utf8'));
    followGuide(this.folder, steps);
    return steps;
  }

  /** What the compiler complains about in these folders and files; it exits with 2 when it does. */
  typeErrors(include: readonly string[]): readonly string[] {
    const part = { extends: './tsconfig.json', include };
    writeFileSync(join(this.folder, 'tsconfig.guide.json'), JSON.stringify(part));
    const compiler = join(root, 'node_modules/.bin/tsc');
    try {
      this.#run(compiler, ['--noEmit', '-p', 'tsconfig.guide.json']);
      return [];
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout)
        .split('\n')
        .filter((line) => line.includes('error TS'));
    }
  }

  /** Runs a program of the copy; returns what it prints. */
  run(program: string): string {
    return this.#run(process.execPath, ['--import', 'tsx', program]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(command: string, args: readonly string[]): string {
    const env = { ...process.env, NODE_NO_WARNINGS: '1' };
    return execFileSync(command, args, { cwd: this.folder, encoding: 'utf8', env });
  }
}
