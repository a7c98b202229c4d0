import type { IsolationGap } from '@gridloom/contract/machines/hardware'
import { isAtLeast, versionIn } from '../../host/version.ts'
import type { EngineHost, EngineVersion } from './engine-shapes.ts'
import { isRuncSafe } from './runc-version.ts'

/**
 * The first versions whose calls and seccomp the agent knows: Docker 20.10, Podman 4.0. What later versions of
 * Docker deny by default, our own profile denies on these too (docs/decisions/0088-isolation-is-reported.md).
 */
export const engineVersionMin = { docker: [20, 10], podman: [4] } as const

/** What the engine itself lacks for keeping containers in, from what it says of itself. */
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

/** `name=seccomp,profile=default`. An engine told to run unconfined by default still takes the profile we send. */
function isSeccomp(option: string): boolean {
  return /(^|,)name=seccomp(,|$)/.test(option)
}

/** Other runtimes (crun, runsc) never had this hole; an engine that does not name its runtime is not doubted. */
function isRuntimeSafe({ Components }: EngineVersion): boolean {
  return (Components ?? [])
    .filter(({ Name }) => /\brunc\b/.test(Name))
    .every(({ Version, Details }) => isRuncSafe([Version ?? '', Details?.GitCommit ?? '']))
}

/** Podman does not say whether it has these controllers; a field that is absent is not doubted. */
function lacksLimits({ MemoryLimit, PidsLimit, CpuCfsQuota }: EngineHost): boolean {
  return [MemoryLimit, PidsLimit, CpuCfsQuota].some((has) => has === false)
}
