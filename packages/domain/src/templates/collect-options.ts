import { limits } from '@gridloom/contract/core/constants'
import { Environment } from '@gridloom/contract/templates/container-fields'
import {
  ContainerOptions,
  type DockerOptions,
  type NamedMount,
  type Ulimit,
} from '@gridloom/contract/templates/docker-options'
import { folderContains, sshKeysFolder, volumesPerInstance } from '@gridloom/contract/volumes/mount'
import type { ContainerOptionName, LaunchOptionName } from './docker-run-options.ts'
import { readDockerSize } from './read-docker-size.ts'
import type { OptionValue } from './read-option-words.ts'
import { readPorts } from './read-ports.ts'
import { problemOf, type ReadResult } from './read-result.ts'
import { readUlimit } from './read-ulimit.ts'
import { readMount, readVolume } from './read-volume.ts'
import { refusals } from './refusals.ts'
import type { RefusedParts } from './refused-parts.ts'

interface Draft {
  readonly env: Map<string, string>
  readonly ports: Set<number>
  readonly volumes: NamedMount[]
  readonly ulimits: Map<string, Ulimit>
  shm_mib: number | null
  workdir: string | null
  user: string | null
  hostname: string | null
}

/** Checking a value takes some 20 µs, and texts of others can have any number. */
const valuesMax = 1_000

/** Adds a value; returns why it cannot be added, or `null`. */
type Reader = (draft: Draft, value: string) => string | null

const readers: Readonly<Record<ContainerOptionName | LaunchOptionName, Reader>> = {
  env: addEnv,
  expose: addPorts,
  publish: addPorts,
  volume: (draft, value) => addVolume(draft, readVolume(value)),
  mount: (draft, value) => addVolume(draft, readMount(value)),
  'shm-size': setShm,
  ulimit: addUlimit,
  workdir: (draft, value) => setText(draft, 'workdir', value),
  user: (draft, value) => setText(draft, 'user', value),
  hostname: (draft, value) => setText(draft, 'hostname', value),
  entrypoint: () => refusals.entryPoint,
  'health-cmd': () => refusals.health,
  'health-interval': () => refusals.health,
  'health-retries': () => refusals.health,
  'health-start-period': () => refusals.health,
}

/**
 * Collects options as Docker does: the last value of an option, an environment variable or a limit counts, and ports and
 * volumes add up. The result is valid by the contract; values that are not are refused.
 */
export function collectOptions(
  values: readonly OptionValue[],
  refused: RefusedParts,
): DockerOptions {
  const draft: Draft = {
    env: new Map(),
    ports: new Set(),
    volumes: [],
    ulimits: new Map(),
    shm_mib: null,
    workdir: null,
    user: null,
    hostname: null,
  }
  for (const { name, value, part } of values.slice(0, valuesMax)) {
    const reason = value.includes('\0') ? 'contains a NUL character' : readers[name](draft, value)
    if (reason !== null) refused.add(part, reason)
  }
  for (const { part } of values.slice(valuesMax)) refused.add(part, `at most ${valuesMax} options`)
  const { env, ports, ulimits, ...single } = draft
  return {
    ...single,
    env: Object.fromEntries(env),
    ports: [...ports],
    ulimits: [...ulimits.values()],
  }
}

function addEnv({ env }: Draft, text: string): string | null {
  const equals = text.indexOf('=')
  if (equals < 0) return 'There is no environment to copy it from. Use NAME=value'
  const [name, value] = [text.slice(0, equals), text.slice(equals + 1)]
  const reason = name === '__proto__' ? 'is not a name' : problemOf(Environment.keyType, name)
  if (reason !== null) return reason
  if (value.length > limits.envValueChars) return `at most ${limits.envValueChars} characters`
  if (env.size >= limits.envEntries && !env.has(name)) return `at most ${limits.envEntries} entries`
  env.set(name, value)
  return null
}

function addPorts({ ports }: Draft, text: string): string | null {
  const read = readPorts(text)
  if ('reason' in read) return read.reason
  if (new Set([...ports, ...read.value]).size > limits.ports) return `at most ${limits.ports} ports`
  for (const port of read.value) ports.add(port)
  return null
}

function addVolume({ volumes }: Draft, read: ReadResult<NamedMount>): string | null {
  if ('reason' in read) return read.reason
  const { name, path, mode } = read.value
  if (volumes.some((other) => other.name === name && other.path === path && other.mode === mode))
    return null
  if (volumes.some((other) => other.name === name)) return 'A volume can be attached once'
  if (volumes.some(({ path: other }) => folderContains(other, path) || folderContains(path, other)))
    return 'No path may be within another'
  if (mode === 'read_only' && folderContains(path, sshKeysFolder))
    return `must be writable, as SSH keys are stored in ${sshKeysFolder}`
  if (volumes.length >= volumesPerInstance) return `at most ${volumesPerInstance} volumes`
  volumes.push(read.value)
  return null
}

/** A part of a MiB counts as a whole one. */
function setShm(draft: Draft, text: string): string | null {
  const read = readDockerSize(text)
  if ('reason' in read) return read.reason
  const mib = Math.ceil(read.value / 1024 ** 2)
  if (problemOf(ContainerOptions.shape.shm_mib, mib) !== null)
    return `must be more than 0 and at most ${limits.shmMibMax / 1024}g`
  draft.shm_mib = mib
  return null
}

function addUlimit({ ulimits }: Draft, text: string): string | null {
  const read = readUlimit(text)
  if ('reason' in read) return read.reason
  ulimits.set(read.value.name, read.value)
  return null
}

function setText(draft: Draft, field: 'workdir' | 'user' | 'hostname', value: string) {
  const reason = problemOf(ContainerOptions.shape[field], value)
  if (reason === null) draft[field] = value
  return reason
}
