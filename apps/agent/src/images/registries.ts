import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '../host/public-address.ts'
import { RuntimeFailure } from '../runtime/failure.ts'
import { registryHost } from '../runtime/registry-host.ts'

export type Lookup = (host: string) => Promise<readonly string[]>

/** Decides which registries images are pulled from. */
export interface Registries {
  /** Errors: `RuntimeFailure` with `registry_unreachable`, with the same text whatever the reason is. */
  allow(image: string): Promise<void>
}

const httpsPort = '443'

/**
 * Allows public registries over port 443, and those that the provider named (`host` or `host:port`). The engine calls
 * registries from the provider's network, past the rules that confine containers, so a reference must not lead it into
 * that network: an address has to be public, and so has every address of a name.
 */
export function createRegistries(named: readonly string[], find: Lookup = addressesOf): Registries {
  async function isAllowed(image: string): Promise<boolean> {
    const registry = registryHost(image)
    if (registry === undefined || named.includes(registry)) return true
    const { host, port } = splitPort(registry)
    if (port !== httpsPort || host === 'localhost') return false
    const addresses = isIP(host) === 0 ? await find(host) : [host]
    return addresses.length > 0 && addresses.every(isPublicAddress)
  }
  return {
    allow: async (image) => {
      if (await isAllowed(image)) return
      // The reason is withheld: it would disclose which names and ports exist in the provider's network.
      const text = `${registryHost(image)} is not a public registry on port 443. Only those are allowed on this machine.`
      throw new RuntimeFailure('registry_unreachable', text)
    },
  }
}

function splitPort(registry: string): { host: string; port: string } {
  const [host = '', port = httpsPort] = registry.split(':')
  return { host, port }
}

async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => {
    // @NOTE a name that does not resolve is answered like one that resolves to a forbidden address
    return []
  })
  return found.map(({ address }) => address)
}
