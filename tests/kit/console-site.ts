import { join } from 'node:path';
import { openDatabase } from '../../lib/db/client.ts';
import { type OrielInstance, startOriel } from './start-oriel.ts';

/** The real product, whose console can be signed in to without reading pictures. */
export async function startConsoleSite(): Promise<OrielInstance> {
  const oriel = await startOriel();
  try {
    await switchCaptchaOff(oriel);
  } catch (error) {
    await oriel.stop();
    throw error;
  }
  return oriel;
}

async function switchCaptchaOff(oriel: OrielInstance): Promise<void> {
  const database = await openDatabase({ file: join(oriel.dataDir, 'oriel.db') });
  await database.db
    .updateTable('setting')
    .set({ configValue: 'false' })
    .where('configKey', '=', 'sys.account.captchaEnabled')
    .execute();
  await database.close();
  // The server looks at its settings every few seconds.
  const until = Date.now() + 60_000;
  while (await needsCaptcha(oriel.origin)) {
    if (Date.now() > until) throw new Error('the captcha stays on');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

async function needsCaptcha(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/admin/captchaImage`);
  const { data } = (await answer.json()) as { data: { captchaEnabled: boolean } | null };
  return data?.captchaEnabled !== false;
}
