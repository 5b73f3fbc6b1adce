import type { Command } from 'commander';
import { type CommandContext, Fault } from './command-context.ts';
import { examine } from './doctor.ts';
import { textTable } from './text-table.ts';

const marks = { good: 'ok', poor: 'note', bad: 'BAD' } as const;

export function addMaintenanceCommands(program: Command, context: CommandContext): void {
  program
    .command('status')
    .description('the server, its cameras and the streams that run')
    .action(async () => {
      const server = await context.requestServer('server.status', {});
      const status = await context.run('status', {});
      const streams = status.streams.map((stream) => [
        `${stream.serial}/${stream.channelNo}/${stream.profile}`,
        stream.state,
        stream.viewers - (stream.conversion?.viewers ?? 0),
        stream.conversion ? `${stream.conversion.viewers} (${stream.conversion.state})` : '',
        stream.state === 'live' ? stream.bitrateKbps : '',
        stream.carries ?? '',
        (stream.lastFailure ?? stream.conversion?.lastFailure)?.message ?? '',
      ]);
      context.show({ server, ...status }, () =>
        [
          server
            ? `Oriel ${server.version} runs as process ${server.pid} for ${server.uptimeS} s (${server.mode}, ${server.database})`
            : 'The server does not run: npm run up',
          `${status.cameras} cameras, ${status.applications} applications, ${status.openTokens} open tokens`,
          '',
          textTable(
            ['STREAM', 'STATE', 'AS SENT', 'CONVERTED', 'KBIT/S', 'CARRIES', 'LAST FAILURE'],
            streams,
            'Nobody watches.',
          ),
        ].join('\n'),
      );
    });

  program
    .command('doctor')
    .description('check what Oriel leans on: Node, disk, ports, ffmpeg, clock')
    .action(async () => {
      const isServing = (await context.requestServer('server.status', {})) !== null;
      const findings = await examine(context.config, isServing);
      context.show({ ok: findings.every(({ state }) => state !== 'bad'), findings }, () =>
        textTable(
          ['', 'CHECK', ''],
          findings.map(({ state, check, text }) => [marks[state], check, text]),
          '',
        ),
      );
      if (findings.some(({ state }) => state === 'bad')) throw new Fault();
    });

  program
    .command('setup-code')
    .description('a fresh one-time setup code for the console; the older one is void')
    .action(async () => {
      const made = await context.run('server.setupCode', {});
      context.show(made, () => `${made.code}   valid until ${new Date(made.expiresAt).toISOString()}`);
    });
}
