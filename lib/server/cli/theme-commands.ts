import { open, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Theme, ThemeProblem, ThemeSection } from '../../contracts/theme/theme.ts';
import { AppError } from '../../kernel/app-error.ts';
import { type CommandContext, Fault } from './command-context.ts';
import { cliLocale } from './describe-error.ts';
import { textTable } from './text-table.ts';
import { problemLine } from './theme-problems.ts';

/** Above any theme that can be taken, so that too large ones are told by what is wrong with them. */
const maxFileBytes = 200 * 1024;

async function textOf(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk as Buffer));
    size += (chunk as Buffer).length;
    if (size > maxFileBytes) throw new AppError('cli.usage', 'This is no theme: it is too large');
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

/** `play* | hd expend`: what stands left and right; `*` is on at first, `(…)` is not shown. */
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
    ['controls fade', theme.autoFocus === 0 ? 'never' : `after ${theme.autoFocus} s`],
    ['header', barText(theme.header)],
    ['footer', barText(theme.footer)],
  ] as const;
  return rows.map(([name, value]) => `${name.padEnd(14)} ${value}`).join('\n');
}

function remarkNotes(context: CommandContext, notes: readonly ThemeProblem[]): void {
  for (const note of notes) context.remark(`left out: ${problemLine(note, cliLocale)}`);
}

export function addThemeCommands(program: Command, context: CommandContext): void {
  const theme = program.command('theme').description('themes: which controls the player shows, and how');

  theme
    .command('list')
    .description('list the built-in themes and those of this organisation')
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
    .description('print a theme as JSON that "theme import" takes')
    .argument('<themeId>')
    .option('--out <file>', 'write it to a file that does not exist yet')
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
    .description('tell everything that is wrong with a theme; nothing is stored')
    .argument('<file>', 'JSON; - for standard input')
    .option('--lenient', 'as for pages of EZUIKit: tell what would be left out')
    .action(async (file: string, { lenient = false }: { lenient?: boolean }) => {
      const found = await context.run('theme.check', {
        theme: await readJson(file, context),
        isLenient: lenient,
      });
      const { problems, notes } = found;
      context.show(found, () =>
        problems.length === 0
          ? 'The theme can be taken'
          : problems.map((problem) => problemLine(problem, cliLocale)).join('\n'),
      );
      remarkNotes(context, notes);
      if (problems.length > 0) throw new Fault();
    });

  theme
    .command('import')
    .description('store a theme; pages name it by its id')
    .argument('<file>', 'JSON; - for standard input')
    .option('--id <themeId>', '32 letters and digits; its own, or made up, when left out')
    .option('--replace', 'take the place of the theme with this id')
    .option('--lenient', 'leave out what cannot be taken, as for pages of EZUIKit')
    .action(async (file: string, options: { id?: string; replace?: boolean; lenient?: boolean }) => {
      const { id, replace: isReplacing = false, lenient: isLenient = false } = options;
      const stored = await context.run('theme.import', {
        theme: await readJson(file, context),
        ...(id === undefined ? {} : { themeId: id }),
        isReplacing,
        isLenient,
      });
      context.show(stored, () => themeText(stored.theme, stored.version));
      remarkNotes(context, stored.notes);
    });

  theme
    .command('remove')
    .description('remove a theme; pages that name it show the full theme instead')
    .argument('<themeId>')
    .action(async (themeId: string) => {
      context.show(await context.run('theme.remove', { themeId }), () => `Removed ${themeId}`);
    });
}
