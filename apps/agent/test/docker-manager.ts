import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import type { ExecMessage, InstanceReport, InstanceSpec } from '@gridloom/contract/agent/protocol'
import { InstanceId } from '@gridloom/contract/core/ids'
import type { LogLine } from '@gridloom/contract/instances/logs'
import { execute } from '../src/host/execute.ts'
import { ownerOf } from '../src/host/owners.ts'
import { createImageSource } from '../src/images/index.ts'
import { buildLabel } from '../src/instances/builds/build-container.ts'
import { createInstanceManager, type InstanceManager } from '../src/instances/index.ts'
import type { InstanceManagerOptions } from '../src/instances/manager-options.ts'
import { labelNames } from '../src/instances/names.ts'
import { createRuntime } from '../src/runtime/index.ts'
import type { ContainerRuntime } from '../src/runtime/port.ts'

/**
 * An instance manager over an engine of the machine, by default its first. An engine that is made for its owner has disks
 * which no other agent takes for those of a dead one. Its containers and networks are removed when it is disposed of.
 */
export interface DockerManager extends AsyncDisposable {
  runtime: ContainerRuntime
  manager: InstanceManager
  dataDir: string
  /** Starts another manager over the same folder, as after a restart of the agent; or of the machine, in another boot. */
  restart(systemBoot?: string): Promise<InstanceManager>
  report(id: InstanceId): InstanceReport
  /** Waits for the first report that matches `isIt`. Errors: none matches within 60 s. */
  until(id: InstanceId, isIt: (report: InstanceReport) => boolean): Promise<InstanceReport>
  runReady(spec: InstanceSpec): Promise<InstanceReport>
}

type BuildOptions = Pick<InstanceManagerOptions, 'packageSources' | 'buildLimitMs'>

export async function startDockerManager(
  engine: ContainerRuntime | ((owner: string) => Promise<ContainerRuntime>) = ownRuntime,
  allowedImages: readonly string[] = [],
  toolbox?: InstanceManagerOptions['toolbox'],
  builds: BuildOptions = {},
): Promise<DockerManager> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-agent-'))
  const runtime = typeof engine === 'function' ? await engine(ownerOf(dataDir)) : engine
  const place = { runtime, dataDir, allowed: allowedImages, toolbox, builds }
  let manager = await begin({ ...place, systemBoot: 'boot-1' })

  const report = (id: InstanceId) => {
    const found = manager.reports().find(({ instance_id }) => instance_id === id)
    if (found === undefined) throw new Error(`no report of ${id}`)
    return found
  }
  const until = (id: InstanceId, isIt: (report: InstanceReport) => boolean) =>
    untilReport(() => report(id), isIt)

  return {
    runtime,
    dataDir,
    get manager() {
      return manager
    },
    restart: async (systemBoot = 'boot-1') => {
      await manager[Symbol.asyncDispose]()
      manager = await begin({ ...place, systemBoot })
      return manager
    },
    report,
    until,
    runReady: (spec) => {
      manager.apply(spec)
      return until(spec.instance_id, ({ ready, phase }) => ready || phase === 'failed')
    },
    [Symbol.asyncDispose]: async () => {
      await manager[Symbol.asyncDispose]()
      await removeAll(runtime, dataDir)
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Creates a runtime over the machine's engine, with disks of this owner. */
export function ownRuntime(owner: string): Promise<ContainerRuntime> {
  return createRuntime('docker', {
    clock: systemClock,
    execute,
    owner,
    dataDir: tmpdir(),
    dockerHost: undefined,
    runtimeDir: undefined,
  })
}

/** Returns an id that no other test on this machine has: containers are named by it. */
export function newInstanceId(): InstanceId {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const random = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return InstanceId.parse(`ins_01jd3v8q6f${random}`)
}

/** Removes everything that an agent with this folder left on the engine, and nothing else. */
export async function removeAll(runtime: ContainerRuntime, dataDir: string): Promise<void> {
  const label = `${labelNames.agent}=${ownerOf(dataDir)}`
  const signal = AbortSignal.timeout(60_000)
  const containers = [
    ...(await runtime.listContainers(label, signal)),
    ...(await runtime.listContainers(`${buildLabel}=${ownerOf(dataDir)}`, signal)),
  ]
  await Promise.all(containers.map(({ name }) => runtime.removeContainer(name, signal)))
  const networks = await runtime.listNetworks(label, signal)
  await Promise.all(networks.map((name) => runtime.removeNetwork(name, signal)))
  await runtime.clearDisks(() => false, signal)
  const { volumeDisks } = runtime
  if ((await volumeDisks.obstacle(signal)) !== undefined) return
  for (const { name } of await volumeDisks.list(signal)) await volumeDisks.remove(name, signal)
}

/** Collects everything that a command wrote, and its exit. */
export async function collectExec(
  messages: AsyncIterable<ExecMessage>,
): Promise<{ stdout: string; stderr: string; end: ExecMessage | undefined }> {
  const received = { stdout: '', stderr: '' }
  let end: ExecMessage | undefined
  for await (const message of messages) {
    if (message.kind === 'exit') end = message
    else received[message.stream] += Buffer.from(message.base64, 'base64').toString('utf8')
  }
  return { ...received, end }
}

export async function collectLines(lines: AsyncIterable<LogLine>, most: number): Promise<string[]> {
  const texts: string[] = []
  for await (const { text } of lines) {
    texts.push(text)
    if (texts.length === most) break
  }
  return texts
}

interface ManagerPlace {
  runtime: ContainerRuntime
  dataDir: string
  allowed: readonly string[]
  systemBoot: string
  toolbox: InstanceManagerOptions['toolbox']
  builds: BuildOptions
}

async function begin({
  allowed,
  toolbox,
  builds,
  ...place
}: ManagerPlace): Promise<InstanceManager> {
  const log = { info: () => {}, warn: () => {} }
  const ensureImage = createImageSource({ ...place, allowed }).ensure
  const manager = createInstanceManager({
    ...{ ...place, clock: systemClock, log, ensureImage },
    ...(toolbox === undefined ? {} : { toolbox }),
    ...builds,
    // Each would cost the engine a second of work, at the start of the test and at its end.
    networksAhead: 0,
  })
  await manager.adopt(AbortSignal.timeout(10_000))
  return manager
}

async function untilReport(
  read: () => InstanceReport,
  isIt: (report: InstanceReport) => boolean,
): Promise<InstanceReport> {
  const limit = AbortSignal.timeout(60_000)
  while (!isIt(read())) {
    if (limit.aborted) throw new Error(`it stayed ${JSON.stringify(read())}`)
    await systemClock.sleep(20)
  }
  return read()
}
