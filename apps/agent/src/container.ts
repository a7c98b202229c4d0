import { existsSync, mkdirSync } from 'node:fs'
import { homedir, totalmem } from 'node:os'
import { systemClock } from '@gridloom/async/clock'
import { createDeadline } from '@gridloom/async/deadline'
import { type Logger, pino } from 'pino'
import { type RunningAgent, startAgent } from './agent.ts'
import { allWorkloads } from './all-workloads.ts'
import type { Settings } from './config.ts'
import { examine } from './doctor/examine.ts'
import type { Finding } from './doctor/finding.ts'
import { createGpuReadings } from './hardware/gpus/gpu-readings.ts'
import { createHardwareProbe } from './hardware/read-hardware.ts'
import { createLoadProbe } from './hardware/read-load.ts'
import { createSpaceProbe } from './hardware/read-space.ts'
import { execute } from './host/execute.ts'
import { ownerOf } from './host/owners.ts'
import { systemRandom } from './host/random.ts'
import { holdSoleUse } from './host/sole-use.ts'
import { readSystemBoot } from './host/system-boot.ts'
import { enrol } from './identity/enrol.ts'
import { type Identity, readIdentity } from './identity/membership.ts'
import { type ComputerIds, namedComputer, readComputerIds } from './identity/read-fingerprint.ts'
import { createImageSource, type ImageSource } from './images/index.ts'
import { createRegistries } from './images/registries.ts'
import type { Machine } from './machine.ts'
import { createRuntime } from './runtime/index.ts'
import type { ContainerRuntime } from './runtime/port.ts'

const engineTimeoutMs = 5_000
const bytesPerMib = 1024 * 1024

/** Creates the log: JSON lines on standard error, which never contain a key, a token or a renter's text. */
export function createLog({ logLevel }: Settings): Logger {
  return pino({ level: logLevel, base: undefined }, pino.destination({ dest: 2, sync: true }))
}

/** Creates the data folder where it is missing and locks it; throws where another agent uses it. */
export function holdDataDir({ dataDir }: Settings): Promise<AsyncDisposable> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return holdSoleUse(dataDir)
}

/** Builds the agent of this machine and starts it. Its data folder must be locked already. */
export async function startOwnAgent(settings: Settings, log: Logger): Promise<RunningAgent> {
  const { dataDir, name, serverUrl, token } = settings
  const machine = await ownMachine(settings)
  const { runtime, images } = machine
  const readSpace = createSpaceProbe(runtime, containersFolderFor(dataDir), systemClock)
  return startAgent({
    dataDir,
    name,
    serverUrl,
    enrolmentToken: token,
    readComputer: () => readOwnComputer(settings),
    workloads: allWorkloads(machine),
    probeHardware: createHardwareProbe({
      execute,
      readSpace,
      readEngine: () => readEngine(runtime, images),
      log,
    }),
    probeLoad: createLoadProbe({
      readSpace,
      readGpuSensors: createGpuReadings({ execute, clock: systemClock }),
      clock: systemClock,
    }),
    clock: systemClock,
    random: systemRandom,
    log,
  })
}

async function ownMachine(settings: Settings): Promise<Machine> {
  const { dataDir, allowImages, registries } = settings
  const runtime = await createOwnRuntime(settings)
  const images = createImageSource({
    ...{ runtime, dataDir, allowed: allowImages },
    registries: createRegistries(registries),
  })
  const { platform } = process
  const isRoot = process.getuid?.() === 0
  const systemBoot = await readSystemBoot(execute)
  return { settings, runtime, images, execute, clock: systemClock, isRoot, systemBoot, platform }
}

/** Enrols this machine at the server in the settings. */
export function enrolOwnMachine(settings: Settings): Promise<Identity> {
  const { dataDir, serverUrl = '', token = '', name, existing } = settings
  const readComputer = () => readOwnComputer(settings)
  return enrol({ dataDir, serverUrl, token, name, existing, readComputer, clock: systemClock })
}

function readOwnComputer({ computer }: Settings): Promise<ComputerIds> {
  return computer === undefined
    ? readComputerIds(execute)
    : Promise.resolve(namedComputer(computer))
}

export async function examineOwnMachine(settings: Settings): Promise<Finding[]> {
  const identity = await readIdentity(settings.dataDir)
  const machine = await ownMachine(settings)
  return examine({
    dataDir: settings.dataDir,
    containersFolder: containersFolderFor('/'),
    serverUrl: settings.serverUrl ?? identity?.membership.server_url,
    nodeVersion: process.version,
    isRoot: machine.isRoot,
    platform: machine.platform,
    memoryMib: Math.floor(totalmem() / bytesPerMib),
    readEngine: () => probeEngine(machine.runtime),
    workloads: allWorkloads(machine),
    execute,
    clock: systemClock,
  })
}

function createOwnRuntime(settings: Settings): Promise<ContainerRuntime> {
  const { dataDir, runtime, dockerHost, runtimeDir } = settings
  return createRuntime(runtime === 'fake' ? 'fake' : 'docker', {
    clock: systemClock,
    execute,
    owner: ownerOf(dataDir),
    dataDir,
    dockerHost: dockerHost ?? (runtime === 'podman' ? podmanSocket(runtimeDir) : undefined),
    runtimeDir,
    system: { platform: process.platform, home: homedir() },
  })
}

function podmanSocket(runtimeDir: string | undefined): string {
  const system = '/run/podman/podman.sock'
  if (runtimeDir === undefined || existsSync(system)) return `unix://${system}`
  return `unix://${runtimeDir}/podman/podman.sock`
}

/** Probes the engine; of its images, only those that renters may see are returned. */
async function readEngine(runtime: ContainerRuntime, images: ImageSource) {
  const facts = await probeEngine(runtime)
  return { ...facts, images: await images.shown(facts.images) }
}

async function probeEngine(runtime: ContainerRuntime) {
  const limit = createDeadline(systemClock, engineTimeoutMs)
  return runtime.probe(limit.signal).finally(limit.done)
}

/** Returns the folder where the engine stores containers, on the disk that instances use. */
function containersFolderFor(otherwise: string): string {
  return ['/var/lib/docker', '/var/lib/containers'].find(existsSync) ?? otherwise
}
