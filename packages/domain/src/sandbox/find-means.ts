import {
  insideUserId,
  type SandboxMeans,
  type SandboxMode,
  type SandboxProfile,
  type SystemPath,
  sandboxArgv,
} from './sandbox-argv.ts'
import { seccompProgram } from './seccomp-program.ts'
import type { SandboxArch } from './syscalls.ts'

/** Runs a program to its end, with a system call filter at `seccompFd` if given. */
export type RunTrial = (argv: readonly string[], seccomp?: Uint8Array) => Promise<TrialEnd>

export interface TrialEnd {
  kind: 'ended' | 'not_installed'
  /** `null`: it was killed. */
  exitCode: number | null
  stdout: string
  stderr: string
}

export interface MeansWanted {
  isRoot: boolean
  /** As Node.js names it. */
  arch: string
  system: readonly SystemPath[]
  profile: SandboxProfile
}

/** The programs to make sandboxes with, or why there are none. */
export type MeansFound =
  | { kind: 'found'; means: SandboxMeans; seccomp: Uint8Array }
  | { kind: 'unknown_processor' | 'not_installed' }
  /** The error of bubblewrap. */
  | { kind: 'refused'; reason: string }

/** The first bubblewrap that disables user namespaces permanently. */
const closesUserns = [0, 8] as const

/** Finds the strongest sandbox that works here, by running a trial program in each. */
export async function findMeans(run: RunTrial, wanted: MeansWanted): Promise<MeansFound> {
  const { isRoot, arch } = wanted
  if (!isFiltered(arch)) return { kind: 'unknown_processor' }
  const asked = await run(['bwrap', '--version'])
  if (asked.kind === 'not_installed') return { kind: 'not_installed' }
  const disablesUserns = isNewEnough(asked.stdout)
  const seccomp = seccompProgram(arch)
  const modes: SandboxMode[] = isRoot
    ? ['as_root', 'as_root_unnested', 'user_namespace']
    : ['user_namespace']
  let reason = ''
  for (const mode of modes) {
    const means = { mode, disablesUserns }
    const tried = await run(trial(means, wanted), seccomp)
    if (tried.exitCode === 0 && isKeptIn(tried.stdout, wanted.profile)) {
      return { kind: 'found', means, seccomp }
    }
    reason = tried.stderr.trim().split('\n')[0] ?? ''
  }
  return { kind: 'refused', reason }
}

function isFiltered(arch: string): arch is SandboxArch {
  return arch === 'x64' || arch === 'arm64'
}

/** `bubblewrap 0.8.0` */
function isNewEnough(said: string): boolean {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(said)?.map(Number) ?? []
  return major > closesUserns[0] || (major === closesUserns[0] && minor >= closesUserns[1])
}

/** Whether the trial ran without root and with a filter. */
function isKeptIn(said: string, { userId }: SandboxProfile): boolean {
  const [user, status = ''] = said.split('\n', 2)
  return [insideUserId, userId].map(String).includes(user ?? '') && /^Seccomp:\s2$/.test(status)
}

function trial(means: SandboxMeans, { system, profile }: MeansWanted): string[] {
  return sandboxArgv({
    ...{ means, profile, system, seen: [], readOnly: {}, scratch: {}, gpuNodes: [] },
    fileBytesMax: 1024 * 1024,
    argv: ['sh', '-c', 'id -u; grep Seccomp: /proc/self/status'],
  })
}
