/**
 * The recording search and replay services of a camera (ONVIF profile G), for `onvif-device.ts`. Written from the
 * ONVIF specifications (recording search, replay control), independently of any client.
 */

/** What a camera has recorded of one source. Times are epoch ms; `toMs` is exclusive. */
export interface RecordedSource {
  readonly token: string;
  readonly sourceId?: string;
  readonly stretches: readonly { readonly fromMs: number; readonly toMs: number }[];
}

export interface RecordingServicesOptions {
  readonly sources: readonly RecordedSource[];
  /** Returned for replay. */
  readonly replayUrl?: string;
  /** Services that the camera has; by default all. */
  readonly has?: readonly ('recording' | 'search' | 'replay')[];
  /** `recordings`: the history has changes of recordings only; `none`: searching events is not implemented. */
  readonly history?: 'tracks' | 'recordings' | 'none';
  /** Results per response. */
  readonly pageSize?: number;
}

export interface RecordingServices {
  readonly namespaces: readonly string[];
  /** Null for requests of other services. */
  serve(name: string, xml: string): string | null;
}

interface Search {
  readonly results: string[];
  readonly kind: 'recordings' | 'events';
}

const stamp = (at: number) => new Date(at).toISOString();

export function recordingServices(options: RecordingServicesOptions): RecordingServices {
  const { sources, has = ['recording', 'search', 'replay'], history = 'tracks', pageSize = 50 } = options;
  const searches = new Map<string, Search>();
  let started = 0;

  function begin(kind: Search['kind'], results: string[]): string {
    started += 1;
    const token = `search-${started}&<`;
    searches.set(token, { kind, results });
    return `<tse:SearchToken>${escaped(token)}</tse:SearchToken>`;
  }

  /** The state at the start, then every change up to the end. */
  function changes(xml: string): string[] {
    const from = Date.parse(part(xml, 'StartPoint'));
    const to = Date.parse(part(xml, 'EndPoint'));
    const wanted = [...xml.matchAll(/<(?:\w+:)?IncludedRecordings[^>]*>([^<]*)</g)].map(([, token]) => token);
    return sources
      .filter(({ token }) => wanted.length === 0 || wanted.includes(escaped(token)))
      .flatMap((source) => {
        const isOn = source.stretches.some(({ fromMs, toMs }) => fromMs <= from && toMs > from);
        const edges = source.stretches
          .flatMap(({ fromMs, toMs }) => [
            { at: fromMs, isOn: true },
            { at: toMs, isOn: false },
          ])
          .filter(({ at }) => at > from && at < to);
        const all = [{ at: from, isOn, isStart: true }, ...edges];
        return all.map((each) => eventResult(source.token, history, { isStart: false, ...each }));
      });
  }

  function results(xml: string, kind: Search['kind']): string | null {
    const search = searches.get(unescaped(part(xml, 'SearchToken')));
    if (search?.kind !== kind) return null;
    const page = search.results.splice(0, Math.min(pageSize, Number(part(xml, 'MaxResults') || pageSize)));
    const state = search.results.length > 0 ? 'Searching' : 'Completed';
    return `<tse:ResultList><tt:SearchState>${state}</tt:SearchState>${page.join('')}</tse:ResultList>`;
  }

  function serveSearch(name: string, xml: string): string | null {
    switch (name) {
      case 'FindRecordings':
        return begin('recordings', sources.map(information));
      case 'GetRecordingSearchResults':
        return results(xml, 'recordings');
      case 'FindEvents':
        return history === 'none' ? null : begin('events', changes(xml));
      case 'GetEventSearchResults':
        return results(xml, 'events');
      case 'GetRecordingSummary':
        return summary(sources);
      case 'EndSearch':
        return `<tse:Endpoint>${stamp(Date.now())}</tse:Endpoint>`;
      default:
        return null;
    }
  }

  return {
    namespaces: has.map((name) => `ver10/${name}/wsdl`),
    serve(name, xml) {
      if (name === 'GetReplayUri' && has.includes('replay')) {
        const known = sources.find(({ token }) => escaped(token) === part(xml, 'RecordingToken'));
        const uri = `<trp:Uri>${escaped(options.replayUrl ?? '')}</trp:Uri>`;
        return known ? `<trp:GetReplayUriResponse>${uri}</trp:GetReplayUriResponse>` : null;
      }
      const answer = has.includes('search') ? serveSearch(name, xml) : null;
      return answer && `<tse:${name}Response>${answer}</tse:${name}Response>`;
    },
  };
}

const part = (xml: string, name: string): string =>
  new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)<`).exec(xml)?.[1] ?? '';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');

function spanOf({ stretches }: RecordedSource): { from: string; to: string } | null {
  const [first, last] = [stretches[0], stretches.at(-1)];
  return first && last ? { from: stamp(first.fromMs), to: stamp(last.toMs) } : null;
}

function information(source: RecordedSource): string {
  const span = spanOf(source);
  const limits = span
    ? `<tt:EarliestRecording>${span.from}</tt:EarliestRecording><tt:LatestRecording>${span.to}</tt:LatestRecording>`
    : '';
  const track = (token: string, type: string) =>
    `<tt:Track><tt:TrackToken>${token}</tt:TrackToken><tt:TrackType>${type}</tt:TrackType><tt:Description/><tt:DataFrom>${span?.from ?? stamp(0)}</tt:DataFrom><tt:DataTo>${span?.to ?? stamp(0)}</tt:DataTo></tt:Track>`;
  return `<tt:RecordingInformation><tt:RecordingToken>${escaped(source.token)}</tt:RecordingToken><tt:Source><tt:SourceId>${escaped(source.sourceId ?? 'VS1')}</tt:SourceId><tt:Name>Lens</tt:Name><tt:Location/><tt:Description/><tt:Address/></tt:Source>${limits}<tt:Content>Continuous</tt:Content>${track('VIDEO001', 'Video')}${track('AUDIO001', 'Audio')}<tt:RecordingStatus>Recording</tt:RecordingStatus></tt:RecordingInformation>`;
}

function eventResult(
  recording: string,
  history: 'tracks' | 'recordings' | 'none',
  { at, isOn, isStart }: { at: number; isOn: boolean; isStart: boolean },
): string {
  const [topic, item] =
    history === 'tracks' ? ['Track/State', 'IsDataPresent'] : ['Recording/State', 'IsRecording'];
  const source = `<tt:Source><tt:SimpleItem Name="RecordingToken" Value="${escaped(recording)}"/><tt:SimpleItem Name="Track" Value="VIDEO001"/></tt:Source>`;
  const event = `<tt:Event><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">tns1:RecordingHistory/${topic}</wsnt:Topic><wsnt:Message><tt:Message UtcTime="${stamp(at)}" PropertyOperation="Changed">${source}<tt:Data><tt:SimpleItem Name="${item}" Value="${isOn}"/></tt:Data></tt:Message></wsnt:Message></tt:Event>`;
  return `<tt:Result><tt:RecordingToken>${escaped(recording)}</tt:RecordingToken><tt:TrackToken>VIDEO001</tt:TrackToken><tt:Time>${stamp(at)}</tt:Time>${event}<tt:StartStateEvent>${isStart}</tt:StartStateEvent></tt:Result>`;
}

function summary(sources: readonly RecordedSource[]): string {
  const all = sources.flatMap(({ stretches }) => stretches);
  const from = Math.min(...all.map(({ fromMs }) => fromMs));
  const to = Math.max(...all.map(({ toMs }) => toMs));
  return `<tse:Summary><tt:DataFrom>${stamp(from)}</tt:DataFrom><tt:DataUntil>${stamp(to)}</tt:DataUntil><tt:NumberRecordings>${sources.length}</tt:NumberRecordings></tse:Summary>`;
}
