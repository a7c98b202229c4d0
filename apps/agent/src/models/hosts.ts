import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { isPublicAddress } from '../host/public-address.ts'
import { EngineUnavailable } from './engine.ts'

/**
 * The rules for hosts that the agent calls for the control plane. A compromised control plane must not reach into the
 * provider's network through the agent.
 */
export interface HostRules {
  /** Allows an engine on this machine, or on a host that the provider named. */
  allowEngine(url: URL): void
  /** Allows a model's file on a public host, on this machine, or on a host that the provider named. */
  allowSource(url: URL): Promise<void>
}

export type Lookup = (host: string) => Promise<readonly string[]>

/** `named` are hosts, each with or without a port. Both calls throw {@link EngineUnavailable}. */
export function createHostRules(named: readonly string[], find: Lookup = addressesOf): HostRules {
  const isNamed = ({ host, hostname }: URL) => named.includes(host) || named.includes(hostname)
  return {
    allowEngine: (url) => {
      if (isLoopback(url) || isNamed(url)) return
      throw new EngineUnavailable(
        `${url.host} is not on this machine. To allow it as an engine, start the agent with --engine-hosts ${url.host}.`,
      )
    },
    allowSource: async (url) => {
      if (isLoopback(url) || isNamed(url)) return
      const addresses = await find(bare(url.hostname))
      if (addresses.length > 0 && addresses.every(isPublicAddress)) return
      throw new EngineUnavailable(
        `${url.host} is in a private network. To allow model downloads from it, start the agent with --engine-hosts ${url.host}.`,
      )
    },
  }
}

function isLoopback({ hostname }: URL): boolean {
  const host = bare(hostname)
  return host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, familyOf(host)))
}

async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new EngineUnavailable(`${host} cannot be resolved.`, { cause })
  })
  return found.map(({ address }) => address)
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
