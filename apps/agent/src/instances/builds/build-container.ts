import type { ContainerSettings, NetworkSettings } from '../../runtime/port.ts'
import { hostnameOf } from '../names.ts'

/** Label of the containers that images are built in; its value is the owner id of their agent. */
export const buildLabel = 'gridloom.build'
/** Label of a built image: the digest of its recipe. */
export const recipeLabel = 'gridloom.recipe'

/** The resources of a build: those of the instance that waits for it, and enough for a package manager. */
export interface BuildSize {
  vcpus: number
  memoryMib: number
  diskGb: number
}

const memoryMibMin = 1_024
const diskGbMin = 8
const bytesPerMib = 1024 * 1024
const bytesPerGb = 1_000_000_000

/** What dpkg and the install scripts of packages need; a build listens on no port and starts no service. */
const capabilities = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'SETGID',
  'SETUID',
  'SYS_CHROOT',
]

export function buildSize(spec: { vcpus: number; memory_mib: number; disk_gb: number }): BuildSize {
  return {
    vcpus: spec.vcpus,
    memoryMib: Math.max(spec.memory_mib, memoryMibMin),
    diskGb: Math.max(spec.disk_gb, diskGbMin),
  }
}

export function buildName(owner: string, random: string): string {
  return `gridloom-build-${owner.slice(0, 4)}${random.slice(-12)}`
}

/** Containers of built images have the label too, without a value; only builds have these names. */
export function isBuildName(name: string): boolean {
  return name.startsWith('gridloom-build-')
}

export interface BuildPlace {
  name: string
  owner: string
  base: string
  network: NetworkSettings
  dns: readonly string[] | undefined
  pidsMax: number
  views: readonly string[]
  size: BuildSize
}

/** Returns the container of a build: confined as those of renters, with fewer capabilities, and nothing of the host. */
export function buildContainer(place: BuildPlace): ContainerSettings {
  const { name, owner, base, network, dns, pidsMax, views, size } = place
  return {
    name,
    network: network.name,
    hostname: hostnameOf(network.name),
    image: base,
    labels: { [buildLabel]: owner },
    env: [],
    entrypoint: undefined,
    // An end for the case that nobody removes it.
    command: ['sleep', '7200'],
    programs: {},
    nanoCpus: Math.round(size.vcpus * 1e9),
    cpus: undefined,
    memoryBytes: size.memoryMib * bytesPerMib,
    pidsMax,
    views,
    dns,
    diskBytes: size.diskGb * bytesPerGb,
    capabilities,
    gpuUuids: [],
  }
}
