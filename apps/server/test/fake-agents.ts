import type { ServeReport } from '@gridloom/contract/agent/models'
import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { MachineId, ModelEndpointId } from '@gridloom/contract/core/ids'
import type { AgentEvent } from '#features/agents/index'
import { type FakeGateway, fakeGateway } from './fake-gateway.ts'
import { aHeartbeat, aHello } from './messages.ts'

/** A gateway whose machines send messages and disconnect as a test decides. */
export interface FakeAgents extends FakeGateway {
  /** Delivers a message to all listeners; resolves when they have handled it. */
  say(machineId: MachineId, message: AgentMessage): Promise<void>
  /** Connects the machine, which reports its models. */
  hello(machineId: MachineId, serving?: readonly ServeReport[]): Promise<void>
  heartbeat(machineId: MachineId, serving: readonly ServeReport[]): Promise<void>
  leave(machineId: MachineId): Promise<void>
  /** The number of listeners to messages. */
  listening(): number
}

export function fakeAgents(): FakeAgents {
  const gateway = fakeGateway()
  const listeners = new Set<(event: AgentEvent) => Promise<void>>()
  const gone = new Set<(machineId: MachineId) => Promise<void>>()
  const say: FakeAgents['say'] = async (machineId, message) => {
    const event = { machineId, connectionId: 'test', receivedAt: new Date(0), message }
    for (const listener of listeners) await listener(event)
  }
  return {
    ...gateway,
    subscribe: (listener) => added(listeners, listener),
    onGone: (listener) => added(gone, listener),
    say,
    async hello(machineId, serving = []) {
      gateway.connections.add(machineId)
      const inference = { can: true, llama_missing: null, serving: [...serving] }
      await say(machineId, aHello({ inference }))
    },
    heartbeat: (machineId, serving) => say(machineId, aHeartbeat({ serving: [...serving] })),
    async leave(machineId) {
      gateway.connections.delete(machineId)
      for (const listener of gone) await listener(machineId)
    },
    listening: () => listeners.size,
  }
}

/** The report of a machine that serves a model without problems. */
export function aServeReport(
  endpoint_id: ModelEndpointId,
  given: Partial<ServeReport> = {},
): ServeReport {
  return {
    endpoint_id,
    observed_generation: 1,
    phase: 'serving',
    fetched_bytes: null,
    total_bytes: null,
    problem: null,
    context_tokens: 2_048,
    quantization: 'Q4_1',
    features: ['chat', 'completion'],
    busy: 0,
    queued: 0,
    cold: false,
    load_ms: null,
    ...given,
  }
}

function added<T>(all: Set<T>, one: T): () => void {
  all.add(one)
  return () => all.delete(one)
}
