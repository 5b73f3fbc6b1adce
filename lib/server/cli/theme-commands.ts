import { open, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Theme, ThemeProblem, ThemeSection } from '../../contracts/theme/theme.ts';
import { AppError } from '../../kernel/app-error.ts';
import { type CommandContext, Fault } from './command-context.ts';
import { cliLocale } from './describe-error.ts';
import { textTable } from './text-table.ts';
import { problemLine } from './theme-problems.ts';

/**
 * Larger than the limit of a valid theme, so that a theme slightly too large is reported with its actual
 * problem.
 */
const maxFileBytes = 200 * 1024;

async function textOf(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk as Buffer));
    size += (chunk as Buffer).length;
    if (size > maxFileBytes) throw new AppError('cli.usage', 'The file is too large for a theme');
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The JSON of a file, or of standard input for `-`. */
async function readJson(path: string, { input }: CommandContext): Promise<unknown> {
  let text: string;
  if (path === '-') text = await textOf(input);
  else {
    const file = await open(path).catch((cause: NodeJS.ErrnoException) => {
      throw new AppError('cli.usage', `${path} cannot be read (${cause.code})`, {}, { cause });
    });
    text = await textOf(file.createReadStream());
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new AppError('cli.usage', `${path === '-' ? 'The input' : path} is not JSON`, {}, { cause });
  }
}

/** `play* | hd expend`: the left and right buttons; `*` is active at first, `(…)` is hidden. */
function barText({ btnList }: ThemeSection): string {
  const side = (part: 'left' | 'right') =>
    btnList
      .filter((button) => button.part === part)
      .map(({ iconId, defaultActive, isrender }) => {
        const name = `${iconId}${defaultActive === 1 ? '*' : ''}`;
        return isrender === 1 ? name : `(${name})`;
      })
      .join(' ');
  return `${side('left')} | ${side('right')}`;
}

function themeText(theme: Theme, version: number | null): string {
  const rows = [
    ['id', theme.themeId],
    ['name', theme.themeName],
    ['type', theme.themeType],
    ['version', version === null ? 'built in' : version],
    ['hide controls', theme.autoFocus === 0 ? 'never' : `after ${theme.autoFocus} s`],
    ['header', barText(theme.header)],
    ['footer', barText(theme.footer)],
  ] as const;
  return rows.map(([name, value]) => `${name.padEnd(14)} ${value}`).join('\n');
}

function printNotes(context: CommandContext, notes: readonly ThemeProblem[]): void {
  for (const note of notes) context.remark(`ignored: ${problemLine(note, cliLocale)}`);
}

export function addThemeCommands(program: Command, context: CommandContext): void {
  const theme = program.command('theme').description('manage themes (controls and appearance of the player)');

  theme
    .command('list')
    .description('list built-in and stored themes')
    .action(async () => {
      const themes = await context.run('theme.list', {});
      const rows = themes.map(({ themeId, themeName, themeType, isBuiltIn, version, updateTime }) => [
        themeId,
        themeName,
        themeType,
        isBuiltIn ? 'built in' : `version ${version}`,
        updateTime === null ? '' : new Date(updateTime).toISOString(),
      ]);
      context.show(themes, () => textTable(['ID', 'NAME', 'TYPE', '', 'CHANGED'], rows, ''));
    });

  theme
    .command('show')
    .description('show a theme')
    .argument('<themeId>')
    .action(async (themeId: string) => {
      const found = await context.run('theme.show', { themeId });
      context.show(found, () => themeText(found.theme, found.version));
    });

  theme
    .command('export')
    .description('print a theme as JSON for "theme import"')
    .argument('<themeId>')
    .option('--out <file>', 'write to this file, which must not exist yet')
    .action(async (themeId: string, { out }: { out?: string }) => {
      const { theme: exported } = await context.run('theme.show', { themeId });
      const text = JSON.stringify(exported, null, 2);
      if (out === undefined) return context.show(exported, () => text);
      await writeFile(out, `${text}\n`, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
        throw new AppError('cli.usage', `${out} cannot be written (${cause.code})`, {}, { cause });
      });
      context.show({ themeId, file: out }, () => `Wrote ${out}`);
    });

  theme
    .command('check')
    .description('report all problems of a theme without storing it')
    .argument('<file>', 'JSON; - for standard input')
    .option('--lenient', 'check as for EZUIKit pages: report what would be ignored')
    .action(async (file: string, { lenient = false }: { lenient?: boolean }) => {
      const found = await context.run('theme.check', {
        theme: await readJson(file, context),
        isLenient: lenient,
      });
      const { problems, notes } = found;
      context.show(found, () =>
        problems.length === 0
          ? 'The theme is valid'
          : problems.map((problem) => problemLine(problem, cliLocale)).join('\n'),
      );
      printNotes(context, notes);
      if (problems.length > 0) throw new Fault();
    });

  theme
    .command('import')
    .description('store a theme, which pages refer to by its ID')
    .argument('<file>', 'JSON; - for standard input')
    .option('--id <themeId>', '32 letters and digits; by default the ID in the file, or a generated one')
    .option('--replace', 'replace the theme with this ID')
    .option('--lenient', 'ignore invalid parts, as for EZUIKit pages')
    .action(async (file: string, options: { id?: string; replace?: boolean; lenient?: boolean }) => {
      const { id, replace: isReplacing = false, lenient: isLenient = false } = options;
      const stored = await context.run('theme.import', {
        theme: await readJson(file, context),
        ...(id === undefined ? {} : { themeId: id }),
        isReplacing,
        isLenient,
      });
      context.show(stored, () => themeText(stored.theme, stored.version));
      printNotes(context, stored.notes);
    });

  theme
    .command('remove')
    .description('delete a theme; pages that refer to it show the full theme instead')
    .argument('<themeId>')
    .action(async (themeId: string) => {
      context.show(await context.run('theme.remove', { themeId }), () => `Removed ${themeId}`);
    });
}
