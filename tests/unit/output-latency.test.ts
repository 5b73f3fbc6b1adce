import { expect } from 'expect';
import { describe, it } from 'vitest';
import { outputLatencyS } from '../../player-frame/engines/webcodecs/output-latency.ts';

describe('the time from the audio context to the loudspeaker', () => {
  it('is what the browser measures, or its own buffer before the device has started', () => {
    expect(outputLatencyS({ baseLatency: 0.01, outputLatency: 0.05 })).toBe(0.05);
    expect(outputLatencyS({ baseLatency: 0.01, outputLatency: 0 })).toBe(0.01);
  });

  it('is assumed in Firefox, which may freeze when it is asked', () => {
    let asked = 0;
    const context = {
      baseLatency: 0.01,
      get outputLatency() {
        asked += 1;
        return 0.05;
      },
    };
    expect(outputLatencyS(context, false)).toBeCloseTo(0.04);
    Object.assign(globalThis, { mozInnerScreenX: 0 });
    try {
      expect(outputLatencyS(context)).toBeCloseTo(0.04);
    } finally {
      Reflect.deleteProperty(globalThis, 'mozInnerScreenX');
    }
    expect(asked).toBe(0);
  });
});
