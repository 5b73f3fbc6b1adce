/** Browsers keep six connections to a server; pictures must not occupy them while other calls wait. */
const maxSent = 2;
const waiting: (() => void)[] = [];
let sent = 0;

/** Runs `send` when fewer than two others are running, in the order of the calls. */
export async function inTurn<T>(send: () => Promise<T>): Promise<T> {
  // Whoever ends hands over its place.
  if (sent >= maxSent) await new Promise<void>((resolve) => waiting.push(resolve));
  else sent += 1;
  try {
    return await send();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else sent -= 1;
  }
}
