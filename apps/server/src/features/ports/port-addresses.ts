import { Refused } from '@gridloom/contract/errors'
import type { PortLabel } from '@gridloom/contract/ports/port-label'
import { writePortLabel } from '@gridloom/contract/ports/port-label'
import type { AppsDomain } from '../../apps-domain.ts'

/** Where the apps server listens, for requests that the console passes on. */
export interface AppsServerPlace {
  readonly host: string
  readonly port: number
}

/** The domain of port addresses, and whether anything serves them. */
export interface PortAddresses {
  /** The name of the configured domain, whether or not anything serves it. */
  domain(): string | undefined
  /** `undefined` while no apps server runs: the ports then have no address. */
  served(): AppsDomain | undefined
  /** Where the apps server runs; `undefined` while none does. */
  place(): AppsServerPlace | undefined
  /** Notes that an apps server listens, until the returned function is called. */
  serveAt(place: AppsServerPlace): () => void
}

export function createPortAddresses(domain: AppsDomain | undefined): PortAddresses {
  let place: AppsServerPlace | undefined
  return {
    domain: () => domain?.domain,
    served: () => (place === undefined ? undefined : domain),
    place: () => (domain === undefined ? undefined : place),
    serveAt(at) {
      place = at
      return () => {
        if (place === at) place = undefined
      }
    },
  }
}

/** The domain, where addresses are served. @throws Refused `not_found` */
export function servedDomain(addresses: PortAddresses): AppsDomain {
  const domain = addresses.served()
  if (domain === undefined) throw noSuchAddress()
  return domain
}

/** The address of a port, without a trailing slash. */
export function portUrl({ scheme, domain, portSuffix }: AppsDomain, label: PortLabel): string {
  return `${scheme}://${writePortLabel(label)}.${domain}${portSuffix}`
}

/** The same error for an address that does not exist and for one of another account. */
export function noSuchAddress(): Refused {
  return new Refused('not_found', { details: { what: 'port address' } })
}
