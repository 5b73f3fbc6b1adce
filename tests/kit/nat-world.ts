/**
 * Three networks: viewers at 10.77.0.2 behind a symmetric NAT, and outside of it a server and a TURN server. Each is a
 * network namespace, so that no packet leaves this machine.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from './scratch-folder.ts';

export const serverAddress = '198.51.100.1';
export const turnAddress = '198.51.100.3';
const natAddress = '198.51.100.2';
const viewerAddress = '10.77.0.2';
const gatewayAddress = '10.77.0.1';

type Place = 'viewer' | 'nat' | 'server';

export class NatWorld {
  private readonly id = `ot${process.pid % 10_000}${Date.now() % 1_000}`;
  private readonly folder = scratchFolder('oriel-nat-');

  constructor() {
    try {
      this.build();
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  private build(): void {
    for (const place of ['viewer', 'nat', 'server'] as const) {
      run('ip', ['netns', 'add', this.name(place)]);
      this.inside(place, 'ip link set lo up');
    }
    this.link('viewer', `${viewerAddress}/24`, [`${gatewayAddress}/24`]);
    this.link('server', `${serverAddress}/24`, [`${natAddress}/24`]);
    this.inside('server', `ip address add ${turnAddress}/24 dev wire`);
    this.inside('viewer', `ip route add default via ${gatewayAddress}`);
    this.inside('nat', 'sysctl -qw net.ipv4.ip_forward=1');
    this.inside('nat', 'nft add table ip nat');
    this.inside('nat', 'nft add chain ip nat out { type nat hook postrouting priority 100 ; }');
    // Another port for each destination: what is called a symmetric NAT.
    this.inside('nat', 'nft add rule ip nat out oifname to-server masquerade fully-random');
    this.inside('nat', 'nft add table ip firewall');
    this.inside('nat', 'nft add chain ip firewall through { type filter hook forward priority 0 ; }');
  }

  /** UDP of viewers is dropped, except to the TURN server if `turn` says so. */
  blockUdp({ turn }: { readonly turn: boolean }): void {
    if (turn)
      this.inside('nat', `nft add rule ip firewall through ip daddr ${turnAddress} udp dport 3478 accept`);
    this.inside('nat', 'nft add rule ip firewall through iifname to-viewer meta l4proto udp drop');
  }

  allowAll(): void {
    this.inside('nat', 'nft flush chain ip firewall through');
  }

  /** Path of a script that runs `program` in this place with the script's arguments. */
  wrap(place: Place, program: string): string {
    const path = join(this.folder, `${place}-${program.replaceAll('/', '-')}`);
    writeFileSync(path, `#!/bin/sh\nexec ip netns exec ${this.name(place)} ${program} "$@"\n`);
    chmodSync(path, 0o700);
    return path;
  }

  dispose(): void {
    for (const place of ['viewer', 'nat', 'server'] as const)
      run('ip', ['netns', 'delete', this.name(place)]);
  }

  /** A cable from `place` to the NAT. Its end is `wire` there and `to-…` in the NAT. */
  private link(place: Place, address: string, others: readonly string[]): void {
    const [near, far] = [`${this.id}a`, `${this.id}b`];
    run('ip', ['link', 'add', near, 'type', 'veth', 'peer', 'name', far]);
    run('ip', ['link', 'set', near, 'netns', this.name(place), 'name', 'wire']);
    run('ip', ['link', 'set', far, 'netns', this.name('nat'), 'name', `to-${place}`]);
    this.inside(place, `ip address add ${address} dev wire`);
    this.inside(place, 'ip link set dev wire up');
    for (const other of others) this.inside('nat', `ip address add ${other} dev to-${place}`);
    this.inside('nat', `ip link set dev to-${place} up`);
  }

  private name(place: Place): string {
    return `oriel-${this.id}-${place}`;
  }

  private inside(place: Place, command: string): void {
    run('ip', ['netns', 'exec', this.name(place), ...command.split(' ')]);
  }
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
