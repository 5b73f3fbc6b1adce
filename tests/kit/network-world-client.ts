import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { buildChildProgram } from './child-program.ts';
import type { NetworkNamespace } from './network-namespace.ts';

export interface ViewerOrder {
  readonly serial: string;
  /** Of the camera whose frames are expected. */
  readonly owner: string;
  readonly accessToken: string;
  readonly transport: 'http' | 'ws';
}

export type WorldOrder =
  | { readonly do: 'cameras'; readonly count: number; readonly frameBytes: number }
  | { readonly do: 'watch'; readonly origin: string; readonly viewers: readonly ViewerOrder[] }
  | { readonly do: 'leave' }
  | { readonly do: 'report'; readonly sinceMs: number };

export interface WorldReport {
  readonly viewers: number;
  /** Viewers that received a frame within the requested time. */
  readonly watching: number;
  readonly frames: number;
  readonly foreign: number;
  readonly connections: number;
  /** Status and code of each connection that ended. */
  readonly endings: readonly string[];
  /** Viewers that were last told that the camera is being retried. */
  readonly retrying: number;
  readonly responseP99Ms: number;
}

/** Cameras and viewers in a process inside the namespace: `network-world.ts`. */
export class NetworkWorld {
  private constructor(
    private readonly child: ChildProcess,
    private readonly dispose: () => void,
  ) {}

  static async start(network: NetworkNamespace): Promise<NetworkWorld> {
    const { program, dispose } = await buildChildProgram(new URL('./network-world.ts', import.meta.url));
    const child = network.node(program);
    await once(child, 'message');
    return new NetworkWorld(child, dispose);
  }

  /** Their addresses. */
  cameras(count: number, frameBytes: number): Promise<readonly string[]> {
    return this.order({ do: 'cameras', count, frameBytes });
  }

  watch(origin: string, viewers: readonly ViewerOrder[]): Promise<null> {
    return this.order({ do: 'watch', origin, viewers });
  }

  /** Ends all viewers. */
  leave(): Promise<null> {
    return this.order({ do: 'leave' });
  }

  report(sinceMs = 1_000): Promise<WorldReport> {
    return this.order({ do: 'report', sinceMs });
  }

  stop(): void {
    this.child.kill('SIGKILL');
    this.dispose();
  }

  private async order<Answer>(order: WorldOrder): Promise<Answer> {
    const answered = once(this.child, 'message');
    this.child.send(order);
    const [answer] = await answered;
    return answer as Answer;
  }
}
