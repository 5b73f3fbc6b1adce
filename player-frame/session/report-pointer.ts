import type { HostLink } from './host-link.ts';

const movesPerSecond = 10;

/** Reports movements and touches, which the host page does not receive from a frame. */
export function reportPointer(link: HostLink): void {
  let reportedAt = 0;
  document.addEventListener('mousemove', ({ timeStamp }) => {
    if (timeStamp - reportedAt < 1_000 / movesPerSecond) return;
    reportedAt = timeStamp;
    link.emit('mousemove', {});
  });
  document.addEventListener('touchstart', () => link.emit('touchstart', {}), { passive: true });
}
