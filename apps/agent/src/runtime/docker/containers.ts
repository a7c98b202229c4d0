import { cpuList } from '../../host/cpu-layout.ts'
import { RuntimeFailure } from '../failure.ts'
import { packTar, type TarEntry } from '../pack-tar.ts'
import type { ContainerFacts, ContainerSettings, ContainerUsage } from '../port.ts'
import { type ContainerSurroundings, containerBody } from './container-body.ts'
import {
  createFailure,
  isNameTaken,
  isRefusal,
  isUnavailableCpu,
  startFailure,
} from './container-failures.ts'
import { type EngineApi, EngineRefused } from './engine-api.ts'
import { ContainerList, EngineStats, Inspected } from './engine-shapes.ts'
import { helperLabel } from './helper-body.ts'
import { pauseLabel } from './pause-body.ts'
import { usageOf } from './usage.ts'

/** Creates a container with volumes of its image in our folders; an existing one stays as it is. */
export async function createContainer(
  api: EngineApi,
  wanted: ContainerSurroundings & { settings: ContainerSettings; signal: AbortSignal },
): Promise<void> {
  const { settings, signal, ...around } = wanted
  const { name } = settings
  try {
    await createFrom(api, { name, body: containerBody(settings, around), signal })
  } catch (cause) {
    // A CPU was taken offline meanwhile, or the engine may not use it: the share of CPU time limits the container all
    // the same.
    if (settings.cpus !== undefined && isUnavailableCpu(cause)) {
      return createContainer(api, { ...wanted, settings: { ...settings, cpus: undefined } })
    }
    throw cause
  }
}

/** Creates a container from the body of the call; an existing one of this name stays as it is. */
export async function createFrom(
  api: EngineApi,
  { name, body, signal }: { name: string; body: Record<string, unknown>; signal: AbortSignal },
): Promise<void> {
  try {
    const path = '/containers/create'
    await api.json({ method: 'POST', path, query: { name }, body, signal })
  } catch (cause) {
    if (!isNameTaken(cause)) throw createFailure(cause)
  }
}

/** Writes a container's programs and texts into it. */
export async function putPrograms(
  api: EngineApi,
  settings: Pick<ContainerSettings, 'name' | 'programs' | 'texts'>,
  signal: AbortSignal,
): Promise<void> {
  const { name, programs, texts = {} } = settings
  const files = [...filesOf(programs, 0o755), ...filesOf(texts, 0o644)]
  if (files.length === 0) return
  const archive = await packFiles(files)
  const path = `/containers/${name}/archive`
  await api.json({ method: 'PUT', path, query: { path: '/' }, archive, signal })
}

export async function bindCpus(
  api: EngineApi,
  bind: { name: string; cpus: readonly number[]; signal: AbortSignal },
): Promise<void> {
  const body = { CpusetCpus: bind.cpus.join(',') }
  const path = `/containers/${bind.name}/update`
  await api.json({ method: 'POST', path, body, signal: bind.signal })
}

export async function startContainer(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await api.json({ method: 'POST', path: `/containers/${name}/start`, signal, idleMs: 120_000 })
  } catch (cause) {
    throw startFailure(cause)
  }
}

export async function stopContainer(
  api: EngineApi,
  stop: { name: string; graceS: number; signal: AbortSignal },
): Promise<void> {
  const { name, graceS, signal } = stop
  const idleMs = (graceS + 30) * 1000
  const path = `/containers/${name}/stop`
  await unlessGone(api.json({ method: 'POST', path, query: { t: graceS }, signal, idleMs }))
}

/** The engine answers 409 for a container that does not run. */
export async function terminate(api: EngineApi, name: string, signal: AbortSignal): Promise<void> {
  const path = `/containers/${name}/kill`
  try {
    await unlessGone(api.json({ method: 'POST', path, query: { signal: 'SIGTERM' }, signal }))
  } catch (cause) {
    // @NOTE it ended meanwhile, which its next inspection shows
    if (!(cause instanceof EngineRefused && cause.status === 409)) throw cause
  }
}

export async function removeContainer(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const query = { force: true, v: true }
  const path = `/containers/${name}`
  await unlessGone(api.json({ method: 'DELETE', path, query, signal, idleMs: 120_000 }))
}

export async function inspectContainer(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<ContainerFacts | undefined> {
  const found = await inspectRaw(api, name, signal)
  if (found === undefined) return undefined
  return { ...factsOf(found), isOffline: await isOffline(api, found, signal) }
}

/** Returns whether a container runs although the one whose network it joined does not: it reaches nothing. */
async function isOffline(api: EngineApi, found: Inspected, signal: AbortSignal): Promise<boolean> {
  const joined = joinedContainer(found)
  if (joined === undefined || !found.State.Running) return false
  return (await inspectRaw(api, joined, signal))?.State.Running !== true
}

/** Returns the id of the container whose network this one joined; `undefined` if it has its own. */
export function joinedContainer({ HostConfig }: Inspected): string | undefined {
  return /^container:(.+)$/.exec(HostConfig?.NetworkMode ?? '')?.[1]
}

export async function listContainers(
  api: EngineApi,
  label: string,
  signal: AbortSignal,
): Promise<ContainerFacts[]> {
  const query = { all: true, filters: JSON.stringify({ label: [label] }) }
  const path = '/containers/json'
  const listed = ContainerList.parse(await api.json({ method: 'GET', path, query, signal }))
  const instances = listed.filter(
    ({ Labels }) => Labels?.[pauseLabel] === undefined && Labels?.[helperLabel] === undefined,
  )
  const found = await Promise.all(instances.map(({ Id }) => inspectContainer(api, Id, signal)))
  return found.filter((facts) => facts !== undefined)
}

export async function hasPath(
  api: EngineApi,
  file: { name: string; path: string },
  signal: AbortSignal,
): Promise<boolean> {
  const query = { path: file.path }
  try {
    await api.json({ method: 'HEAD', path: `/containers/${file.name}/archive`, query, signal })
    return true
  } catch (cause) {
    if (isRefusal(cause, 404)) return false
    throw cause
  }
}

/** Returns the size of the container's own layer; the engine walks it, which may take long on a full disk. */
export async function writtenBytes(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<number> {
  const query = { size: true }
  const path = `/containers/${name}/json`
  const answer = await api.json({ method: 'GET', path, query, signal, idleMs: 120_000 })
  return Inspected.parse(answer).SizeRw ?? 0
}

export async function readUsage(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<ContainerUsage> {
  const query = { stream: false, 'one-shot': true }
  const answer = await api.json({ method: 'GET', path: `/containers/${name}/stats`, query, signal })
  return usageOf(EngineStats.parse(answer))
}

/** Returns the container's address in its network; throws while it does not run. */
export async function containerAddress(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const found = await inspectRaw(api, name, signal)
  const joined = found && joinedContainer(found)
  if (joined !== undefined) return containerAddress(api, joined, signal)
  const networks = Object.values(found?.NetworkSettings?.Networks ?? {})
  const address = networks.find(({ IPAddress }) => IPAddress !== '')?.IPAddress
  if (address === undefined) throw new EngineRefused(409, 'the container has no address')
  return address
}

export async function inspectRaw(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<Inspected | undefined> {
  try {
    return Inspected.parse(
      await api.json({ method: 'GET', path: `/containers/${name}/json`, signal }),
    )
  } catch (cause) {
    if (isRefusal(cause, 404)) return undefined
    throw cause
  }
}

/** Returns the engine's data of a container that must exist. */
export async function demandInspected(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<Inspected> {
  const found = await inspectRaw(api, name, signal)
  if (found !== undefined) return found
  const text = 'The container was removed while it was being created.'
  throw new RuntimeFailure('create_refused', text, { retry: 'later' })
}

function factsOf(found: Inspected): Omit<ContainerFacts, 'isOffline'> {
  const { State } = found
  return {
    containerId: found.Id,
    name: found.Name.replace(/^\//, ''),
    labels: found.Config.Labels ?? {},
    cpus: cpuList(found.HostConfig?.CpusetCpus ?? ''),
    state: State.Running ? 'running' : State.StartedAt === null ? 'created' : 'exited',
    startedAt: State.StartedAt,
    finishedAt: State.Running ? null : State.FinishedAt,
    exitCode: State.Running || State.StartedAt === null ? null : State.ExitCode,
    outOfMemory: State.OOMKilled,
  }
}

/**
 * Packs the programs into a tar archive; every user may write to their folder, so that a start can leave its mark
 * there.
 */
function filesOf(texts: Record<string, string>, mode: number): TarEntry[] {
  return Object.entries(texts).map(([path, content]) => ({ name: path.slice(1), mode, content }))
}

function packFiles(files: readonly TarEntry[]): Promise<Buffer> {
  const folders = new Set(files.map(({ name }) => name.replace(/[^/]*$/, '')))
  return packTar([
    ...[...folders].map((name) => ({ name, type: 'directory', mode: 0o1777 }) as const),
    ...files,
  ])
}

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (cause) {
    // 409 means that the removal is under way already.
    if (!isRefusal(cause, 404) && !isRefusal(cause, 409)) throw cause
  }
}
