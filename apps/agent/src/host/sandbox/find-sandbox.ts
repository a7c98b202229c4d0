import { existsSync, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import {
  type GpuNode,
  insideUserId,
  type SandboxMeans,
  type SandboxMode,
  type SystemPath,
  sandboxArgv,
  systemPaths,
} from '@gridloom/domain/sandbox/sandbox-argv'
import { seccompProgram } from '@gridloom/domain/sandbox/seccomp-program'
import type { SandboxArch } from '@gridloom/domain/sandbox/syscalls'
import type { Execute } from '../execute.ts'
import type { Lack } from '../lack.ts'
import { isAtLeast, versionIn } from '../version.ts'
import { type Cgroups, findCgroups } from './cgroups.ts'
import { renderProfile } from './profiles.ts'

/** What keeps strangers' programs in on this machine, found once. */
export interface Sandbox {
  means: SandboxMeans
  system: readonly SystemPath[]
  /** The filter for system calls: see `seccompProgram`. */
  seccomp: Uint8Array
  /** `undefined`: the agent may make none here, and looks at memory itself. */
  cgroups: Cgroups | undefined
}

export interface SandboxWanted {
  isRoot: boolean
  platform: NodeJS.Platform
  arch: string
}

/** What of {@link systemPaths} this machine has. */
function readSystemPaths(): SystemPath[] {
  return systemPaths
    .filter((path) => existsSync(path))
    .map((path) => ({
      path,
      linksTo: lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined,
    }))
}

/** The device nodes of GPUs that are there: NVIDIA's, AMD's, and those of rendering in general. */
export function readGpuNodes(folder = '/dev'): GpuNode[] {
  const names = readdirSync(folder).filter((name) => /^(nvidia(\d+|ctl|-.+)|kfd)$/.test(name))
  const dri = existsSync(`${folder}/dri`) ? readdirSync(`${folder}/dri`) : []
  const render = dri.filter((name) => /^renderD\d+$/.test(name)).map((name) => `dri/${name}`)
  return [...names, ...render].map((name) => {
    const path = `${folder}/${name}`
    return { path, groupId: statSync(path).gid }
  })
}

const notLinux: Lack = {
  missing: 'strangers’ programs are kept in on Linux only',
  remedy: 'run an agent on Linux, where bubblewrap keeps them in',
}
const notInstalled: Lack = {
  missing: 'bubblewrap is not installed, and scenes and models run in nothing less',
  remedy: 'sudo apt-get install -y --no-install-recommends bubblewrap',
}
const allow =
  'run the agent as root, or allow namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1 (older Debian), sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 24.04 and later)'
/** The first bubblewrap that closes user namespaces for good. */
const closesUserns = [0, 8]
const trialMs = 10_000

/** Tries how programs can be kept in, the strongest way first, by running one. */
export async function findSandbox(
  execute: Execute,
  { isRoot, platform, arch, signal }: SandboxWanted & { signal: AbortSignal },
): Promise<Sandbox | Lack> {
  if (platform !== 'linux') return notLinux
  if (!isFiltered(arch)) {
    const remedy = 'run an agent on x86-64 or arm64'
    return { missing: `there is no filter of system calls for ${arch}`, remedy }
  }
  const asked = await execute(['bwrap', '--version'], { timeoutMs: trialMs, signal })
  if (asked.failure === 'missing') return notInstalled
  const disablesUserns = isAtLeast(versionIn(asked.stdout) ?? [], closesUserns)
  const modes: SandboxMode[] = isRoot
    ? ['as_root', 'as_root_unnested', 'user_namespace']
    : ['user_namespace']
  const sandbox = { system: readSystemPaths(), seccomp: seccompProgram(arch) }
  let reason = ''
  for (const mode of modes) {
    const found = { ...sandbox, means: { mode, disablesUserns } }
    const limits = { timeoutMs: trialMs, signal, seccomp: found.seccomp }
    const tried = await execute(trial(found), limits)
    if (tried.exitCode === 0 && isNobody(tried.stdout)) {
      return { ...found, cgroups: findCgroups({ isRoot }) }
    }
    reason = tried.stderr.trim().split('\n')[0] ?? ''
  }
  return { missing: `bubblewrap may not make namespaces here (${reason})`, remedy: allow }
}

/** Looks until a sandbox is found, as somebody may install what was missing; then it stays. */
export function createSandboxFinder(
  execute: Execute,
  wanted: SandboxWanted,
): () => Promise<Sandbox | Lack> {
  let known: Sandbox | undefined
  return async () => {
    if (known !== undefined) return known
    const found = await findSandbox(execute, { ...wanted, signal: new AbortController().signal })
    if (!('missing' in found)) known = found
    return found
  }
}

function isFiltered(arch: string): arch is SandboxArch {
  return arch === 'x64' || arch === 'arm64'
}

/** Whether the trial was no root, had a filter, and could gain nothing. */
function isNobody(said: string): boolean {
  const [user, status = ''] = said.split('\n', 2)
  const isKnown = [insideUserId, renderProfile.userId].map(String).includes(user ?? '')
  return isKnown && /^Seccomp:\s2$/.test(status)
}

function trial({ means, system }: Pick<Sandbox, 'means' | 'system'>): string[] {
  return sandboxArgv({
    means,
    profile: renderProfile,
    ...{ system, seen: [], readOnly: {}, scratch: {}, gpuNodes: [], fileBytesMax: 1024 * 1024 },
    argv: ['sh', '-c', 'id -u; grep Seccomp: /proc/self/status'],
  })
}
