import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { TalkCameraState, TalkPluginData } from '../../kernel/rtcgw.ts';
import type {
  OpenTalkPeer,
  TalkAdmission,
  TalkCall,
  TalkPeer,
  TalkPlane,
  TalkTarget,
  TalkTargetStatus,
  TrickledCandidate,
} from '../talk-ports.ts';
import { MediaWatch } from './media-watch.ts';
import type { HandleEnd, HandleEvents, Jsep } from './plugin.ts';

/** What all talks use. */
export interface TalkParts {
  readonly plane: Pick<TalkPlane, 'open'>;
  readonly openPeer: OpenTalkPeer;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Peers and calls that are open, being opened or being closed. */
  readonly open: { peers: number; calls: number };
}

/** More than any browser has. */
const maxEarlyCandidates = 64;

/** Connection and call of one talk. Both are closed when it is over, also those that open later. */
export class Talk {
  private readonly whenOver: Promise<void>;
  private end: () => void = () => {};
  private isOver = false;
  /** Set when the offer has been answered. */
  private peer: TalkPeer | null = null;
  private call: TalkCall | null = null;
  private readonly earlyCandidates: TrickledCandidate[] = [];
  private readonly closing: Promise<void>[] = [];

  constructor(
    private readonly parts: TalkParts,
    private readonly admission: TalkAdmission,
    private readonly events: HandleEvents,
    private readonly transaction: string,
    onOver: () => void,
  ) {
    this.whenOver = new Promise((resolve) => {
      this.end = () => {
        if (this.isOver) return;
        this.isOver = true;
        onOver();
        resolve();
      };
    });
  }

  /** Resolves when everything is closed again. Never rejects. */
  async run(offer: string): Promise<void> {
    const steps = [this.connectPeer(offer), this.openCall()].map((step) =>
      step.catch((error) => this.fail(error)),
    );
    await this.whenOver;
    await Promise.all(steps);
    await Promise.all(this.closing);
  }

  addCandidate(candidate: TrickledCandidate): void {
    if (this.peer) this.peer.addCandidate(candidate);
    else if (this.earlyCandidates.length < maxEarlyCandidates) this.earlyCandidates.push(candidate);
  }

  /** Ends the talk and reports it to the client. */
  finish({ code, message }: HandleEnd): void {
    if (this.isOver) return;
    this.tell({ result: 'done', code, message });
    this.events.hangup(message);
    this.end();
  }

  /** Ends the talk without events. */
  abandon(): void {
    this.end();
  }

  private async connectPeer(offer: string): Promise<void> {
    const peer = await this.hold('peers', this.parts.openPeer(), (opened) => opened);
    const candidates: TrickledCandidate[] = [];
    peer.onState((state) => {
      if (state.state === 'down') this.finish({ code: 'lost', message: state.reason });
      else if (!this.isOver) this.events.webrtcUp();
    });
    peer.onCandidate((candidate) => {
      if (this.peer) this.events.trickle(candidate);
      else candidates.push(candidate);
    });
    const sdp = await peer.answer(offer);
    if (this.isOver) return;
    this.peer = peer;
    for (const candidate of this.earlyCandidates.splice(0)) peer.addCandidate(candidate);
    const cameras = this.call ? this.call.targets.map(printStatus) : this.admission.targets.map(printWaiting);
    this.tell({ result: 'started', cameras }, { type: 'answer', sdp });
    for (const candidate of candidates.splice(0)) this.events.trickle(candidate);
    this.listen(peer);
    this.pass();
  }

  private async openCall(): Promise<void> {
    const result = await this.hold('calls', this.parts.plane.open(this.admission), (opened) =>
      opened.ok ? opened.value : null,
    );
    if (this.isOver) return;
    if (!result.ok) {
      this.finish(result.error);
      return;
    }
    const call = result.value;
    this.call = call;
    const tellCameras = (targets: readonly TalkTargetStatus[]) => {
      // `started` contains the first states.
      if (this.peer && !this.isOver) this.tell({ result: 'cameras', cameras: targets.map(printStatus) });
    };
    call.onTargets(tellCameras);
    call.onEnd((end) => this.finish(end));
    tellCameras(call.targets);
    this.pass();
  }

  /** Reports to the client whether its audio arrives. */
  private listen(peer: TalkPeer): void {
    const watch = new MediaWatch(this.parts.clock, this.events, () => peer.lossSinceLastCall());
    const stop = peer.onPacket((packet) => {
      watch.packet();
      this.call?.receive(packet);
    });
    this.afterwards(stop, () => watch.close());
  }

  /** Audio of the camera, once there are both ends. */
  private pass(): void {
    const { peer, call } = this;
    if (peer && call) this.afterwards(call.onPacket((packet) => peer.send(packet)));
  }

  private afterwards(...stops: readonly (() => void)[]): void {
    void this.whenOver.then(() => {
      for (const stop of stops) stop();
    });
  }

  /** Closes what is opened when the talk is over, at once if it is over already. */
  private async hold<T>(
    kind: keyof TalkParts['open'],
    opening: Promise<T>,
    closable: (opened: T) => { close(): Promise<void> } | null,
  ): Promise<T> {
    const { open } = this.parts;
    open[kind] += 1;
    const closed = opening
      .then(closable, () => null)
      .then(async (opened) => {
        if (!opened) return;
        await this.whenOver;
        await opened.close();
      });
    this.closing.push(
      closed.finally(() => {
        open[kind] -= 1;
      }),
    );
    return await opening;
  }

  private fail(error: unknown): void {
    if (this.isOver) return;
    if (error instanceof AppError && error.code === 'peer.offer') {
      this.finish({ code: '10001', message: error.message });
      return;
    }
    this.parts.logger.error({ error }, 'a talk could not be started');
    this.finish({ code: '50000', message: 'The connection could not be opened.' });
  }

  private tell(data: TalkPluginData, jsep?: Jsep): void {
    this.events.event(data, jsep && { transaction: this.transaction, jsep });
  }
}

function printStatus({ target, state, failure }: TalkTargetStatus): TalkCameraState {
  return { ...printWaiting(target), state, ...failure };
}

function printWaiting({ key }: TalkTarget): TalkCameraState {
  return { deviceSerial: key.deviceSerial, channelNo: key.channelNo, state: 'waiting' };
}
