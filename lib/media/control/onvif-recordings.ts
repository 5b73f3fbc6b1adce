/** The recordings that a camera keeps itself, over ONVIF profile G. Start reading at `onvifRecordings`. */

import { AppError } from '../../kernel/app-error.ts';
import { escapeMarkup } from '../../kernel/escape-markup.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { parseCameraUrl } from '../net/camera-url.ts';
import type {
  DeviceRecordings,
  OnvifCamera,
  RecordedStretch,
  RecordingsFailureCode,
  ReplayAddress,
} from '../ports.ts';
import { logIn, type OnvifCam, onvifCam } from './onvif-cam.ts';
import { parseOnvifUrl } from './onvif-url.ts';
import { element, elements, text, time, type XmlElement } from './onvif-xml.ts';
import {
  type DataChange,
  type Recording,
  readDataChange,
  readRecording,
  recordingsOfChannel,
  stretchesOf,
} from './recorded-stretches.ts';
import type { SoapNetwork } from './soap-post.ts';

/** Timeout for one call of this interface, all requests together. */
const callMs: Ms = 15_000;
/** How long the camera may collect results before it answers; below the timeout of one request. */
const waitForResults = 'PT1S';
const keepSearchAlive = 'PT20S';
const maxResults = 200;
/** Results beyond these are not read: a day with a change every 20 s. */
const maxPages = 25;
const maxRecordings = 256;

const searchSpace = 'xmlns="http://www.onvif.org/ver10/search/wsdl"';
const schemaSpace = 'xmlns="http://www.onvif.org/ver10/schema"';

/** Tracks tell exactly when there is data; some cameras report changes of the recording only. */
const stateTopics = 'tns1:RecordingHistory/Track/State|tns1:RecordingHistory/Recording/State';

export function onvifRecordings(network: SoapNetwork): DeviceRecordings {
  /** Every failure gets the code of this interface; a camera without a service is `recordings.unsupported`. */
  async function asking<Value>(
    camera: OnvifCamera,
    ask: (cam: OnvifCam, recordings: readonly Recording[]) => Promise<Value>,
  ): Promise<Value> {
    const late = new AbortController();
    const cancel = network.clock.after(callMs, () => late.abort());
    try {
      const cam = onvifCam(camera, network);
      cam.signal = late.signal;
      await logIn(cam);
      if (!cam.hasService('search') || !cam.hasService('replay')) {
        throw failure('recordings.unsupported', 'the camera offers no search or replay of recordings');
      }
      return await ask(cam, recordingsOfChannel(await findRecordings(cam), camera.channelNo));
    } catch (error) {
      throw asRecordingsFailure(error);
    } finally {
      cancel();
    }
  }

  return {
    stretches: (camera, fromMs, toMs) =>
      asking(camera, (cam, recordings) => readStretches(cam, recordings, fromMs, toMs)),

    inspect: (camera) =>
      asking(camera, async (cam, recordings) => ({ recorded: await readSpan(cam, recordings) })),

    replay: (camera, atMs) =>
      asking(camera, async (cam, recordings) => {
        const recording = await recordingAt(cam, recordings, atMs);
        if (!recording) throw failure('recordings.notFound', 'the camera has no recording from this time on');
        const source = await readReplayAddress(cam, recording, camera);
        return { source, isForAll: recordings.length === 1 };
      }),
  };

  async function readStretches(
    cam: OnvifCam,
    recordings: readonly Recording[],
    fromMs: EpochMs,
    toMs: EpochMs,
  ): Promise<readonly RecordedStretch[]> {
    const nowMs = network.clock.now() + cam.clockAheadMs;
    const within = recordings.filter(
      ({ earliestMs, latestMs }) => (earliestMs ?? fromMs) < toMs && (latestMs ?? toMs) > fromMs,
    );
    if (within.length === 0) return [];
    const changes = await findChanges(cam, within, fromMs, toMs);
    return stretchesOf(within, changes, { fromMs, toMs, nowMs });
  }

  /** The recording with data at this time, or with the next data after it. */
  async function recordingAt(
    cam: OnvifCam,
    recordings: readonly Recording[],
    atMs: EpochMs,
  ): Promise<Recording | null> {
    const later = recordings.filter(({ latestMs }) => (latestMs ?? Number.POSITIVE_INFINITY) > atMs);
    if (later.length <= 1) return later[0] ?? null;
    const oneDayMs = 86_400_000;
    const starts: { readonly recording: Recording; readonly startMs: EpochMs }[] = [];
    for (const recording of later) {
      const [first] = await readStretches(cam, [recording], atMs, atMs + oneDayMs);
      starts.push({ recording, startMs: first?.fromMs ?? recording.earliestMs ?? Number.POSITIVE_INFINITY });
    }
    const beginsNext = starts.sort((one, other) => one.startMs - other.startMs)[0];
    return beginsNext?.recording ?? null;
  }
}

async function findRecordings(cam: OnvifCam): Promise<readonly Recording[]> {
  const scope = `<MaxMatches>${maxRecordings}</MaxMatches><KeepAliveTime>${keepSearchAlive}</KeepAliveTime>`;
  const token = await startSearch(
    cam,
    'findRecordings',
    `<FindRecordings ${searchSpace}><Scope/>${scope}</FindRecordings>`,
  );
  const found = await readResults(cam, token, 'GetRecordingSearchResults', 'recordingInformation');
  return found.map(readRecording).filter((recording) => recording !== null);
}

/** Empty if the camera does not keep a history of its recordings. */
async function findChanges(
  cam: OnvifCam,
  recordings: readonly Recording[],
  fromMs: EpochMs,
  toMs: EpochMs,
): Promise<readonly DataChange[]> {
  const included = recordings
    .map(({ token }) => `<IncludedRecordings ${schemaSpace}>${escapeMarkup(token)}</IncludedRecordings>`)
    .join('');
  const filter = `<TopicExpression xmlns="http://docs.oasis-open.org/wsn/b-2" xmlns:tns1="http://www.onvif.org/ver10/topics" Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${stateTopics}</TopicExpression>`;
  const search = [
    `<FindEvents ${searchSpace}>`,
    `<StartPoint>${new Date(fromMs).toISOString()}</StartPoint>`,
    `<EndPoint>${new Date(toMs).toISOString()}</EndPoint>`,
    `<Scope>${included}</Scope>`,
    `<SearchFilter>${filter}</SearchFilter>`,
    '<IncludeStartState>true</IncludeStartState>',
    `<KeepAliveTime>${keepSearchAlive}</KeepAliveTime>`,
    '</FindEvents>',
  ];
  try {
    const token = await startSearch(cam, 'findEvents', search.join(''));
    const found = await readResults(cam, token, 'GetEventSearchResults', 'result');
    return found.map(readDataChange).filter((change) => change !== null);
  } catch (error) {
    if (isFault(error)) return [];
    throw error;
  }
}

async function startSearch(cam: OnvifCam, name: string, body: string): Promise<string> {
  const answer = await cam.call('search', body);
  const token = text(element(answer, `${name}Response`, 'searchToken'));
  if (token === null) throw failure('recordings.protocol', 'the camera started no search');
  return token;
}

/** All pages of a search, until the camera has finished it. */
async function readResults(
  cam: OnvifCam,
  token: string,
  call: 'GetRecordingSearchResults' | 'GetEventSearchResults',
  item: string,
): Promise<readonly XmlElement[]> {
  const found: XmlElement[] = [];
  const session = `<SearchToken>${escapeMarkup(token)}</SearchToken>`;
  const responseName = `${call[0]!.toLowerCase()}${call.slice(1)}Response`;
  for (let page = 0; page < maxPages; page += 1) {
    const limits = `<MaxResults>${maxResults}</MaxResults><WaitTime>${waitForResults}</WaitTime>`;
    const answer = await cam.call('search', `<${call} ${searchSpace}>${session}${limits}</${call}>`);
    const list = element(answer, responseName, 'resultList');
    found.push(...elements(list, item));
    const state = text(element(list, 'searchState'));
    if (state !== 'Queued' && state !== 'Searching') return found;
  }
  await cam.call('search', `<EndSearch ${searchSpace}>${session}</EndSearch>`).catch(() => {
    /* the search ends in the camera by itself */
  });
  return found;
}

async function readSpan(cam: OnvifCam, recordings: readonly Recording[]): Promise<RecordedStretch | null> {
  const starts = recordings.map(({ earliestMs }) => earliestMs).filter((at) => at !== null);
  const ends = recordings.map(({ latestMs }) => latestMs).filter((at) => at !== null);
  if (starts.length > 0 && ends.length > 0) return { fromMs: Math.min(...starts), toMs: Math.max(...ends) };
  if (recordings.length === 0) return null;
  const answer = await cam.call('search', `<GetRecordingSummary ${searchSpace}/>`);
  const summary = element(answer, 'getRecordingSummaryResponse', 'summary');
  const fromMs = time(element(summary, 'dataFrom'));
  const toMs = time(element(summary, 'dataUntil'));
  return fromMs === null || toMs === null || toMs <= fromMs ? null : { fromMs, toMs };
}

/** Of the address that the camera returns only port and path are used, never another host. */
async function readReplayAddress(
  cam: OnvifCam,
  { token }: Recording,
  camera: OnvifCamera,
): Promise<ReplayAddress['source']> {
  const setup = `<StreamSetup><Stream ${schemaSpace}>RTP-Unicast</Stream><Transport ${schemaSpace}><Protocol>RTSP</Protocol></Transport></StreamSetup>`;
  const answer = await cam.call(
    'replay',
    `<GetReplayUri xmlns="http://www.onvif.org/ver10/replay/wsdl">${setup}<RecordingToken>${escapeMarkup(token)}</RecordingToken></GetReplayUri>`,
  );
  const returned = parseCameraUrl(text(element(answer, 'getReplayUriResponse', 'uri')) ?? '');
  const own = parseOnvifUrl(camera.url);
  if (!returned.ok || !own.ok) {
    throw failure('recordings.protocol', 'the camera returned no usable address for replay');
  }
  const { scheme, port, path } = returned.value;
  const host = own.value.host.includes(':') ? `[${own.value.host}]` : own.value.host;
  const { username, password } = camera;
  return { kind: 'rtsp', url: `${scheme}://${host}:${port}${path}`, username, password };
}

const failure = (code: RecordingsFailureCode, message: string): AppError => new AppError(code, message);

/** The camera understood the request and refused it. */
const isFault = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'ptz.protocol' || error.code === 'ptz.unsupported');

/** The transport reports the codes of PTZ. */
function asRecordingsFailure(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.code.startsWith('ptz.')) return error;
  return new AppError(error.code.replace('ptz.', 'recordings.'), error.message, {}, { cause: error });
}
