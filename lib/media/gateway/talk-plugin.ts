/** `rtcgw.plugin.talk`: connects the microphone of a client with the cameras of its ticket. */
import { z } from 'zod';
import { parseTalkLink, talkPlugin } from '../../kernel/rtcgw.ts';
import type { TalkAdmission, TrickledCandidate } from '../talk-ports.ts';
import { type GatewayError, gatewayErrors } from './errors.ts';
import type { HandleEnd, HandleEvents, Jsep, Plugin, PluginHandle } from './plugin.ts';
import { isAudioOffer } from './sdp.ts';
import { Talk, type TalkParts } from './talk.ts';

const body = z.discriminatedUnion('request', [
  z.object({
    request: z.literal('start'),
    url: z.string().max(2_048),
    codec: z.literal('opus').default('opus'),
    dir: z.literal('sendrecv').default('sendrecv'),
  }),
  z.object({ request: z.literal('stop') }),
]);

/** As in the open-platform API. */
const problems = {
  request: { code: '10001', message: 'The request must be start or stop; codec opus, direction sendrecv' },
  noOffer: { code: '10001', message: 'An offer is missing' },
  otherCamera: { code: '10031', message: 'The talk link names another camera than the ticket' },
} as const;

const stopped: HandleEnd = { message: 'Stopped by the client.' };

export function createTalkPlugin(options: Omit<TalkParts, 'open'>) {
  const parts: TalkParts = { ...options, open: { peers: 0, calls: 0 } };
  const plugin: Plugin = {
    name: talkPlugin,
    attach: (admission, events) => new TalkHandle(parts, admission, events),
  };
  return { plugin, stats: () => ({ ...parts.open }) };
}

/** One talk at a time. */
class TalkHandle implements PluginHandle {
  private talk: Talk | null = null;
  private readonly closing = new Set<Promise<void>>();

  constructor(
    private readonly parts: TalkParts,
    private readonly admission: TalkAdmission,
    private readonly events: HandleEvents,
  ) {}

  message(sent: unknown, jsep: Jsep | null, transaction: string): GatewayError | null {
    if (jsep?.type === 'answer') return gatewayErrors.unexpectedAnswer;
    if (jsep && jsep.type !== 'offer') return gatewayErrors.badJsepType;
    if (jsep && !isAudioOffer(jsep.sdp)) return gatewayErrors.badSdp;
    if (jsep && this.talk) return gatewayErrors.alreadyTalking;
    const parsed = body.safeParse(sent);
    if (!parsed.success) this.refuse(problems.request, transaction);
    else if (parsed.data.request === 'stop') this.hangup(stopped);
    else if (!this.isOfTicket(parsed.data.url)) this.refuse(problems.otherCamera, transaction);
    else if (!jsep) this.refuse(problems.noOffer, transaction);
    else this.start(jsep.sdp, transaction);
    return null;
  }

  trickle(candidates: readonly TrickledCandidate[]): GatewayError | null {
    if (!this.talk) return gatewayErrors.noTalk;
    for (const candidate of candidates) this.talk.addCandidate(candidate);
    return null;
  }

  hangup(end: HandleEnd): void {
    this.talk?.finish(end);
  }

  async close(): Promise<void> {
    this.talk?.abandon();
    await Promise.all(this.closing);
  }

  private start(offer: string, transaction: string): void {
    const { parts, admission, events } = this;
    const talk = new Talk(parts, admission, events, transaction, () => {
      this.talk = null;
    });
    this.talk = talk;
    const closed = talk.run(offer);
    this.closing.add(closed);
    void closed.then(() => this.closing.delete(closed));
  }

  private isOfTicket(url: string): boolean {
    const link = parseTalkLink(url);
    const key = this.admission.targets[0]?.key;
    if (!link || !key) return false;
    const isDevice = link.deviceSerial.toUpperCase() === key.deviceSerial.toUpperCase();
    return isDevice && (link.channelNo === 0 || link.channelNo === key.channelNo);
  }

  private refuse(problem: { code: string; message: string }, transaction: string): void {
    this.events.event({ result: 'done', ...problem }, { transaction });
  }
}
