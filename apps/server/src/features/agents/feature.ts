import { agentUpgrade } from '@gridloom/contract/agent/protocol'
import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { callingFor } from './calling-for.ts'
import { type AgentGateway, createAgentGateway } from './gateway.ts'

interface AgentsAdapters {
  /** The gateway to the agents of connected machines. */
  readonly agents: AgentGateway
}

/** The connections of machines, and calls over them. */
export const agentsFeature: Feature<Ctx & AgentsAdapters, AgentsAdapters> = {
  name: 'agents',
  services: (parts) => {
    const agents = createAgentGateway(parts)
    return { adapters: { agents }, [Symbol.asyncDispose]: () => agents[Symbol.asyncDispose]() }
  },
  forRequest: ({ agents }, requestId) => ({ agents: callingFor(agents, requestId) }),
  upgrade: ({ agents }) => ({
    protocol: agentUpgrade,
    take: agents.upgrade,
    [Symbol.asyncDispose]: () => agents[Symbol.asyncDispose](),
  }),
}
