import { cpuList } from '../../host/cpu-layout.ts'
import { RuntimeFailure } from '../failure.ts'
import { packTar } from '../pack-tar.ts'
import type { ContainerFacts, ContainerSettings, ContainerUsage } from '../port.ts'
import { containerBody, type Volume } from './container-body.ts'
import { type EngineApi, EngineRefused } from './engine-api.ts'
import { ContainerList, EngineStats, Inspected } from './engine-shapes.ts'
import { usageOf } from './usage.ts'

/** Creates a container with volumes of its image in our folders; an existing one stays as it is. */
export async function createContainer(
  api: EngineApi,
  wanted: {
    settings: ContainerSettings
    volumes: readonly Volume[]
    seccomp: string
    signal: AbortSignal
  },
): Promise<void> {
  const { settings, volumes, seccomp, signal } = wanted
  const body = containerBody(settings, { volumes, seccomp })
  const query = { name: settings.name }
  try {
    await api.json({ method: 'POST', path: '/containers/create', query, body, signal })
  } catch (cause) {
    if (isNameTaken(cause)) return
    // A CPU was taken offline meanwhile, or the engine may not use it: the share of CPU time limits the container all
    // the same.
    if (settings.cpus !== undefined && /requested CPUs are not available/i.test(messageOf(cause))) {
      return createContainer(api, { ...wanted, settings: { ...settings, cpus: undefined } })
    }
    throw createFailure(cause)
  }
}

/** Writes a container's programs into it. */
export async function putPrograms(
  api: EngineApi,
  settings: Pick<ContainerSettings, 'name' | 'programs'>,
  signal: AbortSignal,
): Promise<void> {
  if (Object.keys(settings.programs).length === 0) return
  const archive = await packPrograms(settings.programs)
  await api.json({
    method: 'PUT',
    path: `/containers/${settings.name}/archive`,
    query: { path: '/' },
    archive,
    signal,
  })
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
  return found === undefined ? undefined : factsOf(found)
}

export async function listContainers(
  api: EngineApi,
  label: string,
  signal: AbortSignal,
): Promise<ContainerFacts[]> {
  const query = { all: true, filters: JSON.stringify({ label: [label] }) }
  const path = '/containers/json'
  const listed = ContainerList.parse(await api.json({ method: 'GET', path, query, signal }))
  const found = await Promise.all(listed.map(({ Id }) => inspectContainer(api, Id, signal)))
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

/** Returns the container's address in its own network; throws while it does not run. */
export async function addressOf(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const found = await inspectRaw(api, name, signal)
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
  const text = 'The container was removed while it was made.'
  throw new RuntimeFailure('create_refused', text, { retry: 'later' })
}

function factsOf(found: Inspected): ContainerFacts {
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
function packPrograms(programs: Record<string, string>): Promise<Buffer> {
  const folders = new Set(Object.keys(programs).map((path) => path.replace(/\/[^/]*$/, '')))
  return packTar([
    ...[...folders].map((folder) => {
      return { name: `${folder.slice(1)}/`, type: 'directory', mode: 0o1777 } as const
    }),
    ...Object.entries(programs).map(([path, content]) => {
      return { name: path.slice(1), mode: 0o755, content }
    }),
  ])
}

/** Docker answers 409, Podman 500 with its own text. */
function isNameTaken(cause: unknown): boolean {
  if (isRefusal(cause, 409)) return true
  return isRefusal(cause, 500) && /name \S+ is already in use/i.test(messageOf(cause))
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : ''
}

function createFailure(cause: unknown): unknown {
  if (!(cause instanceof EngineRefused)) return cause
  if (cause.status === 404 && /no such image/i.test(cause.message)) {
    return new RuntimeFailure('image_not_found', 'The image is not on the machine any more.', {
      retry: 'later',
      cause,
    })
  }
  if (/no space left/i.test(cause.message)) {
    const text = 'The data in the volumes of the image does not fit on its disk. Rent a larger one.'
    return new RuntimeFailure('disk_full', text, { cause })
  }
  const text = `The container engine refused these settings: ${cause.message}`
  return new RuntimeFailure('create_refused', text, { cause })
}

function startFailure(cause: unknown): unknown {
  if (!(cause instanceof EngineRefused)) return cause
  const { message } = cause
  if (/network \S+ not found|could not find a network/i.test(message)) {
    const text = 'The network of the container is gone.'
    return new RuntimeFailure('start_failed', text, { retry: 'later', cause })
  }
  if (/device driver|nvidia|unknown device|gpu/i.test(message)) {
    const text = `The machine could not give the container its GPU: ${message}`
    return new RuntimeFailure('gpu_missing', text, { cause })
  }
  if (/no space left/i.test(message)) {
    return new RuntimeFailure('disk_full', 'The disk of the machine is full.', { cause })
  }
  return new RuntimeFailure('start_failed', `The container could not start: ${message}`, { cause })
}

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (cause) {
    // 409 means that the removal is under way already.
    if (!isRefusal(cause, 404) && !isRefusal(cause, 409)) throw cause
  }
}

function isRefusal(cause: unknown, status: number): boolean {
  return cause instanceof EngineRefused && cause.status === status
}
