import { envelopeShape, shapes } from '../../lib/protocol/frame-guards.generated.ts';
import {
  type FrameCallData,
  type FrameCallName,
  type FrameCallResult,
  type FrameEventData,
  type FrameEventName,
  type HostCallHandlers,
  limits,
  type PlayerFailure,
  RequestError,
  type Welcome,
} from '../../lib/protocol/index.ts';
import { kinds } from '../../lib/protocol/kinds.ts';
import { parseShape } from '../../lib/protocol/parse-shape.ts';

/** The host page may fetch a token from the integrator's server. */
const requestTimeoutMs = 30_000;

/** One connection to a host page, from its port to its bye message. */
export interface PortSession {
  emit<Name extends FrameEventName>(name: Name, data: FrameEventData<Name>): void;
  request<Name extends FrameCallName>(
    name: Name,
    data: FrameCallData<Name>,
    signal?: AbortSignal,
  ): Promise<FrameCallResult<Name>>;
  /** No messages are received or sent afterwards. */
  close(): void;
}

/** An envelope with unvalidated `d`. */
interface Envelope {
  readonly k: number;
  readonly i: number;
  readonly t: string;
  readonly d?: unknown;
}

/** A pending request to the host. */
interface OpenRequest {
  readonly name: string;
  readonly settle: (error: RequestError | null, value?: unknown) => void;
}

/** A request of the host in progress. */
interface Job {
  readonly controller: AbortController | null;
}

type AnyHandler = (data: unknown, signal: AbortSignal | undefined, given: unknown) => unknown;

export function openPortSession(
  port: MessagePort,
  welcome: Welcome,
  onRequest: Partial<HostCallHandlers>,
  onBye: () => void,
): PortSession {
  /** Requests of the host in progress, by the host's id. */
  const working = new Map<number, Job>();
  /** Our pending requests, by our id. */
  const open = new Map<number, OpenRequest>();
  const budget = createBudget(limits.requestBurst, limits.requestsPerSecond);
  let lastId = 0;

  function post(k: number, i: number, t: string, d?: unknown): void {
    port.postMessage({ k, i, t, d });
  }

  function receive(message: unknown): void {
    const head = parseShape(envelopeShape, message) as Envelope | undefined;
    if (!head) return;
    const { k, i, t } = head;
    const { d } = message as Envelope;
    if (k === kinds.request) begin(i, t, d);
    else if (k === kinds.result || k === kinds.error) settle(k, i, t, d);
    else if (k === kinds.cancel) cancel(i);
    else if (k === kinds.event && t === 'bye') {
      close();
      onBye();
    }
  }

  function begin(i: number, t: string, d: unknown): void {
    if (working.has(i)) return; // A duplicate id would make the responses ambiguous.
    const shape = shapes[`${t}${kinds.request}`];
    const data = shape === undefined ? undefined : (parseShape(shape, d) ?? lenient(t, d));
    const refuse = (code: string, why: string, retryable = false) =>
      post(kinds.error, i, t, protocolFailure(code, `${t}: ${why}`, retryable));
    if (shape === undefined || !Object.hasOwn(onRequest, t))
      refuse('unsupported', 'this player does not know it');
    else if (data === undefined)
      import('./option-texts.ts')
        .then(({ invalidArgument }) => invalidArgument(shape, d))
        // The texts cannot be loaded now.
        .catch(String)
        .then((why) => refuse('bad-args', why));
    else if (working.size >= limits.openRequests || !budget.take()) refuse('busy', 'too many calls', true);
    else void work(i, t as keyof HostCallHandlers, data, d);
  }

  function work(i: number, t: keyof HostCallHandlers, data: unknown, given: unknown): void {
    const handler = onRequest[t] as AnyHandler;
    // Most handlers take no signal, and creating a controller is relatively expensive.
    const job: Job = { controller: handler.length > 1 ? new AbortController() : null };
    working.set(i, job);
    const settle = (k: number, makeData: () => unknown) => {
      if (working.get(i) !== job) return;
      post(k, i, t, makeData());
      working.delete(i);
    };
    const answer = (result: unknown) => settle(kinds.result, () => result);
    const fail = (error: unknown) => settle(kinds.error, () => describeFailure(error));
    try {
      const result = handler(data, job.controller?.signal, given);
      if (result instanceof Promise) result.then(answer).catch(fail);
      else answer(result);
    } catch (error) {
      fail(error);
    }
  }

  function cancel(i: number): void {
    const job = working.get(i);
    working.delete(i);
    job?.controller?.abort();
  }

  function settle(k: number, i: number, t: string, d: unknown): void {
    const request = open.get(i);
    if (request?.name !== t) return;
    const data = parseShape(shapes[`${t}${kinds.result}`]!, d);
    // The host rejects without details, which may be secret.
    if (k === kinds.error) request.settle(protocolError('refused', `${t}: refused`, true));
    else if (data === undefined) request.settle(protocolError('bad-reply', `${t}: not what was asked for`));
    else request.settle(null, data);
  }

  function request(name: string, data: unknown, signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const giveUp = (code: string, why: string) => {
        post(kinds.cancel, id, name);
        finish(protocolError(code, `${name}: ${why}`, code === 'timeout'));
      };
      const abort = () => giveUp('aborted', 'not wanted any more');
      const timer = setTimeout(() => giveUp('timeout', 'the host page does not answer'), requestTimeoutMs);
      const finish = (error: RequestError | null, value?: unknown) => {
        open.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (error) reject(error);
        else resolve(value);
      };
      open.set(id, { name, settle: finish });
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      else post(kinds.request, id, name, data);
    });
  }

  function close(): void {
    port.onmessage = null;
    port.close();
    for (const { controller } of working.values()) controller?.abort();
    working.clear();
    for (const { settle } of open.values()) settle(protocolError('destroyed', 'the host page is gone'));
  }

  port.onmessage = (event) => receive(event.data);
  post(kinds.result, 0, 'welcome', welcome);
  return {
    emit: (name, data) => post(kinds.event, 0, name, data),
    // Results were validated by the shape of the call.
    request: request as PortSession['request'],
    close,
  };
}

/** `start` reads its options one by one, from what was given. */
const lenient = (t: string, d: unknown) => (t === 'start' && typeof d === 'object' && d ? {} : undefined);

/** Token bucket: `burst` at once, `perSecond` on average. */
function createBudget(burst: number, perSecond: number): { take(): boolean } {
  let left = burst;
  let filledAt = performance.now();
  return {
    take() {
      const now = performance.now();
      left = Math.min(burst, left + ((now - filledAt) * perSecond) / 1_000);
      filledAt = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}

function protocolFailure(code: string, message: string, retryable = false): PlayerFailure {
  return { code, message: message.slice(0, limits.messageLength), source: 'protocol', retryable };
}

export function protocolError(code: string, message: string, retryable = false): RequestError {
  return new RequestError(protocolFailure(code, message, retryable));
}

/** Error of a handler, as the host may see it. Internal errors are logged to the console only. */
function describeFailure(error: unknown): PlayerFailure {
  if (error instanceof RequestError) {
    const { code, message, source, retryable, detail } = error;
    return { code, message: message.slice(0, limits.messageLength), source, retryable, detail };
  }
  reportError(error);
  return protocolFailure('internal', 'the player failed at this');
}
