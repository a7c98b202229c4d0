import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { type RunningAgent, startAgent } from '@gridloom/agent/agent'
import type { MeasureGpus } from '@gridloom/agent/benchmarks/gpu/measure-gpus'
import type { Measure } from '@gridloom/agent/benchmarks/measure'
import { benchmarksWorkload } from '@gridloom/agent/benchmarks/workload'
import { createHardwareProbe, type ProbeHardware } from '@gridloom/agent/hardware/read-hardware'
import { createSpaceProbe } from '@gridloom/agent/hardware/read-space'
import { execute } from '@gridloom/agent/host/execute'
import type { Log, LogFields } from '@gridloom/agent/host/log'
import { ownerOf } from '@gridloom/agent/host/owners'
import { systemRandom } from '@gridloom/agent/host/random'
import { createImageSource, type ImageSource } from '@gridloom/agent/images/index'
import type { Isolation } from '@gridloom/agent/instances/egress/apply'
import { createInstanceManager } from '@gridloom/agent/instances/index'
import { instancesWorkload } from '@gridloom/agent/instances/workload'
import { modelsWorkload } from '@gridloom/agent/models/workload'
import { renderingWorkload } from '@gridloom/agent/rendering/workload'
import { createFakeRuntime, type FakeRuntime } from '@gridloom/agent/runtime/fake/index'
import { createRuntime } from '@gridloom/agent/runtime/index'
import type { ContainerRuntime } from '@gridloom/agent/runtime/port'
import { createOwnToolbox } from '@gridloom/agent/toolbox/own-toolbox'
import type { Workload } from '@gridloom/agent/workload'
import type { Clock } from '@gridloom/async/clock'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import { clearEngine } from './clear-engine.ts'
import { type ServingOptions, servingOnMachine } from './models/serving-on-machine.ts'
import { type RendererOptions, renderOnMachine } from './rendering/render-on-machine.ts'
import { scratchFolder } from './scratch.ts'
import { usualHardware } from './seed-hardware.ts'

/** One machine of the product with its agent. Its containers outlive the agent, but not the machine. */
export interface ProductMachine {
  readonly id: MachineId
  readonly name: string
  readonly dataDir: string
  /** The control of the fake driver. @throws Error with the Docker driver */
  readonly fake: FakeRuntime['control']
  readonly runtime: ContainerRuntime
  /** The log lines of its agent since it was enrolled. */
  readonly logged: readonly LogFields[]
  /** Whether its agent was started and not killed since. */
  readonly isOn: boolean
  /** Kills the agent: its reports stop, and its containers keep running. */
  killAgent(): Promise<void>
  /** Starts the agent again with its identity; resolves once it is connected. */
  startAgent(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface MachineOptions {
  driver: 'fake' | 'docker'
  name: string
  clock: Clock
  serverUrl: string
  /** Not needed if the folder contains an identity. */
  enrolmentToken?: string | undefined
  /** The agent's folder, which is kept; by default a temporary one that is removed with the machine. */
  dataDir?: string
  /** Its benchmarks, run at the start; none by default. */
  measure?: Measure
  /** The speed of its GPUs, measured with its benchmarks and on demand; none by default. */
  measureGpus?: MeasureGpus
  /** With the fake driver: overrides of the hardware that the machine reports. */
  hardware?: Partial<Hardware>
  /** Renders with the installed Blender; without it, takes no part in rendering. */
  rendering?: RendererOptions
  /** Images of the engine's own that renters may use, by name and tag. */
  allowImages?: readonly string[]
  /** Serves models with the installed engines; without it, serves none. */
  serving?: ServingOptions
  /** `own`: with the Docker driver, instances get the toolbox of the server; by default none. */
  toolbox?: 'own'
  /** With the fake driver: whether containers are kept out of private networks; they are by default. */
  isolate?: () => Promise<Isolation>
}

/** Enrols a machine and starts its agent; resolves once it is connected. */
export async function startMachine(options: MachineOptions): Promise<ProductMachine> {
  await using opened = new AsyncDisposableStack()
  const dataDir = options.dataDir ?? (await temporaryFolder(opened))
  const engine = await startEngine(options, dataDir)
  if (options.driver === 'docker') {
    opened.defer(async () => {
      await clearEngine(dataDir)
      await engine.runtime.clearDisks(() => false, AbortSignal.timeout(60_000))
      await clearVolumes(engine.runtime)
    })
  }
  const logged: LogFields[] = []
  let agent: RunningAgent | undefined = await startOn(options, { dataDir, engine, logged })
  const killAgent = async () => {
    const running = agent
    agent = undefined
    await running?.[Symbol.asyncDispose]()
  }
  opened.defer(killAgent)
  await agent.connected()
  const { machineId } = agent
  const open = opened.move()
  return {
    id: machineId,
    name: options.name,
    dataDir,
    runtime: engine.runtime,
    logged,
    get isOn() {
      return agent !== undefined
    },
    get fake() {
      if (engine.control === undefined) throw new Error('only the fake driver has strings to pull')
      return engine.control
    },
    killAgent,
    async startAgent() {
      agent ??= await startOn(options, { dataDir, engine, logged })
      await agent.connected()
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

async function clearVolumes({ volumeDisks }: ContainerRuntime): Promise<void> {
  const signal = AbortSignal.timeout(60_000)
  if ((await volumeDisks.obstacle(signal)) !== undefined) return
  for (const { name } of await volumeDisks.list(signal)) await volumeDisks.remove(name, signal)
}

async function temporaryFolder(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(await scratchFolder(), 'gridloom-machine-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface Engine {
  runtime: ContainerRuntime
  control: FakeRuntime['control'] | undefined
  /** Includes the images that renters may see. */
  probeHardware: (images: ImageSource, logged: LogFields[]) => ProbeHardware
}

async function startEngine(
  { driver, clock, name, hardware }: MachineOptions,
  dataDir: string,
): Promise<Engine> {
  if (driver === 'fake') {
    const runtime = createFakeRuntime({ clock })
    const probeHardware: ProbeHardware = async (gaps) => {
      const { engine, images } = await runtime.probe(AbortSignal.timeout(1_000))
      // What this computer lacks says nothing about records in memory, but for the firewall that a test sets.
      const isolation_gaps = gaps.filter((gap) => gap === 'egress')
      const read = { hostname: name, engine, images, isolation_gaps }
      return { ...usualHardware, ...read, ...hardware }
    }
    return { runtime, control: runtime.control, probeHardware: () => probeHardware }
  }
  const runtime = await createRuntime('docker', {
    clock,
    execute,
    owner: ownerOf(dataDir),
    dataDir,
    dockerHost: undefined,
    runtimeDir: undefined,
  })
  const probeHardware: Engine['probeHardware'] = (images, logged) => {
    const readEngine = async () => {
      const facts = await runtime.probe(AbortSignal.timeout(5_000))
      return { ...facts, images: await images.shown(facts.images) }
    }
    const probe = createHardwareProbe({
      execute,
      readEngine,
      log: recordingLog(logged),
      readSpace: createSpaceProbe(runtime, '/var/lib/docker', clock),
    })
    return async (gaps) => ({ ...(await probe(gaps)), ...hardware })
  }
  return { runtime, control: undefined, probeHardware }
}

function startOn(
  options: MachineOptions,
  { dataDir, engine, logged }: { dataDir: string; engine: Engine; logged: LogFields[] },
): Promise<RunningAgent> {
  const { name, clock, serverUrl, enrolmentToken, allowImages } = options
  const { runtime } = engine
  const images = createImageSource({ runtime, dataDir, allowed: allowImages ?? [] })
  return startAgent({
    dataDir,
    name,
    serverUrl,
    enrolmentToken,
    workloads: workloadsOf(options, { dataDir, runtime, images }),
    probeHardware: engine.probeHardware(images, logged),
    probeLoad: async () => ({ ...usualLoad, at: clock.now().toISOString() }),
    clock,
    random: systemRandom,
    log: recordingLog(logged),
  })
}

function workloadsOf(
  { driver, rendering, serving, measure, measureGpus, toolbox, isolate }: MachineOptions,
  on: { dataDir: string; runtime: ContainerRuntime; images: ImageSource },
): Workload[] {
  const { dataDir, runtime, images } = on
  const fakeIsolation = isolate ?? (async () => ({ kind: 'full' as const }))
  return [
    instancesWorkload(
      ({ clock, log }, own) =>
        createInstanceManager({
          ...{ runtime, dataDir, clock, log, ensureImage: images.ensure },
          ...(driver === 'fake' ? { isolate: fakeIsolation } : {}),
          ...(own === undefined ? {} : { toolbox: own.take }),
        }),
      toolbox === 'own' ? (place) => createOwnToolbox(runtime, place) : undefined,
    ),
    ...(rendering === undefined ? [] : [renderingWorkload(renderOnMachine(rendering, dataDir))]),
    ...(serving === undefined ? [] : [modelsWorkload(servingOnMachine(serving, dataDir))]),
    benchmarksWorkload({
      measure: measure ?? async function* () {},
      ...(measureGpus !== undefined && { measureGpus }),
      first: measure === undefined ? 'on_demand' : 'at_start',
    }),
  ]
}

/** A log that stores its lines in an array. */
function recordingLog(lines: LogFields[]): Log {
  const write = (fields: LogFields) => void lines.push(fields)
  return { debug: write, info: write, warn: write, error: write }
}

const usualLoad = { cpu_percent: 5, memory_used_mib: 2_048, disk_free_gb: 400 }
