/**
 * The event service of a camera with pull points, for `onvif-device.ts`. Written from the ONVIF core specification
 * (chapter 9), independently of any client.
 */

export interface SentEvent {
  /** For instance `tns1:VideoSource/MotionAlarm`. */
  readonly topic: string;
  readonly source?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, string>>;
  readonly operation?: 'Initialized' | 'Changed' | 'Deleted';
  /** Epoch ms, by the camera's clock. Absent: no time. */
  readonly at?: number;
}

export interface EventServicesOptions {
  /** Camera limits a subscription to this time, however long was requested, ms. */
  readonly maxTerminationMs?: number;
  /** Host in the address of a subscription. */
  readonly subscriptionHost?: string;
  /** Reported at the beginning of each subscription. */
  readonly states?: readonly SentEvent[];
}

export interface EventServices {
  readonly namespaces: readonly string[];
  /** Null for requests of other services and unknown subscriptions. */
  serve(name: string, xml: string, url: string, origin: string): Promise<string | null> | null;
  /** To all subscriptions. */
  emit(...events: readonly SentEvent[]): void;
  /** Ends all subscriptions, as a restart of the camera does. */
  forget(): void;
  /** Number of open subscriptions. */
  readonly open: number;
  readonly renewals: number;
}

interface PullPoint {
  readonly queue: string[];
  endsAt: number;
  wake: () => void;
}

export function eventServices(options: EventServicesOptions = {}): EventServices {
  const points = new Map<string, PullPoint>();
  let made = 0;
  let renewals = 0;

  const termination = (xml: string, name: string): number => {
    const seconds = Number(new RegExp(`<(?:\\w+:)?${name}>PT(\\d+)S<`).exec(xml)?.[1] ?? 0);
    return Date.now() + Math.min(seconds * 1_000, options.maxTerminationMs ?? Number.POSITIVE_INFINITY);
  };
  const times = (point: PullPoint) =>
    `<wsnt:CurrentTime>${new Date().toISOString()}</wsnt:CurrentTime><wsnt:TerminationTime>${new Date(point.endsAt).toISOString()}</wsnt:TerminationTime>`;

  /** The subscription that both the path and the addressing header name. */
  function pointOf(xml: string, url: string): PullPoint | null {
    const to = /<(?:\w+:)?To\b[^>]*>([^<]*)</.exec(xml)?.[1] ?? '';
    const point = to.endsWith(url) ? points.get(url) : undefined;
    if (!point || point.endsAt < Date.now()) return null;
    return point;
  }

  async function pull(xml: string, point: PullPoint): Promise<string> {
    const seconds = Number(/<(?:\w+:)?Timeout>PT(\d+)S</.exec(xml)?.[1] ?? 0);
    const limit = Number(/<(?:\w+:)?MessageLimit>(\d+)</.exec(xml)?.[1] ?? 1);
    if (point.queue.length === 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, seconds * 1_000);
        timer.unref();
        point.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    return `<tev:PullMessagesResponse>${times(point)}${point.queue.splice(0, limit).join('')}</tev:PullMessagesResponse>`;
  }

  return {
    namespaces: ['ver10/events/wsdl'],

    serve(name, xml, url, origin) {
      if (name === 'CreatePullPointSubscription') {
        made += 1;
        const path = `/onvif/subscription?id=${made}&x=1`;
        const queue = (options.states ?? []).map((state) =>
          notification({ operation: 'Initialized', ...state }),
        );
        const point = { queue, endsAt: termination(xml, 'InitialTerminationTime'), wake() {} };
        points.set(path, point);
        const base = options.subscriptionHost === undefined ? origin : `http://${options.subscriptionHost}`;
        const address = `${base}${path}`.replaceAll('&', '&amp;');
        return Promise.resolve(
          `<tev:CreatePullPointSubscriptionResponse><tev:SubscriptionReference><wsa:Address>${address}</wsa:Address></tev:SubscriptionReference>${times(point)}</tev:CreatePullPointSubscriptionResponse>`,
        );
      }
      if (!['PullMessages', 'Renew', 'Unsubscribe'].includes(name)) return null;
      const point = pointOf(xml.replaceAll('&amp;', '&'), url);
      if (!point) return Promise.resolve(null);
      if (name === 'PullMessages') return pull(xml, point);
      if (name === 'Renew') {
        renewals += 1;
        point.endsAt = termination(xml, 'TerminationTime');
        return Promise.resolve(`<wsnt:RenewResponse>${times(point)}</wsnt:RenewResponse>`);
      }
      points.delete(url);
      return Promise.resolve('<wsnt:UnsubscribeResponse/>');
    },

    emit(...events) {
      for (const point of points.values()) {
        point.queue.push(...events.map(notification));
        point.wake();
      }
    },

    forget() {
      for (const point of points.values()) {
        point.endsAt = 0;
        point.wake();
      }
      points.clear();
    },

    get open() {
      return points.size;
    },
    get renewals() {
      return renewals;
    },
  };
}

function notification({ topic, source = {}, data = {}, operation, at }: SentEvent): string {
  const items = (list: Readonly<Record<string, string>>) =>
    Object.entries(list)
      .map(([name, value]) => `<tt:SimpleItem Name="${name}" Value="${value}"/>`)
      .join('');
  const time = at === undefined ? '' : ` UtcTime="${new Date(at).toISOString()}"`;
  const property = operation === undefined ? '' : ` PropertyOperation="${operation}"`;
  return `<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${topic}</wsnt:Topic><wsnt:Message><tt:Message${time}${property}><tt:Source>${items(source)}</tt:Source><tt:Data>${items(data)}</tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`;
}
