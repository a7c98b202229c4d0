import { existsSync, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import { findMeans, type MeansFound, type RunTrial } from '@gridloom/domain/sandbox/find-means'
import {
  type GpuNode,
  type SandboxMeans,
  type SystemPath,
  systemPaths,
} from '@gridloom/domain/sandbox/sandbox-argv'
import type { Execute } from '../execute.ts'
import type { MissingPrerequisite } from '../missing-prerequisite.ts'
import { type Cgroups, findCgroups } from './cgroups.ts'
import { renderProfile } from './profiles.ts'

/** The sandbox for untrusted programs on this machine, found once. */
export interface Sandbox {
  means: SandboxMeans
  system: readonly SystemPath[]
  /** The filter for system calls: see `seccompProgram`. */
  seccomp: Uint8Array
  /** `undefined`: the agent may not create any here, and checks memory itself. */
  cgroups: Cgroups | undefined
}

export interface SandboxWanted {
  isRoot: boolean
  platform: NodeJS.Platform
  arch: string
}

const trialMs = 10_000

/** Finds the sandbox that works on this machine, by running a trial program in it. */
export async function findSandbox(
  execute: Execute,
  { isRoot, platform, arch, signal }: SandboxWanted & { signal: AbortSignal },
): Promise<Sandbox | MissingPrerequisite> {
  if (platform !== 'linux') return notLinux
  const run: RunTrial = async (argv, seccomp) => {
    const limits = { timeoutMs: trialMs, signal, ...(seccomp === undefined ? {} : { seccomp }) }
    const { failure, ...ended } = await execute(argv, limits)
    return { ...ended, kind: failure === 'missing' ? 'not_installed' : 'ended' }
  }
  const system = readSystemPaths()
  const found = await findMeans(run, { isRoot, arch, system, profile: renderProfile })
  if (found.kind !== 'found') return lackOf(found, arch)
  const { means, seccomp } = found
  return { means, seccomp, system, cgroups: findCgroups({ isRoot }) }
}

/** Searches at each call until a sandbox is found, as a missing part may be installed later; then keeps it. */
export function createSandboxFinder(
  execute: Execute,
  wanted: SandboxWanted,
): () => Promise<Sandbox | MissingPrerequisite> {
  let known: Sandbox | undefined
  return async () => {
    if (known !== undefined) return known
    const found = await findSandbox(execute, { ...wanted, signal: new AbortController().signal })
    if (!('missing' in found)) known = found
    return found
  }
}

/** Returns the device nodes of this machine's GPUs: NVIDIA's, AMD's, and the general render nodes. */
export function readGpuNodes(folder = '/dev'): GpuNode[] {
  const names = readdirSync(folder).filter((name) => /^(nvidia(\d+|ctl|-.+)|kfd)$/.test(name))
  const dri = existsSync(`${folder}/dri`) ? readdirSync(`${folder}/dri`) : []
  const render = dri.filter((name) => /^renderD\d+$/.test(name)).map((name) => `dri/${name}`)
  return [...names, ...render].map((name) => {
    const path = `${folder}/${name}`
    return { path, groupId: statSync(path).gid }
  })
}

/** Returns those of {@link systemPaths} that exist on this machine. */
function readSystemPaths(): SystemPath[] {
  return systemPaths
    .filter((path) => existsSync(path))
    .map((path) => ({
      path,
      linksTo: lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined,
    }))
}

const notLinux: MissingPrerequisite = {
  missing: 'sandboxing is supported on Linux only',
  remedy: 'run the agent on Linux',
}
const notInstalled: MissingPrerequisite = {
  missing: 'bubblewrap is not installed, which rendering and models require',
  remedy: 'sudo apt-get install -y --no-install-recommends bubblewrap',
}
const allow =
  'run the agent as root, or allow namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1 (older Debian), sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 24.04 and later)'

function lackOf(found: Exclude<MeansFound, { kind: 'found' }>, arch: string): MissingPrerequisite {
  switch (found.kind) {
    case 'not_installed':
      return notInstalled
    case 'unknown_processor':
      return {
        missing: `the processor architecture ${arch} is not supported`,
        remedy: 'run the agent on x86-64 or arm64',
      }
    case 'refused':
      return {
        missing: `bubblewrap is not allowed to create namespaces (${found.reason})`,
        remedy: allow,
      }
  }
}
