import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A network of its own with a loopback device and nothing else, whose traffic can be dropped without a trace,
 * as a dead link drops it: no reset, no error, only silence. Needs root, iproute2 and nftables.
 */
export class NetworkNamespace {
  private readonly folder = mkdtempSync(join(tmpdir(), 'oriel-netns-'));
  readonly name = `oriel-test-${process.pid}-${Date.now() % 1_000_000}`;

  constructor() {
    run('ip', ['netns', 'add', this.name]);
    this.inside('ip', ['link', 'set', 'lo', 'up']);
    this.inside('nft', ['add', 'table', 'inet', 'cut']);
    // Where packets arrive: one dropped where it leaves is no lost packet but an error that the sender sees, and
    // its connection goes on without the waiting that follows a real loss.
    this.inside('nft', ['add chain inet cut wire { type filter hook input priority 0 ; }']);
  }

  /** A program that runs `program` inside the namespace with the arguments it is given. */
  wrap(program: string): string {
    const path = join(this.folder, `in-${program.replaceAll('/', '-')}`);
    writeFileSync(path, `#!/bin/sh\nexec ip netns exec ${this.name} ${program} "$@"\n`);
    chmodSync(path, 0o700);
    return path;
  }

  /** Drops every packet to and from this TCP port. */
  cut(port: number): void {
    this.inside('nft', [`add rule inet cut wire tcp dport ${port} drop`]);
    this.inside('nft', [`add rule inet cut wire tcp sport ${port} drop`]);
  }

  /** Resets the connections of this TCP port, and refuses new ones, as a restarted proxy does. */
  reset(port: number): void {
    this.inside('ss', ['-K', '-tn', 'state', 'established', 'sport', '=', `:${port}`]);
    this.inside('nft', ['add rule inet cut wire tcp flags & rst == rst accept']);
    this.inside('nft', [`add rule inet cut wire tcp dport ${port} reject with tcp reset`]);
    this.inside('nft', [`add rule inet cut wire tcp sport ${port} reject with tcp reset`]);
  }

  restore(): void {
    this.inside('nft', ['flush chain inet cut wire']);
  }

  dispose(): void {
    run('ip', ['netns', 'delete', this.name]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private inside(program: string, args: readonly string[]): void {
    run('ip', ['netns', 'exec', this.name, program, ...args]);
  }
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
