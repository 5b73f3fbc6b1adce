import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { followGuide, type GuideStep, guideSteps } from './guide-steps.ts';

const root = join(import.meta.dirname, '../..');
/** Files that every type check reads. */
const settings = ['tsconfig.json', 'package.json'];

/** A copy of a part of the project, in which guides are applied literally. */
export class GuideCopy {
  readonly folder: string;

  constructor(parts: readonly string[]) {
    mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
    this.folder = mkdtempSync(join(root, 'node_modules/.cache/oriel-guide-'));
    for (const path of [...parts, ...settings])
      cpSync(join(root, path), join(this.folder, path), { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Applies `docs/guide/<name>.md`; returns its steps. */
  follow(name: string): readonly GuideStep[] {
    const steps = guideSteps(readFileSync(join(root, 'docs/guide', `${name}.md`), 'utf8'));
    followGuide(this.folder, steps);
    return steps;
  }

  /** Compiler errors in these folders and files; the compiler then exits with 2. */
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
