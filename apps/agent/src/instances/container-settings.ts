import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { clusterNetwork } from '@gridloom/contract/clusters/network'
import { splitShellWords } from '@gridloom/domain/shell/split-words'
import type { ContainerSettings, MountedVolume } from '../runtime/port.ts'
import type { RunOptions } from '../runtime/run-options.ts'
import { clusterVariables, hostfileOf, hostfilePath } from './clusters/surroundings.ts'
import {
  chosenHostname,
  containerName,
  hostnameOf,
  labelsOf,
  startedMark,
  startProgram,
} from './names.ts'
import { snapshotImage } from './snapshots/names.ts'

/**
 * The capabilities of a renter's root beyond those of an ordinary process. Enough for package managers, services that
 * drop to a user of their own, and sshd; none that reaches devices, the network below TCP, or the host.
 */
export const capabilities = [
  'CHOWN', // package managers and `chown`
  'DAC_OVERRIDE', // root reads and writes files of the container's other users
  'FOWNER', // `chmod` on files of other users, as dpkg does
  'FSETID', // keeps set-id bits when such files change
  'KILL', // root ends processes of other users
  'SETGID', // services that drop their privileges
  'SETUID', // the same, and `su`
  'NET_BIND_SERVICE', // ports below 1024
  'SYS_CHROOT', // sshd and apt confine themselves
  'AUDIT_WRITE', // login and sshd report sign-ins
] as const

const bytesPerMib = 1024 * 1024
const bytesPerGb = 1_000_000_000

/** A start script finds the names of the other nodes, and can listen for them. */
const awaitCluster = [
  'gl_tries=0',
  `while [ ! -e /sys/class/net/${clusterNetwork.interface} ] && [ $gl_tries -lt 200 ]; do`,
  '  gl_tries=$((gl_tries + 1))',
  '  /.gridloom/bin/busybox sleep 0.05',
  'done',
].join('\n')

/**
 * The command of `shell` launch mode. It contains none of the renter's text: the start script is a file. A mark is
 * written once the script has succeeded, so that the agent can distinguish a failed script from a later end.
 */
const shellWrapper = [
  `rm -f ${startedMark} 2>/dev/null`,
  `if [ -x ${startProgram} ]; then ${startProgram} || exit $?; : > ${startedMark} 2>/dev/null; fi`,
  'while :; do sleep 86400; done',
].join('\n')

/** The toolbox of a new container: its version, and the volume that has it. */
export interface InstanceToolbox {
  version: string
  mount: MountedVolume
}

/** The inputs of a container's settings besides its spec. */
export interface ContainerInputs {
  network: string
  pidsMax: number
  /** See `CpuSets`. */
  cpus: readonly number[] | undefined
  /** See `resourceViews`. */
  views: readonly string[]
  dns: readonly string[] | undefined
  /** The agent that the container belongs to; see `ownerOf`. */
  owner: string
  toolbox?: InstanceToolbox | undefined
}

export function containerSettings(spec: InstanceSpec, around: ContainerInputs): ContainerSettings {
  return {
    name: containerName(spec.instance_id),
    network: around.network,
    hostname: chosenHostname(spec) ?? hostnameOf(around.network),
    image: spec.snapshot === null ? spec.image : snapshotImage(around.owner, spec.snapshot),
    labels: labelsOf(spec, around),
    env: environment(spec),
    ...launch(spec),
    nanoCpus: Math.round(spec.vcpus * 1e9),
    cpus: around.cpus,
    memoryBytes: spec.memory_mib * bytesPerMib,
    pidsMax: around.pidsMax,
    views: around.views,
    dns: around.dns,
    diskBytes: diskBytes(spec),
    capabilities,
    gpuUuids: spec.gpu_uuids,
    toolbox: around.toolbox?.mount,
    volumes: spec.volumes.map(({ volume, path, mode }) => ({ name: volume, path, mode })),
    texts: spec.cluster === null ? {} : { [hostfilePath]: hostfileOf(spec.cluster) },
    ...runOptions(spec),
  }
}

export function diskBytes(spec: InstanceSpec): number {
  return spec.disk_gb * bytesPerGb
}

/** Returns whether the container runs a start script of the renter when it starts. */
export function hasStartScript(spec: InstanceSpec): boolean {
  return spec.launch_mode === 'shell' && spec.on_start_script.trim() !== ''
}

/**
 * The user is the container's in both launch modes, as with an image that has one: the start script, terminals,
 * commands and SSH are its, and every user can run the start script and write its mark.
 */
function runOptions({ options }: InstanceSpec): RunOptions {
  const { shm_mib: shmMib, ulimits, workdir, user } = options
  return {
    shmBytes: shmMib === null ? undefined : shmMib * bytesPerMib,
    ulimits,
    workdir: workdir ?? undefined,
    user: user ?? undefined,
  }
}

function environment({ env, cluster, instance_id: id }: InstanceSpec): string[] {
  const ofCluster = cluster === null ? {} : clusterVariables(cluster)
  const all = Object.entries({ ...ofCluster, ...env })
  return [...all.map(([name, value]) => `${name}=${value}`), `GRIDLOOM_INSTANCE_ID=${id}`]
}

function launch(
  spec: InstanceSpec,
): Pick<ContainerSettings, 'entrypoint' | 'command' | 'programs'> {
  if (spec.launch_mode === 'entrypoint') {
    const { arguments: exact, on_start_script: script } = spec
    const words = exact.length > 0 ? exact : argumentsOf(script)
    return { entrypoint: undefined, command: words.length === 0 ? undefined : words, programs: {} }
  }
  const wrapper = spec.cluster === null ? shellWrapper : `${awaitCluster}\n${shellWrapper}`
  return {
    entrypoint: ['/bin/sh', '-c', wrapper, 'gridloom'],
    command: [],
    programs: hasStartScript(spec) ? { [startProgram]: startText(spec.on_start_script) } : {},
  }
}

/** A quote without an end ends with the script. */
function argumentsOf(script: string): string[] {
  const { words, unterminated } = splitShellWords(script)
  return [...words, ...(unterminated === null ? [] : [unterminated])].map(({ text }) => text)
}

/** Adds a `#!` line where the script has none, and removes carriage returns, which would be part of its words. */
function startText(script: string): string {
  const text = script.replaceAll('\r\n', '\n')
  return text.startsWith('#!') ? text : `#!/bin/sh\n${text}`
}
