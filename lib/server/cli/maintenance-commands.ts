import type { Command } from 'commander';
import { type CommandContext, Fault } from './command-context.ts';
import { textTable } from './text-table.ts';

const marks = { good: 'ok', poor: 'note', bad: 'BAD' } as const;

export function addMaintenanceCommands(program: Command, context: CommandContext): void {
  program
    .command('status')
    .description('show the server, its cameras and active streams')
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
            ? `Oriel ${server.version}, process ${server.pid}, up ${server.uptimeS} s (${server.mode}, ${server.database})`
            : 'The server is not running. Start it with npm run up',
          `${status.cameras} cameras, ${status.applications} applications, ${status.openTokens} valid tokens`,
          '',
          textTable(
            ['STREAM', 'STATE', 'AS SENT', 'CONVERTED', 'KBIT/S', 'CARRIES', 'LAST FAILURE'],
            streams,
            'No active streams',
          ),
        ].join('\n'),
      );
    });

  program
    .command('doctor')
    .description('check the environment: Node, build, data folder, disk, ports, ffmpeg, clock')
    .action(async () => {
      const isServing = (await context.requestServer('server.status', {})) !== null;
      // Loaded on use: it opens the database.
      const { examine } = await import('./doctor.ts');
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
    .description('create a one-time setup code for the console; replaces the previous one')
    .action(async () => {
      const created = await context.run('server.setupCode', {});
      context.show(
        created,
        () => `${created.code}   valid until ${new Date(created.expiresAt).toISOString()}`,
      );
    });
}
