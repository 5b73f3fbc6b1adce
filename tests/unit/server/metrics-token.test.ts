import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { parseConfig } from '../../../lib/server/config.ts';
import { metricsToken } from '../../../lib/server/metrics-token.ts';
import { scratchFolder } from '../../kit/scratch-folder.ts';

const strong = 'k'.repeat(32);

describe('the token of /metrics', () => {
  const configured = (env: Record<string, string>) => {
    const parsed = parseConfig(env);
    if (!parsed.ok) throw new Error(parsed.error.join('; '));
    return metricsToken(parsed.value.config);
  };

  it('does not exist by default, and then neither does the page', async () => {
    expect(await configured({})).toBeNull();
    expect(await configured({ CREDENTIALS_DIRECTORY: scratchFolder('oriel-credentials-') })).toBeNull();
  });

  it('comes from the environment, or is a credential of systemd', async () => {
    const folder = scratchFolder('oriel-credentials-');
    writeFileSync(join(folder, 'oriel-metrics-token'), `${strong}\n`);
    expect(await configured({ CREDENTIALS_DIRECTORY: folder })).toBe(strong);
    const other = 'o'.repeat(40);
    expect(await configured({ CREDENTIALS_DIRECTORY: folder, ORIEL_METRICS_TOKEN: other })).toBe(other);
  });

  it.each(['short-secret', 'with spaces in it and long enough to be', `${'x'.repeat(300)}`])(
    'is refused when it is weak, without its value: %s',
    async (weak) => {
      const parsed = parseConfig({ ORIEL_METRICS_TOKEN: weak });
      expect(parsed).toMatchObject({ ok: false, error: [expect.stringContaining('ORIEL_METRICS_TOKEN')] });
      expect(JSON.stringify(parsed)).not.toContain(weak);
      const folder = scratchFolder('oriel-credentials-');
      writeFileSync(join(folder, 'oriel-metrics-token'), weak);
      const refused = configured({ CREDENTIALS_DIRECTORY: folder });
      await expect(refused).rejects.toMatchObject({ code: 'server.badMetricsToken' });
      await expect(refused).rejects.not.toThrow(weak);
    },
  );
});

it.each(['server 1', '-x', 'a'.repeat(41), 'x\ny'])('the name of a process cannot be %j', (name) => {
  expect(parseConfig({ ORIEL_PROCESS_NAME: name }).ok).toBe(false);
});
