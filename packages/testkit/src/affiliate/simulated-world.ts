import type { PostLife } from '@gridloom/domain/affiliate/account-signals'
import type { SourceVisits } from '@gridloom/domain/affiliate/bought-visits'
import type { PostText } from '@gridloom/domain/affiliate/copied-posts'
import type { AffiliateFacts, Identity, ReferralFacts } from '@gridloom/domain/affiliate/fraud'
import type { MoneyFlow } from '@gridloom/domain/affiliate/money-loops'

/** How accounts cheat in the simulation. */
export const cheats = [
  'self_referral',
  'ring',
  'click_flood',
  'shared_cards',
  'wash_rental',
  'bought_visits',
  'copied_posts',
  'deleted_posts',
] as const
export type Cheat = (typeof cheats)[number]

/** A referral of the simulation, and whether it is a cheat. */
export interface SimulatedReferral extends ReferralFacts {
  readonly affiliate: string
  readonly cheat: Cheat | null
}

/** Visitors of one page host, and whether they were bought. */
export interface SimulatedVisits {
  readonly affiliate: string
  /** Each day, and the seven days together. */
  readonly spans: readonly SourceVisits[]
  readonly identified: number
  readonly unidentified: number
  readonly cheat: boolean
}

/** A post for which a mission paid, and whether it cheats. */
export interface SimulatedPost extends PostText, PostLife {
  readonly rewardedAt: Date
  readonly cheat: 'copied_posts' | 'deleted_posts' | null
}

const dayMs = 86_400_000
const usd = 1_000_000
const startedAt = new Date('2026-11-21T00:00:00Z')

/** Random numbers from a seed (mulberry32), so that a run can be repeated. */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const from = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    /** A whole number, both ends included. */
    from,
    chance: (share: number) => next() < share,
    /** A number between both ends whose logarithm is spread evenly: as often 10 to 100 as 100 to 1,000. */
    between: (least: number, most: number) => least * (most / least) ** next(),
    /** The gap to the next of events that know nothing of each other. */
    gap: (mean: number) => -Math.log(1 - next()) * mean,
    one<T>(list: readonly T[]): T {
      const found = list[from(0, list.length - 1)]
      if (found === undefined) throw new RangeError('nothing to choose from')
      return found
    },
    /** Many small amounts and few large ones, in micro-dollars. */
    amount: (medianUsd: number) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return Math.max(10_000, Math.round(medianUsd * Math.exp(normal) * usd))
    },
  }
}
export type Random = ReturnType<typeof randomFrom>

/** Accounts with what the platform would know of them. */
export class SimulatedWorld {
  readonly random: Random
  readonly accounts: string[] = []
  readonly referrals: SimulatedReferral[] = []
  readonly visits: SimulatedVisits[] = []
  readonly posts: SimulatedPost[] = []
  /** Texts that are offered for sharing. */
  readonly shareTexts: string[] = []
  readonly identities = new Map<string, Identity[]>()
  readonly networks = new Map<string, Set<string>>()
  readonly #flows = new Map<string, MoneyFlow>()
  #made = 0

  constructor(random: Random) {
    this.random = random
  }

  /** A value that nobody else has. */
  unique(kind: string): string {
    this.#made += 1
    return `${kind}-${this.#made}`
  }

  /** An account with its own mailbox, card and network, or with those that are given. */
  account({ network = this.unique('network') }: { network?: string } = {}): string {
    const id = this.unique('acc')
    this.accounts.push(id)
    this.give(id, 'party', id)
    this.give(id, 'mailbox', this.unique('mailbox'))
    if (this.random.chance(0.7)) this.give(id, 'card', this.unique('card'))
    this.networks.set(id, new Set([network]))
    return id
  }

  give(account: string, kind: Identity['kind'], value: string): void {
    this.identities.set(account, [...(this.identities.get(account) ?? []), { kind, value }])
  }

  refer(
    affiliate: string,
    referred: string,
    more: Partial<Omit<SimulatedReferral, 'id'>> = {},
  ): void {
    this.referrals.push({
      ...{ id: this.unique('ref'), affiliate, referred, cheat: null, disputes: 0 },
      ...{ networkClicks: this.random.from(1, 3), dayClicks: 0, evenClicks: false },
      joinedAt: new Date(startedAt.getTime() - this.random.from(0, 60) * dayMs),
      ...more,
    })
  }

  pay(from: string, to: string, microUsd: number): void {
    if (from === to) return
    const key = `${from} ${to}`
    const paid = this.#flows.get(key)?.microUsd ?? 0
    this.#flows.set(key, { from, to, microUsd: paid + Math.round(microUsd) })
  }

  /** What an account paid to everybody in the week. */
  spentBy(account: string): number {
    return [...this.#flows.values()]
      .filter(({ from }) => from === account)
      .reduce((sum, { microUsd }) => sum + microUsd, 0)
  }

  /** The facts of each affiliate, as the platform loads them. */
  facts(): AffiliateFacts[] {
    const flows = [...this.#flows.values()]
    const byPayer = Map.groupBy(flows, ({ from }) => from)
    const incomes = new Map<string, number>()
    for (const { to, microUsd } of flows) incomes.set(to, (incomes.get(to) ?? 0) + microUsd)
    return [...Map.groupBy(this.referrals, ({ affiliate }) => affiliate)].map(
      ([affiliate, referrals]) => ({
        ...{ affiliate, referrals, incomes },
        ...{ identities: this.identities, networks: this.networks },
        flows: reachable(
          byPayer,
          referrals.map(({ referred }) => referred),
        ),
      }),
    )
  }
}

/** Payments of accounts, of those whom they paid, and once more. */
function reachable(
  byPayer: ReadonlyMap<string, readonly MoneyFlow[]>,
  payers: readonly string[],
): MoneyFlow[] {
  const found: MoneyFlow[] = []
  const asked = new Set<string>()
  let next = payers
  for (let step = 0; step < 3; step += 1) {
    const flows = next.flatMap((payer) => {
      if (asked.has(payer)) return []
      asked.add(payer)
      return byPayer.get(payer) ?? []
    })
    found.push(...flows)
    next = flows.map(({ to }) => to)
  }
  return found
}
