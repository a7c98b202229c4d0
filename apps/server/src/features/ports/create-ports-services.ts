import { createAtOnce } from '../../platform/at-once.ts'
import type { ServiceParts, Services } from '../../platform/feature.ts'
import type { PortsCtx } from './ctx.ts'
import { createPortAddresses } from './port-addresses.ts'

/** The part of the feature's context that its services provide. */
export type PortsAdapters = Pick<PortsCtx, 'portAddresses' | 'portProbes' | 'tcp'>

/** The page of an instance probes all of its ports, of which there are at most 64. */
const probesAtOnce = { perKey: 64, inAll: 500 }

export function createPortsServices({ config }: ServiceParts): Services<PortsAdapters> {
  return {
    adapters: {
      portAddresses: createPortAddresses(config.apps),
      portProbes: createAtOnce(probesAtOnce),
      tcp:
        config.tcpRange === undefined
          ? undefined
          : { range: config.tcpRange, host: new URL(config.publicUrl).hostname },
    },
  }
}
