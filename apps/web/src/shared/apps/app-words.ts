import type { AppCategory, AppSummary } from '@gridloom/contract/apps/app'
import { formatDuration } from '@gridloom/domain/format-duration'

export const categoryNames: Readonly<Record<AppCategory, string>> = {
  ai: 'AI',
  development: 'Development',
  data: 'Data',
  graphics: 'Graphics',
  web: 'Web',
  games: 'Games',
}

/** A measured time in words: `~6 s`. */
export function aboutTime(seconds: number): string {
  return `~${formatDuration(Math.max(1, Math.round(seconds)))}`
}

type Facts = Pick<AppSummary, 'ready_held_s' | 'ready_s' | 'held_machines'>

/** How soon an app is ready, as far as that was measured; `null`: it never was. */
export function readyText({ ready_held_s: held, ready_s: other, held_machines: machines }: Facts) {
  if (machines > 0 && held !== null)
    return `Ready in ${aboutTime(held)} on ${machinesText(machines)}`
  if (machines > 0) return `Image ready on ${machinesText(machines)}`
  return other === null ? null : `Ready in ${aboutTime(other)}`
}

function machinesText(count: number): string {
  return count === 1 ? '1 machine' : `${count} machines`
}

/** Where its image comes from: a machine that cannot reach it cannot start the app. */
export function imageSourceText({ registry }: Pick<AppSummary, 'registry'>): string {
  return registry === null ? 'Built on the machine' : `Downloads from ${registry}`
}
