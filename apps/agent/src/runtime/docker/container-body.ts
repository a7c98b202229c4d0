import type { Ulimit } from '@gridloom/contract/templates/docker-options'
import type { ContainerSettings, MountedVolume } from '../port.ts'

export interface ContainerSurroundings {
  volumes: readonly Volume[]
  disks?: readonly BoundFolder[]
  /** The entry in `SecurityOpt`. */
  seccomp: string
  /** The pause container whose network it joins; `undefined` joins the network itself. */
  pause: string | undefined
}

/**
 * Returns the body of `POST /containers/create`, which confines a renter's container: no privileges, no mount except on
 * its own disk, of its volumes and of the toolbox, which it cannot write, our own seccomp profile, and limits on every resource.
 */
export function containerBody(
  settings: ContainerSettings,
  { volumes, disks = [], seccomp, pause }: ContainerSurroundings,
): Record<string, unknown> {
  return {
    Image: settings.image,
    // A container that joins another one has its host name.
    ...(pause === undefined ? { Hostname: settings.hostname } : {}),
    Labels: settings.labels,
    Env: settings.env,
    ...programOf(settings),
    Tty: false,
    OpenStdin: false,
    HostConfig: {
      NetworkMode: pause === undefined ? settings.network : `container:${pause}`,
      Privileged: false,
      Init: true,
      RestartPolicy: { Name: 'no' },
      CapDrop: ['ALL'],
      CapAdd: [...settings.capabilities],
      SecurityOpt: ['no-new-privileges', seccomp],
      MaskedPaths: maskedPaths,
      ReadonlyPaths: readonlyPaths,
      PidsLimit: settings.pidsMax,
      NanoCpus: settings.nanoCpus,
      ...(settings.cpus === undefined ? {} : { CpusetCpus: settings.cpus.join(',') }),
      Memory: settings.memoryBytes,
      // Memory and swap together: the same value means no swap.
      MemorySwap: settings.memoryBytes,
      ...(settings.views.length === 0 ? {} : { Binds: [...settings.views] }),
      ...(settings.shmBytes === undefined ? {} : { ShmSize: settings.shmBytes }),
      Ulimits: ulimitsOf(settings.ulimits),
      ...(pause !== undefined || settings.dns === undefined ? {} : { Dns: [...settings.dns] }),
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
      ...mountsOf(settings, volumes, disks),
      ...gpuRequest(settings.gpuUuids),
    },
  }
}

/** What is not given is that of the image. */
function programOf({ entrypoint, command, workdir, user }: ContainerSettings) {
  return {
    ...(entrypoint === undefined ? {} : { Entrypoint: entrypoint }),
    ...(command === undefined ? {} : { Cmd: command }),
    ...(workdir === undefined ? {} : { WorkingDir: workdir }),
    ...(user === undefined ? {} : { User: user }),
  }
}

/**
 * Files of the host that a container must not read: those that engines mask by default, and those that reveal the
 * host's kernel, boot and hardware. Source of the former: moby, oci/defaults.go.
 */
const maskedPaths = [
  '/proc/acpi',
  '/proc/asound',
  '/proc/cmdline',
  '/proc/config.gz',
  '/proc/interrupts',
  '/proc/kallsyms',
  '/proc/kcore',
  '/proc/keys',
  '/proc/key-users',
  '/proc/latency_stats',
  '/proc/mdstat',
  '/proc/partitions',
  '/proc/sched_debug',
  '/proc/scsi',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/sys/devices/virtual/powercap',
  '/sys/firmware',
]

/** The default of engines. */
const readonlyPaths = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger']

/** No core dumps. What the renter does not limit is as the engine has it. */
function ulimitsOf(chosen: readonly Ulimit[] = []) {
  const noCore: Ulimit = { name: 'core', soft: 0, hard: 0 }
  const byName = new Map([noCore, ...chosen].map((limit) => [limit.name, limit]))
  return [...byName.values()].map(({ name, soft, hard }) => ({
    Name: name,
    Soft: soft,
    Hard: hard,
  }))
}

/** A volume that the image declares, and its folder on the instance's own disk. */
export interface Volume {
  target: string
  device: string
}

/** A folder of a volume that the container sees. */
export interface BoundFolder {
  source: string
  target: string
  readOnly: boolean
}

function mountsOf(
  { toolbox }: ContainerSettings,
  volumes: readonly Volume[],
  disks: readonly BoundFolder[],
) {
  const mounts = [
    ...volumes.map(volumeMount),
    ...disks.map(folderMount),
    ...(toolbox === undefined ? [] : [readOnlyMount(toolbox)]),
  ]
  return mounts.length === 0 ? {} : { Mounts: mounts }
}

/** `NoCopy`: files that the image has at the path must not get into a volume that others see. */
function readOnlyMount({ volume, path }: MountedVolume) {
  const options = { NoCopy: true }
  return { Type: 'volume', Source: volume, Target: path, ReadOnly: true, VolumeOptions: options }
}

/** `rprivate`: nothing that is mounted on either side reaches the other. */
function folderMount({ source, target, readOnly }: BoundFolder) {
  const options = { Propagation: 'rprivate' }
  return { Type: 'bind', Source: source, Target: target, ReadOnly: readOnly, BindOptions: options }
}

/** An anonymous volume is deleted with the container; the engine copies the image's files into it. */
function volumeMount({ target, device }: Volume) {
  const options = { type: 'none', o: 'bind', device }
  const volumeOptions = { DriverConfig: { Name: 'local', Options: options } }
  return { Type: 'volume', Target: target, VolumeOptions: volumeOptions }
}

function gpuRequest(gpuUuids: readonly string[]) {
  if (gpuUuids.length === 0) return {}
  const request = { Driver: 'nvidia', DeviceIDs: gpuUuids, Capabilities: [['gpu']] }
  return { DeviceRequests: [request] }
}
