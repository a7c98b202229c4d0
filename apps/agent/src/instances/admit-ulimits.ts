import type { Ulimit, UlimitName } from '@gridloom/contract/templates/docker-options'
import { RuntimeFailure } from '../runtime/failure.ts'

/**
 * Limits that could take from the machine itself. Core dumps go to programs of the machine, which store them on its disk.
 * Kernels before 5.15 count pending signals, about 100 bytes each, to no container. All others end where the memory and
 * the processes of the instance do.
 */
const most: Partial<Record<UlimitName, number>> = { core: 0, sigpending: 1_048_576 }

/** runc itself runs under them before the program does, and fails with less by an error that names no limit. */
const least: Partial<Record<UlimitName, number>> = { cpu: 1, data: 134_217_728, nofile: 16 }

/** Admits ulimits that every machine may give. Errors: `RuntimeFailure` with `start_failed`, by their names. */
export function admitUlimits(ulimits: readonly Ulimit[]): void {
  for (const { name, ...given } of ulimits) {
    const [soft, hard] = [ceilingOf(given.soft), ceilingOf(given.hard)]
    const [atLeast, atMost] = [least[name] ?? 0, most[name] ?? Number.POSITIVE_INFINITY]
    if (soft > hard) throw refusal(`The ulimit ${name} has a soft limit above its hard limit.`)
    if (soft < atLeast) throw refusal(`The ulimit ${name} must be at least ${atLeast}.`)
    if (hard > atMost) throw refusal(`The ulimit ${name} may be at most ${atMost}.`)
  }
}

function ceilingOf(limit: number): number {
  return limit === -1 ? Number.POSITIVE_INFINITY : limit
}

function refusal(text: string): RuntimeFailure {
  return new RuntimeFailure('start_failed', `${text} Change it in the template.`)
}
