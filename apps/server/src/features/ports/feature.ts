import type { Feature } from '../../platform/feature.ts'
import { createAtOrder } from './create-at-order.ts'
import { createPortsServices, type PortsAdapters } from './create-ports-services.ts'
import type { PortsCtx } from './ctx.ts'
import { tcpPortQuota } from './open-tcp-port.ts'
import { passToApps } from './pass-to-apps.ts'
import { portsPersonalData } from './personal-data-store.ts'
import { publishPorts } from './publish-ports.ts'
import { portRoutes } from './routes.ts'
import { tidyPorts } from './tidy-ports.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** Access to port addresses; the subject is an instance, a link or a user. */
    port_access: 'stored'
  }
}

/** The addresses of instances' ports, and who may open them. */
export const portsFeature: Feature<PortsCtx, PortsAdapters> = {
  name: 'ports',
  services: createPortsServices,
  personalData: portsPersonalData,
  quotas: [tcpPortQuota],
  routes: (routes) => portRoutes(routes),
  otherHosts: passToApps,
  scheduled: [{ name: 'tidy-ports', schedule: { every: 'hour', minute: 41 }, run: tidyPorts }],
  subscribers: [createAtOrder],
  topics: {
    port_access: {
      scope: 'instances:read',
      show: async () => ({ event: 'ports', data: {} }),
    },
  },
  hooks: {
    // The user's open connections to the company's instances end, whichever session opened them.
    'membership.ended': (_ctx, tx, { companyId, userId }) => publishPorts(tx, companyId, [userId]),
  },
}
