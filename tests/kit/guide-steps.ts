import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One code block of a guide: a new file, or lines to insert below an existing line. */
export interface GuideStep {
  readonly path: string;
  /** Null: a new file. */
  readonly below: string | null;
  readonly lines: readonly string[];
}

const block =
  /^```tsx? (?:new (?<made>\S+)|in (?<changed>\S+) below: (?<below>.+))\n(?<text>[\s\S]*?)^```$/gm;

/** The steps of a guide in order: its fenced blocks that name a file. */
export function guideSteps(markdown: string): readonly GuideStep[] {
  return [...markdown.matchAll(block)].map(({ groups }) => ({
    path: groups?.made ?? groups?.changed ?? '',
    below: groups?.below ?? null,
    lines: (groups?.text ?? '').replace(/\n$/, '').split('\n'),
  }));
}

/** Applies the steps literally to a copy of the project. Throws if a named line does not occur exactly once. */
export function followGuide(folder: string, steps: readonly GuideStep[]): void {
  for (const { path, below, lines } of steps) {
    const file = join(folder, path);
    if (below === null) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${lines.join('\n')}\n`, { flag: 'wx' });
      continue;
    }
    const held = readFileSync(file, 'utf8').split('\n');
    const places = held.flatMap((line, at) => (line.trim() === below.trim() ? [at] : []));
    if (places.length !== 1) throw new Error(`${path} has ${places.length} lines "${below}"`);
    held.splice((places[0] ?? 0) + 1, 0, ...lines);
    writeFileSync(file, held.join('\n'));
  }
}
