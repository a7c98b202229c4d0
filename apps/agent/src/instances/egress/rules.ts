/**
 * The kernel asks this table before `filter`, where each engine puts its own `ACCEPT` in first place (Docker
 * leaves `DOCKER-USER` before it, Podman's plug-ins leave nothing): what is dropped here stays dropped.
 */
export const table = 'mangle'

/** Our own chains: what containers send through the machine, and what they send to the machine itself. */
export const forwardChain = 'GRIDLOOM-EGRESS'
export const hostChain = 'GRIDLOOM-HOST'

/**
 * Where a renter's container may not reach: the provider's own network, the machine, other instances and
 * the metadata service of a cloud. Sources: RFC 1918, RFC 6598, RFC 3927, RFC 6890, RFC 2544, RFC 5771.
 */
export const privateIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/** Sources: RFC 4193 (unique local), RFC 4291 (loopback, link-local, multicast), RFC 6052 (NAT64). */
export const privateIpv6 = ['::/127', 'fc00::/7', 'fe80::/10', 'ff00::/8', '64:ff9b::/96'] as const

export interface EgressOptions {
  family: 'ipv4' | 'ipv6'
  /** The engine's name servers, reached from inside through its own resolver: port 53 of these is open. */
  resolvers: readonly string[]
}

/**
 * What `iptables-restore --noflush` takes: both chains emptied and filled in one transaction, so that
 * there is never a moment without them.
 */
export function egressRules({ family, resolvers }: EgressOptions): string {
  const blocked = family === 'ipv4' ? privateIpv4 : privateIpv6
  const names = resolvers.filter((address) => address.includes(':') === (family === 'ipv6'))
  const open = (chain: string) =>
    names.flatMap((address) => [
      `-A ${chain} -d ${address} -p udp -m udp --dport 53 -j RETURN`,
      `-A ${chain} -d ${address} -p tcp -m tcp --dport 53 -j RETURN`,
    ])
  const answers = (chain: string) =>
    `-A ${chain} -m conntrack --ctstate RELATED,ESTABLISHED -j RETURN`
  return [
    `*${table}`,
    `:${forwardChain} - [0:0]`,
    `:${hostChain} - [0:0]`,
    answers(forwardChain),
    ...open(forwardChain),
    ...blocked.map((range) => `-A ${forwardChain} -d ${range} -j DROP`),
    `-A ${forwardChain} -j RETURN`,
    answers(hostChain),
    ...open(hostChain),
    `-A ${hostChain} -j DROP`,
    'COMMIT',
    '',
  ].join('\n')
}

/** A rule that sends what comes from our bridges into a chain of ours. */
export interface Jump {
  from: string
  to: string
}

export const jumps: readonly Jump[] = [
  { from: 'FORWARD', to: forwardChain },
  { from: 'INPUT', to: hostChain },
]

/** The words of `iptables` that check for (`-C`) or put in first place (`-I`) a jump. */
export function jumpWords(action: '-C' | '-I', jump: Jump, bridgePrefix: string): string[] {
  return ['-w', '5', '-t', table, action, jump.from, '-i', `${bridgePrefix}+`, '-j', jump.to]
}

/** The name servers of a `resolv.conf`; a zone after an IPv6 address is dropped. */
export function resolversOf(resolvConf: string): string[] {
  return [...resolvConf.matchAll(/^\s*nameserver\s+([0-9a-fA-F.:]+)/gm)].flatMap(
    ([, it]) => it ?? [],
  )
}
