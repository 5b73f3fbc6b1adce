import { testConsole } from '../kit/console.ts';
import { engines } from '../kit/databases.ts';
import { describeMatrix } from '../kit/matrix-suite.ts';
import { stepOn } from '../kit/soak.ts';

// Only the handler checks permissions here: `proxy.ts` is off, and every call sends the header that once bypassed such
// middleware (CVE-2025-29927).
for (const { engine, start } of engines) {
  describeMatrix(`access to every call, on ${engine}`, async () => {
    const bench = await start();
    const app = await testConsole(await bench.open());
    return {
      app,
      step: stepOn(engine, 8),
      async expired(permissions) {
        const late = await app.signIn({ permissions });
        await app.clock.advance(16 * 60_000);
        return late;
      },
      async stop() {
        app.stop();
        await bench.stop();
      },
    };
  });
}
