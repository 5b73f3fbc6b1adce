/**
 * JavaScript of a first visit to the console, gzipped: the login page before any input, and of a signed-in user a list
 * page, the list of cameras with its pictures, and the largest form with a page of its own. From the real build, as Chromium loads it with an empty cache.
 * Needs: Chromium.
 */
import { launchChromium } from '../kit/chromium.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { startConsoleSite } from '../kit/console-site.ts';
import { type ScriptBytes, weighedPages, weighScripts } from '../kit/page-scripts.ts';

const targetsKiB = { login: 200, list: 300, cameras: 300, form: 300 } as const;
const inKiB = ({ bytes, files }: ScriptBytes) => ({ kiB: Math.round((bytes / 1024) * 10) / 10, files });

const oriel = await startConsoleSite();
const browser = await launchChromium();
try {
  const { context } = await ConsolePage.signedIn(browser, oriel);
  const signedIn = await context.storageState();
  const sizes: Partial<Record<keyof typeof targetsKiB, ReturnType<typeof inKiB>>> = {};
  for (const [name, targetKiB] of Object.entries(targetsKiB) as [keyof typeof targetsKiB, number][]) {
    const state = name === 'login' ? undefined : signedIn;
    const weighed = await weighScripts(browser, oriel.origin, weighedPages[name], state);
    const size = inKiB(weighed);
    sizes[name] = size;
    console.log(
      `${name}: ${weighed.bytes} B, ${size.kiB} KiB gz in ${size.files} files (target ${targetKiB})`,
    );
  }
  console.log(JSON.stringify({ bench: 'console-js', ...sizes, targetsKiB }));
} finally {
  await browser.close();
  await oriel.stop();
}
