import type { MicroUsd } from '@gridloom/contract/core/values'

/** Money that one account paid another one. */
export interface MoneyFlow {
  readonly from: string
  readonly to: string
  readonly microUsd: MicroUsd
}

/** Money that came back: how much of what was spent, and by which accounts. */
export interface MoneyLoop {
  readonly spent: MicroUsd
  readonly back: MicroUsd
  readonly path: readonly string[]
}

const stepsMax = 3
/** Of what an account spent: less may be chance. */
const loopShare = 0.5
/** Ways that carry less of it are not followed: fifty of them would have to be. */
const wayShare = 0.01

/**
 * Returns the way by which most of an account's money reached one of some accounts, in at most three payments; `null`
 * when it was less than half of what it spent. Of a payment, as much is passed on as the next one carries. What it paid
 * to `apart` itself is left out. Pure.
 */
export function loopsBack(
  flows: ReadonlyMap<string, readonly MoneyFlow[]>,
  { from, to, apart }: { from: string; to: ReadonlySet<string>; apart: string },
): MoneyLoop | null {
  const paid = (flows.get(from) ?? []).filter((flow) => flow.to !== apart)
  const spent = paid.reduce((sum, { microUsd }) => sum + microUsd, 0)
  if (spent <= 0) return null
  const search = { flows: new Map([...flows, [from, paid]]), to, least: wayShare * spent }
  const ends = waysOf(search, { path: [from], carried: spent })
  const back = ends.reduce((sum, { carried }) => sum + carried, 0)
  if (back < loopShare * spent) return null
  const [most] = ends.toSorted((one, other) => other.carried - one.carried)
  return { spent, back: Math.min(back, spent), path: most?.path ?? [] }
}

interface Way {
  readonly path: readonly string[]
  readonly carried: MicroUsd
}

interface Search {
  readonly flows: ReadonlyMap<string, readonly MoneyFlow[]>
  readonly to: ReadonlySet<string>
  readonly least: MicroUsd
}

function waysOf(search: Search, { path, carried }: Way): Way[] {
  const { flows, to, least } = search
  return (flows.get(path.at(-1) ?? '') ?? []).flatMap((flow) => {
    const way = { path: [...path, flow.to], carried: Math.min(carried, flow.microUsd) }
    if (path.includes(flow.to) || way.carried < least) return []
    if (to.has(flow.to)) return [way]
    return way.path.length > stepsMax ? [] : waysOf(search, way)
  })
}
