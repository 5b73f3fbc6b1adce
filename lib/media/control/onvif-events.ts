/**
 * Events of a camera over a pull point (ONVIF core, chapter 9): subscribe, request messages with a long poll, renew, and
 * unsubscribe at the end. Reconnects by itself. Start reading at `watchOnvifEvents`.
 */

import type { AlarmKind } from '../../kernel/alarm-kind.ts';
import { AppError } from '../../kernel/app-error.ts';
import { type BackoffPolicy, backoffDelay } from '../../kernel/backoff.ts';
import type { Cancel } from '../../kernel/clock.ts';
import { escapeMarkup } from '../../kernel/escape-markup.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { OnvifCamera } from '../ports.ts';
import { logIn, type OnvifCam, onvifCam } from './onvif-cam.ts';
import { videoSourcesOf } from './onvif-capabilities.ts';
import { type OnvifNotification, readNotification } from './onvif-event-message.ts';
import { element, elements, text } from './onvif-xml.ts';
import type { SoapNetwork } from './soap-post.ts';

export interface OnvifEventsOptions {
  readonly network: SoapNetwork;
  readonly logger: Logger;
  /** In [0, 1); spreads reconnections. */
  readonly random: () => number;
  /** Called for each alarm, and every few seconds while its state lasts. `at` is by the server's clock. */
  readonly onAlarm: (kind: AlarmKind, at: EpochMs) => void;
}

export interface OnvifEvents {
  /** Unsubscribes. Safe to call twice. */
  close(): void;
}

/** How long the camera may wait for a message before it answers. */
const pollSeconds = 20;
const pollTimeoutMs: Ms = 30_000;
/** The subscription ends after this time without a renewal. */
const subscriptionSeconds = 60;
const renewAfterMs: Ms = 25_000;
const maxMessages = 50;
/** More of them are dropped: a broken camera must not flood the database. */
const maxAlarmsPerMinute = 120;
/** A state that lasts is reported this often. */
const repeatMs: Ms = 5_000;
/** A state without news ends: the camera may have lost its end. */
const maxStateMs: Ms = 60 * 60_000;
const maxStates = 64;
/** Answers without waiting are not followed by the next request at once. */
const minPollMs: Ms = 200;

const retry: BackoffPolicy = { firstMs: 2_000, maxMs: 60_000, jitter: 0.3 };
/** Cameras lock accounts after a few wrong passwords, and lack of support will not pass. */
const slowRetry: BackoffPolicy = { firstMs: 60_000, maxMs: 30 * 60_000, jitter: 0.2 };

const eventsSpace = 'xmlns="http://www.onvif.org/ver10/events/wsdl"';
const notificationSpace = 'xmlns="http://docs.oasis-open.org/wsn/b-2"';
const actionBase = 'http://www.onvif.org/ver10/events/wsdl';

/** Watches the events of one camera until it is closed. */
export function watchOnvifEvents(camera: OnvifCamera, options: OnvifEventsOptions): OnvifEvents {
  const watch = new EventWatch(camera, options);
  void watch.run();
  return { close: () => watch.close() };
}

interface Subscription {
  readonly cam: OnvifCam;
  /** Path of the subscription, of the address that the camera returned. */
  readonly path: string;
  readonly address: string;
  /** Those of this channel. Null: all of them. */
  readonly videoSources: ReadonlySet<string> | null;
}

interface LastingState {
  readonly kind: AlarmKind;
  readonly since: Ms;
}

class EventWatch {
  private isClosed = false;
  private readonly closing = new AbortController();
  private readonly states = new Map<string, LastingState>();
  private readonly stopRepeats: Cancel;
  private minute = { startedAt: Number.NEGATIVE_INFINITY, alarms: 0 };
  private wake: (() => void) | null = null;
  /** The camera accepted this login and has events: a failure afterwards will pass. */
  private isSubscribed = false;

  constructor(
    private readonly camera: OnvifCamera,
    private readonly options: OnvifEventsOptions,
  ) {
    this.stopRepeats = options.network.clock.every(repeatMs, () => this.repeatStates());
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.stopRepeats();
    this.closing.abort();
    this.wake?.();
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const { clock } = this.options.network;
    let failures = 0;
    while (!this.isClosed) {
      this.isSubscribed = false;
      const startedAt = clock.monotonic();
      try {
        await this.runOnce();
      } catch (error) {
        this.states.clear();
        if (this.isClosed) return;
        const code = error instanceof AppError ? error.code : 'ptz.protocol';
        const isSlow = !this.isSubscribed && ['ptz.auth', 'ptz.refused', 'ptz.unsupported'].includes(code);
        if (clock.monotonic() - startedAt > retry.maxMs) failures = 0;
        const delayMs = backoffDelay(isSlow ? slowRetry : retry, failures, this.options.random);
        failures += 1;
        const message = error instanceof Error ? error.message : '';
        this.options.logger.warn({ code, message, retryInMs: delayMs }, 'no events of a camera');
        await this.sleep(delayMs);
      }
    }
  }

  /** One subscription, until it fails or the watch is closed. */
  private async runOnce(): Promise<void> {
    const { clock } = this.options.network;
    const subscription = await this.subscribe();
    this.isSubscribed = true;
    this.options.logger.info({}, 'subscribed to the events of a camera');
    try {
      let renewedAt = clock.monotonic();
      while (!this.isClosed) {
        if (clock.monotonic() - renewedAt >= renewAfterMs) {
          await this.renew(subscription);
          renewedAt = clock.monotonic();
        }
        const askedAt = clock.monotonic();
        for (const message of await this.pull(subscription)) this.note(message, subscription);
        const early = minPollMs - (clock.monotonic() - askedAt);
        if (early > 0) await this.sleep(early);
      }
    } finally {
      await this.unsubscribe(subscription);
    }
  }

  private async subscribe(): Promise<Subscription> {
    const cam = onvifCam(this.camera, this.options.network);
    cam.signal = this.closing.signal;
    await logIn(cam);
    if (!cam.hasService('events')) throw new AppError('ptz.unsupported', 'the camera offers no events');
    const videoSources = videoSourcesOf(
      await cam.request((done) => cam.getProfiles(done)).catch(() => null),
      this.camera.channelNo,
    );
    const answer = await cam.call(
      'events',
      `<CreatePullPointSubscription ${eventsSpace}><InitialTerminationTime>PT${subscriptionSeconds}S</InitialTerminationTime></CreatePullPointSubscription>`,
      { header: action('EventPortType/CreatePullPointSubscriptionRequest') },
    );
    const reference = element(answer, 'createPullPointSubscriptionResponse', 'subscriptionReference');
    const address = text(element(reference, 'address')) ?? '';
    // Only the path is used, never another host.
    const path = URL.canParse(address) ? new URL(address).pathname + new URL(address).search : '';
    if (path === '') throw new AppError('ptz.protocol', 'the camera created no subscription');
    return { cam, path, address, videoSources };
  }

  private async pull({ cam, path, address }: Subscription) {
    const answer = await cam.call(
      'events',
      `<PullMessages ${eventsSpace}><Timeout>PT${pollSeconds}S</Timeout><MessageLimit>${maxMessages}</MessageLimit></PullMessages>`,
      {
        path,
        header: action('PullPointSubscription/PullMessagesRequest', address),
        timeoutMs: pollTimeoutMs,
      },
    );
    const response = element(answer, 'pullMessagesResponse');
    if (response === undefined) throw new AppError('ptz.protocol', 'the camera answered without messages');
    return elements(response, 'notificationMessage').slice(0, maxMessages);
  }

  private async renew({ cam, path, address }: Subscription): Promise<void> {
    await cam.call(
      'events',
      `<Renew ${notificationSpace}><TerminationTime>PT${subscriptionSeconds}S</TerminationTime></Renew>`,
      { path, header: notificationAction('RenewRequest', address) },
    );
  }

  /** Cameras have few subscriptions; without this one of them is lost until it expires. */
  private async unsubscribe({ cam, path, address }: Subscription): Promise<void> {
    cam.signal = undefined;
    await cam
      .call('events', `<Unsubscribe ${notificationSpace}/>`, {
        path,
        header: notificationAction('UnsubscribeRequest', address),
      })
      .catch(() => {
        /* the subscription expires by itself */
      });
  }

  private note(message: unknown, { cam, videoSources }: Subscription): void {
    const notification = readNotification(message);
    if (!notification || this.isClosed) return;
    if (videoSources && !this.isOfChannel(notification, videoSources)) return;
    const { kind, key, isActive } = notification;
    const { clock } = this.options.network;
    if (isActive === false) {
      this.states.delete(key);
      return;
    }
    if (isActive === true) {
      if (!this.states.has(key) && this.states.size >= maxStates) return;
      this.states.set(key, { kind, since: clock.monotonic() });
    }
    this.report(kind, notification.at === null ? clock.now() : notification.at - cam.clockAheadMs);
  }

  /** Inputs and sounds name no video source: they belong to the first channel. */
  private isOfChannel({ videoSource }: OnvifNotification, videoSources: ReadonlySet<string>): boolean {
    return videoSource === null ? this.camera.channelNo === 1 : videoSources.has(videoSource);
  }

  private repeatStates(): void {
    const { clock } = this.options.network;
    const now = clock.monotonic();
    for (const [key, { kind, since }] of this.states) {
      if (now - since > maxStateMs) this.states.delete(key);
      else this.report(kind, clock.now());
    }
  }

  private report(kind: AlarmKind, at: EpochMs): void {
    const now = this.options.network.clock.monotonic();
    if (now - this.minute.startedAt >= 60_000) this.minute = { startedAt: now, alarms: 0 };
    this.minute.alarms += 1;
    if (this.minute.alarms <= maxAlarmsPerMinute) this.options.onAlarm(kind, at);
  }

  private sleep(delayMs: Ms): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.options.network.clock.after(delayMs, resolve);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** WS-Addressing; many cameras find the subscription by it. */
function action(name: string, to?: string): string {
  return addressing(`${actionBase}/${name}`, to);
}
const notificationAction = (name: string, to: string): string =>
  addressing(`http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/${name}`, to);

function addressing(name: string, to?: string): string {
  const target = to === undefined ? '' : `<a:To s:mustUnderstand="1">${escapeMarkup(to)}</a:To>`;
  return `<a:Action s:mustUnderstand="1">${name}</a:Action>${target}`;
}
