import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A network namespace with a loopback device only, whose traffic can be dropped silently, as on a dead link: no reset
 * and no error. Needs root, iproute2 and nftables.
 */
export class NetworkNamespace {
  private readonly folder = mkdtempSync(join(tmpdir(), 'oriel-netns-'));
  readonly name = `oriel-test-${process.pid}-${Date.now() % 1_000_000}`;

  constructor() {
    run('ip', ['netns', 'add', this.name]);
    this.inside('ip', ['link', 'set', 'lo', 'up']);
    this.inside('nft', ['add', 'table', 'inet', 'cut']);
    // Packets are dropped on input. A drop on output is not a lost packet but an error for the sender, whose connection
    // then continues without the retransmission timeout that follows a real loss.
    this.inside('nft', ['add chain inet cut wire { type filter hook input priority 0 ; }']);
  }

  /** Path of a script that runs `program` inside the namespace with the script's arguments. */
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

  /** Resets the connections of this TCP port and refuses new ones, as a restarted proxy does. */
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
