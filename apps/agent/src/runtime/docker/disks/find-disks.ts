import type { Clock } from '@gridloom/async/clock'
import type { Execute } from '../../../host/execute.ts'
import { RuntimeFailure } from '../../failure.ts'
import type { EngineHost } from '../engine-shapes.ts'
import { findEngineProcess } from './engine-process.ts'
import { createInstanceDisks, type InstanceDisks } from './index.ts'

/** Whether the disks of containers are bounded here; otherwise why not, readable by the provider. */
export type DiskSupport =
  | { kind: 'bounded'; disks: InstanceDisks; volumes: InstanceDisks }
  | { kind: 'watched'; reason: string }

export interface DiskSearch {
  clock: Clock
  execute: Execute
  owner: string
  /** Docker's own socket on this machine: an engine elsewhere has other disks. */
  isLocal: boolean
  isRoot: boolean
  platform: NodeJS.Platform
}

const tools = [
  'fallocate',
  'findmnt',
  'flock',
  'mkfs.ext4',
  'mount',
  'mountpoint',
  'nsenter',
  'umount',
] as const
const trialName = `.trial-${process.pid}`
const trialBytes = 16 * 1024 * 1024
const limitMs = 20_000

/** Why containers have no file system of their own here; the doctor shows the message. */
class DisksUnsupported extends Error {
  override readonly name = 'DisksUnsupported'
}

/** Finds out whether each container can have a file system of its own, by creating a small one. */
export async function findDisks(search: DiskSearch, host: EngineHost): Promise<DiskSupport> {
  const { clock, execute, owner } = search
  const obstacle = obstacleOf(search, host)
  if (obstacle !== undefined) return { kind: 'watched', reason: obstacle }
  const missing = await missingTools(execute)
  if (missing.length > 0) return { kind: 'watched', reason: `not installed: ${missing.join(', ')}` }
  const engine = async () => {
    const found = await findEngineProcess(execute)
    if (found === undefined)
      throw new DisksUnsupported('no dockerd process was found on this machine')
    return found
  }
  const site = { clock, owner, engine, engineRoot: host.DockerRootDir }
  const disks = createInstanceDisks({ ...site, kind: 'instances' })
  const volumes = createInstanceDisks({ ...site, kind: 'volumes' })
  try {
    await tryDisk(disks, clock)
    return { kind: 'bounded', disks, volumes }
  } catch (cause) {
    return { kind: 'watched', reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

type Surroundings = Pick<DiskSearch, 'isLocal' | 'isRoot' | 'platform'>

/** Returns an obstacle that stays as long as the agent runs; `undefined` if there is none. */
export function lastingObstacleOf({ isLocal, isRoot, platform }: Surroundings): string | undefined {
  if (platform !== 'linux') return 'the container engine runs in a virtual machine'
  if (!isLocal) return 'the container engine is not the Docker of this machine'
  if (!isRoot) return 'the agent is not running as root'
  return undefined
}

/** Returns the obstacle that is known without a trial; `undefined` if there is none. */
export function obstacleOf(surroundings: Surroundings, host: EngineHost): string | undefined {
  const lasting = lastingObstacleOf(surroundings)
  if (lasting !== undefined) return lasting
  const status = new Map(host.DriverStatus?.map(([name = '', value = '']) => [name, value]))
  if (status.get('driver-type')?.startsWith('io.containerd.snapshotter')) {
    return 'Docker stores images in containerd'
  }
  if (host.Driver !== 'overlay2') return `Docker uses the storage driver ${host.Driver}`
  return undefined
}

async function missingTools(execute: Execute): Promise<string[]> {
  const script = 'for tool; do command -v "$tool" >/dev/null || echo "$tool"; done'
  const { stdout } = await execute(['sh', '-c', script, 'sh', ...tools], { timeoutMs: limitMs })
  return stdout.split('\n').filter((line) => line !== '')
}

async function tryDisk(disks: InstanceDisks, clock: Clock): Promise<void> {
  const signal = clock.timeout(limitMs)
  try {
    await disks.make({ name: trialName, bytes: trialBytes }, signal)
    const space = await disks.space(trialName)
    if (space === undefined || space.usedBytes + space.freeBytes > trialBytes) {
      throw new DisksUnsupported('Docker does not see a file system mounted as a test')
    }
  } catch (cause) {
    // A machine without space creates no disk, and so starts nothing that is not bounded.
    if (!(cause instanceof RuntimeFailure && cause.code === 'disk_full')) throw cause
  } finally {
    await disks.remove(trialName, clock.timeout(limitMs))
  }
}
