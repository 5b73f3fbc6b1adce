import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import type { AlarmKind } from '../../lib/kernel/alarm-kind.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { type OnvifEvents, watchOnvifEvents } from '../../lib/media/control/onvif-events.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { type OnvifDevice, type OnvifDeviceOptions, startOnvifDevice } from '../kit/onvif-device.ts';
import { type EventServices, eventServices, type SentEvent } from '../kit/onvif-events.ts';
import { recordLog } from '../kit/record-log.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const allowed = loopback.value;
const password = 'one <two> & "three"';

/** Waits for a state of the other side, over real sockets. */
async function until(isReached: () => boolean, ms = 5_000): Promise<void> {
  const end = Date.now() + ms;
  while (!isReached()) {
    if (Date.now() > end) throw new Error('not reached in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('events of a camera (ONVIF pull point)', () => {
  let device: OnvifDevice;
  let events: EventServices;
  let watch: OnvifEvents | null = null;
  let alarms: { readonly kind: AlarmKind; readonly at: number }[] = [];
  let record: ReturnType<typeof recordLog>;
  afterEach(async () => {
    watch?.close();
    watch = null;
    await device.stop();
  });

  async function start(
    services: Parameters<typeof eventServices>[0] = {},
    options: OnvifDeviceOptions = {},
    { networks = allowed, channelNo = 1, login = password } = {},
  ): Promise<void> {
    alarms = [];
    record = recordLog();
    events = eventServices(services);
    device = await startOnvifDevice({ password, events, ...options });
    watch = watchOnvifEvents(
      { kind: 'onvif', url: device.url, username: 'admin', password: login, channelNo },
      {
        network: { clock: systemClock, addressPolicy: { allowed: networks, ownPorts: [] } },
        logger: record.log,
        random: () => 0.5,
        onAlarm: (kind, at) => alarms.push({ kind, at }),
      },
    );
  }
  const subscribed = () => until(() => events.open === 1 && device.received.includes('PullMessages'));
  const logged = () => record.lines.join('\n');
  const kinds = () => alarms.map(({ kind }) => kind);
  const motion: SentEvent = {
    topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
    source: { VideoSourceConfigurationToken: 'VSC1', Rule: 'MyMotion' },
    data: { IsMotion: 'true' },
    operation: 'Changed',
  };

  it.each<[AlarmKind, string, Readonly<Record<string, string>>]>([
    ['motion', 'tns1:RuleEngine/CellMotionDetector/Motion', { IsMotion: 'true' }],
    ['motion', 'tns1:VideoSource/MotionAlarm', { State: '1' }],
    ['line', 'tns1:RuleEngine/LineDetector/Crossed', { ObjectId: '7' }],
    ['intrusion', 'tns1:RuleEngine/FieldDetector/ObjectsInside', { IsInside: 'true' }],
    ['tamper', 'tns1:RuleEngine/TamperDetector/Tamper', { IsTamper: 'true' }],
    ['tamper', 'tns1:VideoSource/GlobalSceneChange/ImagingService', { State: 'true' }],
    ['input', 'tns1:Device/Trigger/tnsaxis:DigitalInput', { LogicalState: 'true' }],
    ['videoLoss', 'tns1:VideoSource/SignalLoss', { State: 'true' }],
    ['audio', 'tns1:AudioAnalytics/Audio/DetectedSound', { isSoundDetected: 'true' }],
    ['person', 'tns1:RuleEngine/MyRuleDetector/PeopleDetect', { State: 'true' }],
    ['vehicle', 'tns1:RuleEngine/MyRuleDetector/VehicleDetect', { State: 'true' }],
  ])('reports %s for %s', async (kind, topic, data) => {
    await start();
    await subscribed();
    events.emit({ topic, data, operation: 'Changed' });
    await until(() => alarms.length === 1);
    expect(kinds()).toEqual([kind]);
  });

  it('ignores other topics, ends of states, and states that are off at the beginning', async () => {
    await start({ states: [{ ...motion, data: { IsMotion: 'false' } }] });
    await subscribed();
    events.emit(
      { topic: 'tns1:Device/HardwareFailure/FanFailure', data: { Failed: 'true' } },
      { ...motion, data: { IsMotion: 'false' } },
      { ...motion, operation: 'Deleted' },
      { topic: 'tns1:RuleEngine/LineDetector/Crossed' },
    );
    await until(() => alarms.length === 1);
    expect(kinds()).toEqual(['line']);
  });

  it('reports a state that is on at the beginning, and repeats it until it ends', async () => {
    await start({ states: [motion] });
    await until(() => alarms.length === 2, 8_000);
    expect(kinds()).toEqual(['motion', 'motion']);
    expect(alarms[1]!.at - alarms[0]!.at).toBeGreaterThan(3_000);
    events.emit({ ...motion, data: { IsMotion: 'false' } });
    await until(() => device.received.filter((name) => name === 'PullMessages').length >= 2);
    const seen = alarms.length;
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    expect(alarms.length).toBe(seen);
  }, 20_000);

  it('converts times of a camera whose clock is wrong', async () => {
    const clockAheadMs = 3 * 3_600_000;
    await start({}, { clockAheadMs });
    await subscribed();
    const now = Date.now();
    events.emit({ ...motion, at: now + clockAheadMs });
    await until(() => alarms.length === 1);
    // The camera tells its time in whole seconds.
    expect(Math.abs(alarms[0]!.at - now)).toBeLessThan(2_100);
  });

  it('takes the events of its own channel only, on a recorder with several', async () => {
    await start({}, { videoSources: ['V1', 'V2'] }, { channelNo: 2 });
    await subscribed();
    const of = (token: string): SentEvent => ({
      ...motion,
      source: { VideoSourceConfigurationToken: token },
    });
    events.emit(of('C-V1'), { topic: 'tns1:Device/Trigger/DigitalInput', data: { LogicalState: 'true' } });
    events.emit({ topic: 'tns1:RuleEngine/LineDetector/Crossed', source: { VideoSourceToken: 'V2' } });
    await until(() => alarms.length === 1);
    expect(kinds()).toEqual(['line']);
  });

  it('subscribes again after a restart of the camera', async () => {
    await start();
    await subscribed();
    events.forget();
    await until(() => events.open === 1, 8_000);
    events.emit(motion);
    await until(() => alarms.length === 1);
    expect(logged()).toContain('no events of a camera');
  }, 15_000);

  it('unsubscribes when it is closed, so that the camera does not run out of subscriptions', async () => {
    await start();
    await subscribed();
    watch?.close();
    await until(() => events.open === 0);
    expect(device.received.at(-1)).toBe('Unsubscribe');
  });

  it('uses only the path of a subscription on another host', async () => {
    await start({ subscriptionHost: '192.0.2.1:80' });
    await subscribed();
    events.emit(motion);
    await until(() => alarms.length === 1);
  });

  it('tries rarely with a wrong password, because cameras lock accounts', async () => {
    await start({}, {}, { login: 'wrong' });
    await until(() => logged().includes('no events of a camera'));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(device.refusedLogins).toBe(1);
    expect(logged()).not.toContain('wrong"');
  }, 10_000);

  it('connects to allowed addresses only', async () => {
    await start({}, {}, { networks: [] });
    await until(() => logged().includes('ptz.refused'));
    expect(device.received).toEqual([]);
  });

  it('drops more than 120 alarms in a minute', async () => {
    await start();
    await subscribed();
    const line: SentEvent = { topic: 'tns1:RuleEngine/LineDetector/Crossed' };
    events.emit(...Array.from({ length: 300 }, () => line));
    await until(() => device.received.filter((name) => name === 'PullMessages').length >= 7);
    expect(alarms).toHaveLength(120);
  }, 15_000);

  it.each(['html', 'entityBomb', 'huge', 'deep', 'cut', 'redirect'] as const)(
    'survives a device that answers %s, and goes on when it recovers',
    async (behaviour) => {
      await start();
      await subscribed();
      device.behaviour = behaviour;
      events.emit({ topic: 'tns1:Unknown' });
      await until(() => logged().includes('no events of a camera'), 8_000);
      device.behaviour = 'normal';
      events.forget();
      await until(() => events.open === 1, 12_000);
      events.emit(motion);
      await until(() => alarms.length === 1);
    },
    25_000,
  );
});
