import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { pino } from 'pino'
import { type AgentOptions, type RunningAgent, startAgent } from '../src/agent.ts'
import { benchmarksWorkload } from '../src/benchmarks/workload.ts'
import { systemRandom } from '../src/host/random.ts'
import { instancesWorkload } from '../src/instances/workload.ts'
import type { Workload } from '../src/workload.ts'
import type { AgentConnection } from './agent-connection.ts'
import { aHardware } from './builders.ts'
import { type ControlPlane, type ControlPlaneOptions, startControlPlane } from './control-plane.ts'
import { createFakeManager, type FakeManager, type FakeManagerOverrides } from './fake-manager.ts'

export interface AgentSetup extends AsyncDisposable {
  plane: ControlPlane
  manager: FakeManager
  dataDir: string
  /** Lines that the agent logged, parsed. */
  logged: { msg: string; waitMs?: number }[]
  start(changes?: Partial<AgentOptions>): Promise<RunningAgent>
  /** Starts an agent, and returns its connection. */
  connect(changes?: Partial<AgentOptions>): Promise<AgentConnection>
}

export interface AgentSetupOptions {
  manager?: Partial<FakeManagerOverrides>
  plane?: ControlPlaneOptions
  /** Workloads besides instances and benchmarks. */
  workloads?: readonly Workload[]
  agent?: Partial<AgentOptions>
}

/** Sets up a control plane, an empty data directory, and a way to start real agents that share both. */
export async function setupAgent(options: AgentSetupOptions = {}): Promise<AgentSetup> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-agent-'))
  const plane = await startControlPlane(options.plane)
  const manager = createFakeManager(options.manager)
  const logged: { msg: string; waitMs?: number }[] = []
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
  const agents: RunningAgent[] = []
  const start = async (changes: Partial<AgentOptions> = {}) => {
    const agent = await startAgent({
      dataDir,
      name: 'box',
      serverUrl: plane.url,
      enrolmentToken: plane.makeToken(),
      workloads: [
        instancesWorkload(() => manager),
        benchmarksWorkload({ measure: async function* () {}, first: 'on_demand' }),
        ...(options.workloads ?? []),
      ],
      probeHardware: async () => aHardware(),
      probeLoad: async () => aLoad,
      clock: systemClock,
      random: systemRandom,
      log,
      ...options.agent,
      ...changes,
    })
    agents.push(agent)
    return agent
  }
  return {
    plane,
    manager,
    dataDir,
    logged,
    start,
    async connect(changes) {
      await start(changes)
      return plane.nextConnection()
    },
    [Symbol.asyncDispose]: async () => {
      for (const agent of agents) await agent[Symbol.asyncDispose]()
      await plane[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const aLoad = {
  at: '2026-01-01T00:00:00.000Z',
  cpu_percent: 12.5,
  memory_used_mib: 900,
  disk_free_gb: 60.5,
}
