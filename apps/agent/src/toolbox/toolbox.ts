import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backOffMs } from '@gridloom/async/back-off'
import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { type ToolboxFacts, ToolboxPlatform } from '@gridloom/contract/installers/toolbox'
import { ownerOf } from '../host/owners.ts'
import type { Random } from '../host/random.ts'
import type { ContainerRuntime, MountedVolume } from '../runtime/port.ts'
import {
  fetchToolbox,
  readToolboxFacts,
  type ToolboxSource,
  unpackToolbox,
} from './fetch-toolbox.ts'

/** Where containers see the toolbox. */
const toolboxPath = '/.gridloom'

/** The label of its volumes; the value is their version. */
export const toolboxLabel = 'gridloom.toolbox_volume'

/** A toolbox that containers can get. */
export interface ReadyToolbox {
  /** The SHA-256 of its archive. */
  version: string
  mount: MountedVolume
}

/**
 * The toolbox of this machine: programs for file transfer, git and SSH that every new container sees read-only. It is
 * downloaded once into a volume, and replaced when the server has another one.
 */
export interface Toolbox {
  /** Returns the toolbox for a new container; `undefined` while there is none. */
  take(): Promise<ReadyToolbox | undefined>
  /** Returns the version that new containers get; `undefined` while there is none. */
  version(): string | undefined
  /** Keeps it current until the signal aborts. Never rejects. */
  keep(signal: AbortSignal): Promise<void>
}

export interface ToolboxOptions {
  runtime: Pick<ContainerRuntime, 'volumes' | 'architecture'>
  dataDir: string
  /** Reads the server and its key; `undefined` while the machine is not enrolled. */
  readSource: () => Promise<Omit<ToolboxSource, 'platform'> | undefined>
  clock: Clock
  random: Pick<Random, 'next'>
  /** Receives each new version. */
  onUpdate: (version: string) => void
  /** Receives the failure of a try; another follows. */
  onFailure: (cause: unknown) => void
}

const refreshEveryMs = 6 * 60 * 60_000
const refreshLimitMs = 15 * 60_000
const retries = { firstMs: 10_000, longestMs: 60 * 60_000 } as const
/** An engine that answers later than this gives its container no toolbox. */
const takeLimitMs = 2_000

export function createToolbox(options: ToolboxOptions): Toolbox {
  const { runtime, clock, random } = options
  let current: (ReadyToolbox & { createdAt: string }) | undefined
  let wake: () => void = () => undefined

  /**
   * A volume that was removed meanwhile (`docker volume prune`) would be created again by the engine, empty: it is
   * looked for before each use.
   */
  async function take(): Promise<ReadyToolbox | undefined> {
    const wanted = current
    if (wanted === undefined) return undefined
    try {
      const createdAt = await withDeadline(clock, { ms: takeLimitMs }, (signal) =>
        runtime.volumes.createdAt(wanted.mount.volume, signal),
      )
      if (createdAt === wanted.createdAt) return { version: wanted.version, mount: wanted.mount }
    } catch {
      // @NOTE the engine does not answer: creating the container reports that
      return undefined
    }
    if (current === wanted) current = undefined
    wake()
    return undefined
  }

  async function keep(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      try {
        await withDeadline(clock, { ms: refreshLimitMs, signal }, async (limited) => {
          const next = await refresh(options, current, limited)
          if (next !== current) options.onUpdate(next.version)
          current = next
        })
        failures = 0
      } catch (cause) {
        failures += 1
        if (!signal.aborted) options.onFailure(cause)
      }
      const next = random.next()
      const pauseMs =
        failures === 0 ? refreshEveryMs * (0.75 + next / 2) : backOffMs(retries, failures, next)
      await pause(pauseMs, signal)
    }
  }

  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController()
    wake = () => woken.abort()
    // @NOTE woken, or the agent ends
    await clock.sleep(ms, AbortSignal.any([signal, woken.signal])).catch(() => undefined)
  }

  return { take, version: () => current?.version, keep }
}

type Current = ReadyToolbox & { createdAt: string }

/** There is no toolbox for this machine. */
class NoToolbox extends Error {
  override readonly name = 'NoToolbox'
}

/** Returns the toolbox that the server has now, in its volume, and removes the volumes of others that nothing uses. */
async function refresh(
  options: ToolboxOptions,
  current: Current | undefined,
  signal: AbortSignal,
): Promise<Current> {
  const { runtime, readSource } = options
  const architecture = await runtime.architecture(signal)
  const platform = ToolboxPlatform.safeParse(`linux-${architecture}`)
  if (!platform.success) throw new NoToolbox(`There is no toolbox for processor ${architecture}.`)
  const known = await readSource()
  if (known === undefined) throw new NoToolbox('The machine is not enrolled.')
  const source = { ...known, platform: platform.data }
  const facts = await readToolboxFacts(source, signal)
  const volume = `gridloom-toolbox-${facts.sha256.slice(0, 16)}`
  const createdAt = await runtime.volumes.createdAt(volume, signal)
  if (current?.version === facts.sha256 && current.createdAt === createdAt) return current
  await fill(options, { source, facts, volume }, signal)
  const filledAt = (await runtime.volumes.createdAt(volume, signal)) ?? ''
  await removeOthers(runtime, volume, signal)
  const mount = { volume, path: toolboxPath }
  return { version: facts.sha256, mount, createdAt: filledAt }
}

async function fill(
  { runtime, dataDir }: ToolboxOptions,
  wanted: { source: ToolboxSource; facts: ToolboxFacts; volume: string },
  signal: AbortSignal,
): Promise<void> {
  const { source, facts, volume } = wanted
  const folder = join(dataDir, 'toolbox')
  const file = join(folder, 'toolbox.tar.zst')
  const open = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await fetchToolbox(source, { facts, file }, signal)
    return unpackToolbox(file)
  }
  const content = {
    name: volume,
    labels: { [toolboxLabel]: facts.sha256 },
    through: `gridloom-fill-${ownerOf(dataDir)}`,
    mountedAt: toolboxPath,
    lastFile: 'manifest.json',
    open,
  }
  try {
    await runtime.volumes.fill(content, signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function removeOthers(
  { volumes }: ToolboxOptions['runtime'],
  kept: string,
  signal: AbortSignal,
): Promise<void> {
  const all = await volumes.list(toolboxLabel, signal)
  for (const name of all) if (name !== kept) await volumes.remove(name, signal)
}
