import type { IsolationGap } from '@gridloom/contract/machines/hardware'
import { isAtLeast, versionIn } from '../../host/version.ts'
import type { EngineHost, EngineVersion } from './engine-shapes.ts'
import { isRuncSafe } from './runc-version.ts'

/**
 * The first versions whose calls and seccomp the agent supports: Docker 20.10, Podman 4.0. Syscalls that later versions
 * of Docker deny by default are denied by our own profile on these too (docs/decisions/0088-isolation-is-reported.md).
 */
export const engineVersionMin = { docker: [20, 10], podman: [4] } as const

/** Returns the isolation gaps of the engine itself, by its own facts. */
export function engineGaps(
  kind: 'docker' | 'podman',
  { version, host }: { version: EngineVersion; host: EngineHost },
): IsolationGap[] {
  const found: Partial<Record<IsolationGap, boolean>> = {
    engine_version: !isAtLeast(versionIn(version.Version) ?? [], engineVersionMin[kind]),
    seccomp: !(host.SecurityOptions ?? []).some(isSeccomp),
    runc: !isRuntimeSafe(version),
    resource_limits: lacksLimits(host),
  }
  const gaps: IsolationGap[] = ['engine_version', 'seccomp', 'runc', 'resource_limits']
  return gaps.filter((gap) => found[gap])
}

/** `name=seccomp,profile=default`. An engine that runs unconfined by default still accepts the profile we send. */
function isSeccomp(option: string): boolean {
  return /(^|,)name=seccomp(,|$)/.test(option)
}

/** Other runtimes (crun, runsc) never had this vulnerability; an engine without a named runtime counts as safe. */
function isRuntimeSafe({ Components }: EngineVersion): boolean {
  return (Components ?? [])
    .filter(({ Name }) => /\brunc\b/.test(Name))
    .every(({ Version, Details }) => isRuncSafe([Version ?? '', Details?.GitCommit ?? '']))
}

/** Podman does not report these controllers; a missing field counts as supported. */
function lacksLimits({ MemoryLimit, PidsLimit, CpuCfsQuota }: EngineHost): boolean {
  return [MemoryLimit, PidsLimit, CpuCfsQuota].some((has) => has === false)
}
