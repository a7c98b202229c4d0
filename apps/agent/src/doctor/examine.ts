import type { Clock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { rootOf } from '../control-plane/call.ts'
import { askHealth } from '../control-plane/health.ts'
import { nvidiaSmiArgv } from '../hardware/gpus/nvidia-smi.ts'
import { readGpus } from '../hardware/gpus/read-gpus.ts'
import { toolkitArgv } from '../hardware/gpus/toolkit.ts'
import type { Execute } from '../host/execute.ts'
import { canWriteIn, modeOf, spaceOf } from '../host/files.ts'
import { keyPath } from '../identity/key.ts'
import type { EngineFacts } from '../runtime/port.ts'
import type { Workload } from '../workload.ts'
import type { Finding } from './finding.ts'
import { type EngineAnswer, inspectEngine, inspectGaps, inspectNvidia } from './inspect-engine.ts'
import * as host from './inspect-host.ts'
import { inspectRights } from './inspect-rights.ts'
import { inspectServer, type ServerAnswer } from './inspect-server.ts'

export interface ExamineOptions {
  dataDir: string
  containersFolder: string
  /** The server in the settings, else the one that the machine is enrolled at. */
  serverUrl: string | undefined
  nodeVersion: string
  isRoot: boolean
  platform: NodeJS.Platform
  memoryMib: number
  /** Queries the engine; throws with the reason where it does not respond. */
  readEngine: () => Promise<EngineFacts>
  /** Each adds the findings of its own needs. */
  workloads: readonly Pick<Workload, 'examine'>[]
  execute: Execute
  clock: Clock
}

const toolTimeoutMs = 10_000
const serverTimeoutMs = 5_000

/** Checks everything that hosting needs. Changes nothing, except that it may create the data folder. */
export async function examine(options: ExamineOptions): Promise<Finding[]> {
  const { dataDir, execute } = options
  const run = (argv: readonly string[]) => execute(argv, { timeoutMs: toolTimeoutMs })
  const [engine, ofWorkloads, gpus, smi, toolkit, space, isWritable, keyMode, server] =
    await Promise.all([
      askEngine(options),
      Promise.all(options.workloads.map(async ({ examine }) => (await examine?.()) ?? [])),
      readGpus(execute),
      run(nvidiaSmiArgv),
      run(toolkitArgv),
      spaceOf(options.containersFolder),
      canWriteIn(dataDir),
      modeOf(keyPath(dataDir)),
      askServer(options),
    ])
  return [
    host.inspectNode(options.nodeVersion),
    inspectRights(options),
    inspectEngine(engine),
    ...inspectGaps(engine),
    ...ofWorkloads.flat(),
    ...inspectNvidia({ gpus, smi, toolkit, engine }),
    host.inspectDisk(space.freeGb, options.containersFolder),
    host.inspectMemory(options.memoryMib),
    host.inspectDataDir(dataDir, isWritable),
    host.inspectKey(keyPath(dataDir), keyMode, options.platform),
    ...inspectServer(options.serverUrl, server),
  ]
}

async function askEngine({ readEngine }: ExamineOptions): Promise<EngineAnswer> {
  try {
    const { engine, gaps, diskObstacle } = await readEngine()
    return { kind: 'answered', engine, gaps, diskObstacle }
  } catch (cause) {
    return { kind: 'silent', reason: rootOf(cause) }
  }
}

async function askServer({ serverUrl, clock }: ExamineOptions): Promise<ServerAnswer> {
  if (serverUrl === undefined) return { kind: 'unknown' }
  const limit = createDeadline(clock, serverTimeoutMs)
  try {
    const answer = await askHealth(serverUrl, limit.signal)
    return { kind: 'answered', ...answer, localTime: clock.now() }
  } catch (cause) {
    return { kind: 'silent', reason: rootOf(cause) }
  } finally {
    limit.done()
  }
}
