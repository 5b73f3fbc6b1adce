/**
 * The `onvif` package with our transport: the package creates requests and parses responses, `soap-post.ts`
 * sends them. Of service addresses that a camera returns, only the path is used, never another host.
 */
import { randomBytes } from 'node:crypto';
import onvif from 'onvif';
import soap from 'onvif/lib/utils.js';
import { AppError } from '../../kernel/app-error.ts';
import { escapeMarkup } from '../../kernel/escape-markup.ts';
import type { Ms } from '../../kernel/units.ts';
import { authorization, type Challenge, parseChallenges, pickChallenge } from '../net/digest-auth.ts';
import type { OnvifCamera } from '../ports.ts';
import { parseOnvifUrl } from './onvif-url.ts';
import { postSoap, ptzFailure, type SoapAnswer, type SoapNetwork, type SoapTarget } from './soap-post.ts';

const requestMs: Ms = 3_000;
/** Timeout of one operation, which may take several requests. */
const requestTimeoutMs: Ms = 10_000;

interface OutgoingRequest extends CallOptions {
  readonly service?: string;
  readonly action: string;
  readonly body: string;
}

export interface CallOptions {
  /** Instead of the path of the service. */
  readonly path?: string;
  /** Elements of the SOAP header besides the login. */
  readonly header?: string;
  /** Timeout of the request; default 3 s. */
  readonly timeoutMs?: Ms;
}
/** Methods of the package that its types do not have. */
interface PackageInternals {
  _envelopeHeader(isOpen: boolean): string;
  _envelopeFooter(): string;
  _request(request: CallOptions & { service: string; body: string }, callback: Callback): void;
}
type Callback = (error: Error | null, data?: unknown, xml?: string, status?: number) => void;

export interface OnvifLogin {
  readonly username: string;
  readonly password: string;
}

export class OnvifCam extends onvif.Cam {
  readonly #target: SoapTarget;
  readonly #login: OnvifLogin;
  readonly #network: SoapNetwork;
  #challenge: { readonly offer: Challenge; count: number } | null = null;
  /** Aborts pending requests. */
  signal: AbortSignal | undefined;

  constructor(target: SoapTarget & { readonly path: string }, login: OnvifLogin, network: SoapNetwork) {
    super({
      hostname: target.host,
      port: target.port,
      path: target.path,
      // The package writes the name into XML without escaping.
      username: escapeMarkup(login.username),
      password: login.password,
      autoconnect: false,
    });
    this.#target = target;
    this.#login = login;
    this.#network = network;
  }

  /** Calls one of the package's methods. Rejects with `AppError` `ptz.…`. */
  request<Value = unknown>(
    call: (callback: (error: Error | null, value?: Value) => void) => void,
    timeoutMs: Ms = requestTimeoutMs,
  ): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      // The package may never call back for an invalid response.
      const cancel = this.#network.clock.after(timeoutMs, () => reject(failureOf(null)));
      try {
        call((error, value) => {
          cancel();
          if (error) reject(failureOf(error));
          else resolve(value as Value);
        });
      } catch (error) {
        cancel();
        reject(failureOf(error));
      }
    });
  }

  /**
   * A request for which the package has no method. `body`: one element with its own namespace. Resolves with the
   * body of the response, for `onvif-xml.ts`; rejects as `request` does.
   */
  call(service: string, body: string, options: CallOptions = {}): Promise<unknown> {
    const internal = this as unknown as PackageInternals;
    const head = `${internal._envelopeHeader(true)}${options.header ?? ''}</s:Header><s:Body>`;
    const envelope = `${head}${body}${internal._envelopeFooter()}`;
    return this.request(
      (done) => internal._request({ ...options, service, body: envelope }, done),
      Math.max(requestTimeoutMs, 2 * (options.timeoutMs ?? 0)),
    );
  }

  /** How far the camera's clock is ahead of ours, after `logIn`. The package counts from the start of the process. */
  get clockAheadMs(): Ms {
    const { timeShift } = this;
    return timeShift === undefined ? 0 : timeShift + process.uptime() * 1_000 - this.#network.clock.now();
  }

  /** Whether the camera has announced this service. */
  hasService(name: string): boolean {
    const known: Readonly<Record<string, unknown>> = { ...this.uri };
    return known[name] !== undefined;
  }

  /** Overrides the package's method that sends every request. */
  _requestPart2(options: OutgoingRequest, callback: Callback): void {
    this.#send(options)
      .then(
        ({ status, text }) => {
          if (isRefusedLogin(status, text)) {
            callback(ptzFailure('ptz.auth', 'the camera refused user name or password'), null, text, 401);
          } else {
            soap.parseSOAPString(text, callback, status);
          }
        },
        (error: AppError) => callback(error, null),
      )
      .catch(() => {
        // The package failed to parse a response: `request` times out.
      });
  }

  async #send(outgoing: OutgoingRequest): Promise<SoapAnswer> {
    const { service, action, body, timeoutMs = requestMs } = outgoing;
    const known = service === undefined ? this.path : this.uri?.[service]?.path;
    const path = outgoing.path ?? known ?? this.path;
    const post = (authorizing: Readonly<Record<string, string>>) =>
      postSoap(
        {
          ...this.#target,
          path,
          headers: {
            'Content-Type': `application/soap+xml; charset=utf-8; action="${action}"`,
            ...authorizing,
          },
        },
        body,
        this.#network,
        { timeoutMs, signal: this.signal },
      );
    const first = await post(this.#authorize(path));
    if (first.status !== 401 || this.#login.username === '') return first;
    // Digest only, so that the password is not readable on the network.
    const offers = parseChallenges(first.challenges).filter(({ scheme }) => scheme === 'digest');
    const offer = pickChallenge(offers);
    if (offer === null) return first;
    this.#challenge = { offer, count: 0 };
    return post(this.#authorize(path));
  }

  #authorize(path: string): Readonly<Record<string, string>> {
    if (this.#challenge === null) return {};
    this.#challenge.count += 1;
    const { offer, count } = this.#challenge;
    const use = { method: 'POST', uri: path, count, clientNonce: randomBytes(8).toString('hex') };
    return { Authorization: authorization(offer, this.#login, use) };
  }
}

/** Parses the address; nothing is sent yet. Throws `ptz.refused`. */
export function onvifCam(camera: OnvifCamera, network: SoapNetwork): OnvifCam {
  const parsed = parseOnvifUrl(camera.url);
  if (!parsed.ok) throw ptzFailure('ptz.refused', parsed.error.message);
  const { host, port, scheme, path } = parsed.value;
  return new OnvifCam({ host, port, useTls: scheme === 'https', path }, camera, network);
}

/** Reads clock and services, and verifies the login. Rejects with `AppError` `ptz.…`. */
export async function logIn(cam: OnvifCam): Promise<void> {
  // Digests use the camera's time, so that a wrong clock in the camera does no harm.
  await cam.request((done) => cam.getSystemDateAndTime(done));
  await cam
    .request((done) => cam.getServices(false, done))
    .catch((error) => {
      if (error.code !== 'ptz.protocol' && error.code !== 'ptz.unsupported') throw error;
      return cam.request((done) => cam.getCapabilities(done)); // the camera does not support GetServices
    });
  // Services are readable without a login; this request verifies the login.
  await cam.request((done) => cam.getDeviceInformation(done));
}

/** Untrusted, for `onvif-capabilities.ts`. Rejects with `AppError` `ptz.…`. */
export async function readProfiles(cam: OnvifCam): Promise<unknown> {
  try {
    return await cam.request((done) => cam.getProfiles(done));
  } catch (error) {
    // Some cameras announce the Media2 service but do not implement it.
    const newer: { media2Support?: boolean } = cam;
    if (!newer.media2Support) throw error;
    newer.media2Support = false;
    return cam.request((done) => cam.getProfiles(done));
  }
}

function isRefusedLogin(status: number, text: string): boolean {
  if (status === 401 || status === 403) return true;
  return status >= 400 && /NotAuthorized|FailedAuthentication|not authorized/i.test(text);
}

function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : '';
  if (!text.startsWith('ONVIF SOAP Fault')) {
    return ptzFailure('ptz.protocol', 'an answer of the camera makes no sense');
  }
  if (/NotSupported|NoPTZProfile|NotImplemented|not implemented|not supported/i.test(text)) {
    return ptzFailure('ptz.unsupported', 'the camera reports that it does not support this');
  }
  return ptzFailure('ptz.protocol', 'the camera answered with a fault');
}
