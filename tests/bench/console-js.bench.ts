/**
 * JavaScript of a first visit to the console, gzipped: the login page before any input, and a list page of a signed-in
 * user. From the real build, as Chromium loads it with an empty cache.
 * Needs: Chromium.
 */
import { launchChromium } from '../kit/chromium.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { startConsoleSite } from '../kit/console-site.ts';
import { type ScriptBytes, weighedPages, weighScripts } from '../kit/page-scripts.ts';

const targetsKiB = { login: 200, list: 300 };
const inKiB = ({ bytes, files }: ScriptBytes) => ({ kiB: Math.round((bytes / 1024) * 10) / 10, files });

const oriel = await startConsoleSite();
const browser = await launchChromium();
try {
  const { context } = await ConsolePage.signedIn(browser, oriel);
  const signedIn = await context.storageState();
  const pages = {
    login: await weighScripts(browser, oriel.origin, weighedPages.login),
    list: await weighScripts(browser, oriel.origin, weighedPages.list, signedIn),
  };
  const [login, list] = [inKiB(pages.login), inKiB(pages.list)];
  console.log(
    `login page: ${pages.login.bytes} B, ${login.kiB} KiB gz in ${login.files} files (target ${targetsKiB.login})`,
  );
  console.log(
    `list page:  ${pages.list.bytes} B, ${list.kiB} KiB gz in ${list.files} files (target ${targetsKiB.list})`,
  );
  console.log(JSON.stringify({ bench: 'console-js', login, list, targetsKiB }));
} finally {
  await browser.close();
  await oriel.stop();
}
