import { readTextIfThere } from '../host/files.ts'
import { isPublicAddress } from '../host/public-address.ts'

/** Public resolvers of Cloudflare and Quad9. */
const publicNameServers = ['1.1.1.1', '9.9.9.9']

/**
 * Chooses the name servers of containers: those that the provider has set; else the machine's own where all of
 * them are public (`undefined`: the engine passes them on); else public ones. A private resolver would reveal the
 * names of the provider's network to renters.
 */
export async function chooseNameServers(
  named: readonly string[],
  resolvConf = '/etc/resolv.conf',
): Promise<readonly string[] | undefined> {
  if (named.length > 0) return named
  const own = nameServersOf((await readTextIfThere(resolvConf)) ?? '')
  return own.length > 0 && own.every(isPublicAddress) ? undefined : publicNameServers
}

/** Parses the name servers of a `resolv.conf`; a zone after an IPv6 address is dropped. */
export function nameServersOf(resolvConf: string): string[] {
  return [...resolvConf.matchAll(/^\s*nameserver\s+([0-9a-fA-F.:]+)/gm)].flatMap(
    ([, address]) => address ?? [],
  )
}
