import { isPublicAddress, privateIpv4, privateIpv6 } from '../../host/public-address.ts'

/**
 * The kernel evaluates this table before `filter`, where each engine inserts its own `ACCEPT` first (Docker
 * leaves `DOCKER-USER` before it, Podman's plug-ins leave nothing): packets dropped here stay dropped.
 */
export const table = 'mangle'

/** The chains of one agent: for packets of its containers through the machine, and to the machine itself. */
export interface Chains {
  forward: string
  host: string
}

/** Names the chains by owner id, so that agents never touch each other's. Linux allows 28 characters. */
export function chainsOf(owner: string): Chains {
  return {
    forward: `GRIDLOOM-EGR-${owner.slice(0, 12)}`,
    host: `GRIDLOOM-HST-${owner.slice(0, 12)}`,
  }
}

/** Connections that one container may hold open at once: enough for a crawler, too few to fill the host's table. */
const connectionsMax = 2_048
/** Blocked, as spam is the first thing to ruin the reputation of a provider's address. */
const mailPort = 25

export interface EgressOptions {
  family: 'ipv4' | 'ipv6'
  chains: Chains
  /** Name servers that the provider has set. Port 53 of those in private networks is open. */
  nameServers: readonly string[]
  /** `unlimited`: this kernel cannot count connections. */
  connections: 'limited' | 'unlimited'
}

/**
 * Returns the input of `iptables-restore --noflush`: both chains are emptied and filled in one transaction, so that
 * the rules are never missing.
 */
export function egressRules(options: EgressOptions): string {
  const { chains } = options
  return [
    `*${table}`,
    `:${chains.forward} - [0:0]`,
    `:${chains.host} - [0:0]`,
    ...forwardRules(options).map((rule) => `-A ${chains.forward} ${rule}`),
    `-A ${chains.host} ${answers}`,
    ...openPorts(options).map((rule) => `-A ${chains.host} ${rule}`),
    `-A ${chains.host} -j DROP`,
    'COMMIT',
    '',
  ].join('\n')
}

function forwardRules(options: EgressOptions): string[] {
  const blocked = options.family === 'ipv4' ? privateIpv4 : privateIpv6
  const limit = `-m connlimit --connlimit-above ${connectionsMax} --connlimit-mask ${options.family === 'ipv4' ? 32 : 128}`
  return [
    answers,
    ...openPorts(options),
    ...blocked.map((range) => `-d ${range} -j DROP`),
    `-p tcp -m tcp --dport ${mailPort} -j DROP`,
    ...(options.connections === 'limited' ? [`${limit} --connlimit-saddr -j DROP`] : []),
    '-j RETURN',
  ]
}

const answers = '-m conntrack --ctstate RELATED,ESTABLISHED -j RETURN'

function openPorts({ family, nameServers }: EgressOptions): string[] {
  return nameServers
    .filter((address) => address.includes(':') === (family === 'ipv6') && !isPublicAddress(address))
    .flatMap((address) => [
      `-d ${address} -p udp -m udp --dport 53 -j RETURN`,
      `-d ${address} -p tcp -m tcp --dport 53 -j RETURN`,
    ])
}

/** A rule that sends packets from the agent's bridges into one of its chains. */
export interface Jump {
  from: 'FORWARD' | 'INPUT'
  /** An interface, or a prefix of several followed by `+`. */
  bridge: string
  to: string
}

export function jumpsOf(chains: Chains, bridges: readonly string[]): Jump[] {
  return bridges.flatMap((bridge) => [
    { from: 'FORWARD' as const, bridge, to: chains.forward },
    { from: 'INPUT' as const, bridge, to: chains.host },
  ])
}

/** Returns the arguments of `iptables` that check for a jump (`-C`) or insert it first (`-I`). */
export function jumpWords(action: '-C' | '-I', { from, bridge, to }: Jump): string[] {
  return ['-w', '5', '-t', table, action, from, '-i', bridge, '-j', to]
}

/** Returns the lines of `iptables-save` for these chains: their rules, and the jumps to them. */
export function installedRules(saved: string, chains: Chains): string[] {
  return saved
    .split('\n')
    .filter(
      (line) => line.startsWith('-A ') && Object.values(chains).some((it) => line.includes(it)),
    )
}
