import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';

/**
 * A network namespace with a loopback device only, whose traffic can be dropped silently, as on a dead link: no reset
 * and no error. Nothing in it can reach another machine. Needs root, iproute2 and nftables.
 */
export class NetworkNamespace {
  private readonly folder = mkdtempSync(join(tmpdir(), 'oriel-netns-'));
  readonly name = `oriel-test-${process.pid}-${Date.now() % 1_000_000}`;
  private readonly resolver: string | null = null;

  /** `addresses`: of the loopback device, besides the usual. `nameServer`: what programs inside it ask for names. */
  constructor({
    addresses = [],
    nameServer,
  }: { readonly addresses?: readonly string[]; readonly nameServer?: string } = {}) {
    run('ip', ['netns', 'add', this.name]);
    this.inside('ip', ['link', 'set', 'lo', 'up']);
    for (const address of addresses) this.inside('ip', ['address', 'add', address, 'dev', 'lo']);
    if (nameServer) {
      // `ip netns exec` puts this file in place of /etc/resolv.conf.
      this.resolver = `/etc/netns/${this.name}`;
      mkdirSync(this.resolver, { recursive: true });
      writeFileSync(join(this.resolver, 'resolv.conf'), `nameserver ${nameServer}\noptions timeout:1\n`);
    }
    this.inside('nft', ['add', 'table', 'inet', 'cut']);
    // Packets are dropped on input. A drop on output is not a lost packet but an error for the sender, whose connection
    // then continues without the retransmission timeout that follows a real loss.
    this.inside('nft', ['add chain inet cut wire { type filter hook input priority 0 ; }']);
  }

  /** An interface besides loopback, over which alone browsers gather candidates for WebRTC. */
  addInterface(address: string): void {
    this.inside('ip', ['link', 'add', 'wire', 'type', 'veth', 'peer', 'name', 'wire-end']);
    this.inside('ip', ['address', 'add', `${address}/24`, 'dev', 'wire']);
    for (const end of ['wire', 'wire-end']) this.inside('ip', ['link', 'set', end, 'up']);
  }

  /** Path of a script that runs `program` inside the namespace with the script's arguments. */
  wrap(program: string): string {
    const path = join(this.folder, `in-${program.replaceAll('/', '-')}`);
    writeFileSync(path, `#!/bin/sh\nexec ip netns exec ${this.name} ${program} "$@"\n`);
    chmodSync(path, 0o700);
    return path;
  }

  /** A Node program inside the namespace, with an IPC channel. */
  node(program: string, args: readonly string[] = []): ChildProcess {
    return spawn(this.wrap(process.execPath), [program, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  /** Drops every packet to and from this TCP port. */
  cut(port: number): void {
    this.rule(`tcp dport ${port} drop`);
    this.rule(`tcp sport ${port} drop`);
  }

  /** Drops every packet, as an unplugged cable does. */
  cutAll(): void {
    this.rule('drop');
  }

  /** Drops this share of the packets to and from this TCP port, at random. */
  lose(port: number, percent: number): void {
    for (const end of ['dport', 'sport']) {
      this.rule(`tcp ${end} ${port} numgen random mod 100 < ${percent} counter drop`);
    }
  }

  /** Packets that `lose` has dropped. */
  get lost(): number {
    const rules = this.inside('nft', ['list', 'chain', 'inet', 'cut', 'wire']);
    return [...rules.matchAll(/counter packets (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  /** Resets the connections of this TCP port and refuses new ones, as a restarted proxy does. */
  reset(port: number): void {
    this.inside('ss', ['-K', '-tn', 'state', 'established', 'sport', '=', `:${port}`]);
    this.rule('tcp flags & rst == rst accept');
    this.rule(`tcp dport ${port} reject with tcp reset`);
    this.rule(`tcp sport ${port} reject with tcp reset`);
  }

  restore(): void {
    this.inside('nft', ['flush chain inet cut wire']);
  }

  dispose(): void {
    run('ip', ['netns', 'delete', this.name]);
    rmSync(this.folder, { recursive: true, force: true });
    if (this.resolver) rmSync(this.resolver, { recursive: true, force: true });
  }

  private rule(text: string): void {
    this.inside('nft', [`add rule inet cut wire ${text}`]);
  }

  private inside(program: string, args: readonly string[]): string {
    return run('ip', ['netns', 'exec', this.name, program, ...args]);
  }
}

/** Where namespaces cannot be created, the tests are skipped, and their name says why. */
export function describeInNamespace(name: string, tests: () => void): void {
  const missing = whyNoNamespace();
  if (missing === null) describe(name, tests);
  else
    describe.skip(
      `${name} (skipped: ${missing}; run it as root on Linux, with iproute2 and nftables)`,
      tests,
    );
}

function whyNoNamespace(): string | null {
  try {
    new NetworkNamespace().dispose();
    return null;
  } catch (error) {
    const { stderr, message } = error as { stderr?: Buffer; message: string };
    return `no network namespace, ${(stderr?.toString() || message).trim().split('\n')[0]}`;
  }
}

/** Its output. */
function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}
