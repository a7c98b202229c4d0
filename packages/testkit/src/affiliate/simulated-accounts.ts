import { clickTimes, isEvenly, peopleAt } from './simulated-clicks.ts'
import { copyPosts, deletePosts, honestPosts } from './simulated-posts.ts'
import { buyVisits, honestVisits } from './simulated-visits.ts'
import { type Cheat, randomFrom, SimulatedWorld } from './simulated-world.ts'

/** Accounts of the simulation together, and those of each kind of cheat. */
const accountsWanted = 5_000
const cheatsOfEach = 120
const dayMs = 86_400_000
const now = new Date('2026-11-28T00:00:00Z')

/**
 * Makes 5,000 accounts of a marketplace in one week: honest providers, affiliates and renters, among them households and
 * offices with one address and people with two accounts in a company, and users of mobile carriers; and eight kinds of
 * cheats. How much they do, how fast and how well hidden is spread widely at random, after published descriptions
 * (docs/decisions/0262-cheats-with-visitors-and-posts.md); some leave no trace.
 */
export function simulateAccounts(seed: number): SimulatedWorld {
  const world = new SimulatedWorld(randomFrom(seed))
  const providers = Array.from({ length: 80 }, () => world.account())
  const affiliates = Array.from({ length: 150 }, () => world.account())
  const honest = { world, providers, affiliates: [...affiliates, ...providers.slice(0, 25)] }
  for (const provider of providers)
    if (world.random.chance(0.4)) rentSomething(honest, provider, { medianUsd: 15 })
  for (const cheat of Object.values(makeCheats)) cheat(honest)
  const anew = () => Array.from({ length: cheatsOfEach }, () => world.account())
  const [buyers, copiers, deleters] = [anew(), anew(), anew()]
  for (const buyer of buyers) buyVisits(world, buyer)
  offices(honest)
  households(honest)
  doubles(honest)
  carriers(honest)
  campuses(honest)
  honestVisits(world, honest.affiliates)
  const others: string[] = []
  while (world.accounts.length < accountsWanted) others.push(renter(honest))
  honestPosts(world, [...honest.affiliates, ...others.filter(() => world.random.chance(0.2))])
  copyPosts(world, copiers)
  deletePosts(world, deleters)
  return world
}

interface Honest {
  readonly world: SimulatedWorld
  readonly providers: readonly string[]
  readonly affiliates: readonly string[]
}

/** Rents of one to four providers; a few are chosen by most. */
function rentSomething(
  { world, providers }: Honest,
  account: string,
  { medianUsd }: { medianUsd: number },
): void {
  const { random } = world
  const popular = providers.slice(0, 15)
  for (let count = random.from(1, 4); count > 0; count -= 1)
    world.pay(
      account,
      random.one(random.chance(0.6) ? popular : providers),
      random.amount(medianUsd),
    )
}

/** Somebody who follows a link, signs up and mostly rents; sometimes of the provider who has told of it. */
function renter(honest: Honest, given: { account?: string; affiliate?: string } = {}): string {
  const { world, affiliates, providers } = honest
  const { random } = world
  const { account = world.account(), affiliate = random.one(affiliates) } = given
  if (given.affiliate === undefined && random.chance(0.3)) return account
  world.refer(affiliate, account, {
    disputes: random.chance(0.002) ? 1 : 0,
    networkClicks: random.chance(0.05) ? random.from(4, 25) : random.from(0, 3),
  })
  if (random.chance(0.75)) rentSomething(honest, account, { medianUsd: 8 })
  if (providers.includes(affiliate) && random.chance(0.5))
    world.pay(account, affiliate, random.amount(10))
  return account
}

/** Colleagues with one address who join within days; in half of the offices the company pays with its card. */
function offices(honest: Honest): void {
  const { world, affiliates } = honest
  const { random } = world
  for (let office = 0; office < 40; office += 1) {
    const network = world.unique('office')
    const company = world.unique('company')
    const card = world.unique('card')
    const isCompany = random.chance(0.5)
    const inside = random.chance(0.25)
    const affiliate = inside ? world.account({ network }) : random.one(affiliates)
    const joinedAt = new Date(now.getTime() - random.from(1, 25) * dayMs)
    const size = random.from(4, 20)
    for (let nth = 0; nth < size; nth += 1) {
      const account = world.account({ network })
      if (isCompany) {
        world.give(account, 'party', company)
        if (random.chance(0.6)) world.give(account, 'card', card)
      }
      world.refer(affiliate, account, { joinedAt, networkClicks: random.from(size, size + 12) })
      if (random.chance(0.8)) rentSomething(honest, account, { medianUsd: 10 })
    }
  }
}

/** Users of a carrier share a network with many who follow the same popular link on that day. */
function carriers(honest: Honest): void {
  const { world } = honest
  const { random } = world
  const popular = honest.affiliates.slice(0, 10)
  for (let carrier = 0; carrier < 60; carrier += 1) {
    const network = world.unique('carrier')
    const networkClicks = Math.round(random.between(10, 300))
    const dayClicks = Math.round(random.between(2_000, 40_000))
    const evenClicks = isEvenly(
      clickTimes(random, { clicks: networkClicks, rhythm: peopleAt(random) }),
    )
    const affiliate = random.one(popular)
    for (let nth = random.from(1, 4); nth > 0; nth -= 1) {
      const account = world.account({ network })
      world.refer(affiliate, account, { networkClicks, dayClicks, evenClicks })
      if (random.chance(0.7)) rentSomething(honest, account, { medianUsd: 8 })
    }
  }
}

/** Students who hear of us from one of them: some sign up, and more only look. */
function campuses(honest: Honest): void {
  const { world } = honest
  const { random } = world
  for (let campus = 0; campus < 15; campus += 1) {
    const network = world.unique('campus')
    const affiliate = world.account({
      network: random.chance(0.5) ? network : world.unique('home'),
    })
    const joinedAt = new Date(now.getTime() - random.from(1, 25) * dayMs)
    const students = random.from(2, 8)
    const networkClicks = Math.round(students * random.from(1, 3) + random.between(1, 40))
    const dayClicks = networkClicks + Math.round(random.between(1, 60))
    const evenClicks = isEvenly(
      clickTimes(random, { clicks: networkClicks, rhythm: peopleAt(random) }),
    )
    for (let nth = 0; nth < students; nth += 1) {
      const account = world.account({ network })
      world.refer(affiliate, account, { networkClicks, dayClicks, evenClicks, joinedAt })
      if (random.chance(0.7)) rentSomething(honest, account, { medianUsd: 5 })
    }
  }
}

/** Families with one address; a few invite each other, and fewer have one card. */
function households(honest: Honest): void {
  const { world } = honest
  const { random } = world
  for (let home = 0; home < 250; home += 1) {
    const network = world.unique('home')
    const first = renter(honest, { account: world.account({ network }) })
    const second = world.account({ network })
    const isInvited = random.chance(0.3)
    renter(honest, { account: second, ...(isInvited ? { affiliate: first } : {}) })
    if (!random.chance(isInvited ? 0.04 : 0.3)) continue
    const card = world.unique('card')
    for (const one of [first, second]) world.give(one, 'card', card)
  }
}

/** People with an account of their own and one for work: one SSH key, one address, often one card. */
function doubles(honest: Honest): void {
  const { world, affiliates } = honest
  const { random } = world
  for (let person = 0; person < 100; person += 1) {
    const network = world.unique('desk')
    const key = world.unique('key')
    const card = world.unique('card')
    const company = world.unique('company')
    const affiliate = random.one(affiliates)
    for (let nth = 0; nth < 2; nth += 1) {
      const account = renter(honest, { account: world.account({ network }), affiliate })
      world.give(account, 'ssh_key', key)
      world.give(account, 'party', company)
      if (random.chance(0.5)) world.give(account, 'card', card)
    }
  }
}

const makeCheats: Record<ReferralCheat, (honest: Honest) => void> = {
  self_referral: selfReferrals,
  ring: rings,
  click_flood: clickFloods,
  shared_cards: sharedCards,
  wash_rental: washRentals,
}

type ReferralCheat = Exclude<Cheat, 'bought_visits' | 'copied_posts' | 'deleted_posts'>

/** Makes groups of a cheat until it has its accounts. */
function inGroups(world: SimulatedWorld, group: (size: number) => void, sizes: [number, number]) {
  for (let made = 0; made < cheatsOfEach; ) {
    const size = Math.min(world.random.from(...sizes), cheatsOfEach - made)
    group(size)
    made += size
  }
}

const shown = ['mailbox', 'card', 'payout_address', 'ssh_key', 'bank_account'] as const

/** Second accounts of the affiliate itself. One in fifty hides everything but the address. */
function selfReferrals(honest: Honest): void {
  const { world } = honest
  const { random } = world
  const group = (size: number) => {
    const network = world.unique('home')
    const affiliate = world.account({ network })
    for (let nth = 0; nth < size; nth += 1) {
      const account = world.account({ network })
      if (!random.chance(0.02)) {
        const kind = random.one(shown)
        const value = world.unique(kind)
        for (const one of [affiliate, account]) world.give(one, kind, value)
      }
      world.refer(affiliate, account, { cheat: 'self_referral' })
      rentSomething(honest, account, { medianUsd: 8 })
    }
  }
  inGroups(world, group, [1, 3])
}

/** Referrals whose money comes back to the affiliate, over an accomplice or by its payout address. */
function rings(honest: Honest): void {
  const { world } = honest
  const { random } = world
  const group = (size: number) => {
    const affiliate = world.account()
    const accomplice = world.account()
    const isKin = random.chance(0.5)
    const address = world.unique('payout_address')
    if (isKin) for (const one of [affiliate, accomplice]) world.give(one, 'payout_address', address)
    for (let nth = 0; nth < size; nth += 1) {
      const account = world.account()
      const spent = random.amount(20)
      world.refer(affiliate, account, { cheat: 'ring' })
      world.pay(account, accomplice, spent * 0.9)
      if (!isKin) world.pay(accomplice, affiliate, spent * 0.8)
      world.pay(account, random.one(honest.providers), spent * 0.1)
    }
  }
  inGroups(world, group, [2, 5])
}

/**
 * A program follows the link over and over, in even or random steps and sometimes from several networks, and signs
 * accounts up on the way. Some hide it among other clicks.
 */
function clickFloods(honest: Honest): void {
  const { world } = honest
  const { random } = world
  const group = (size: number) => {
    const networks = Array.from({ length: random.chance(0.6) ? 1 : random.from(2, 5) }, () =>
      world.unique('bots'),
    )
    const affiliate = world.account()
    const networkClicks = Math.round(random.between(20, 3_000))
    const dayClicks = networks.length * networkClicks + Math.round(random.between(1, 400))
    const rhythm = random.chance(0.7) ? { jitter: random.next() } : 'random'
    const evenClicks = isEvenly(clickTimes(random, { clicks: networkClicks, rhythm }))
    const joinedAt = new Date(now.getTime() - random.from(1, 25) * dayMs)
    for (let nth = 0; nth < size; nth += 1) {
      const account = world.account({ network: random.one(networks) })
      const clicks = { networkClicks, dayClicks, evenClicks, joinedAt }
      world.refer(affiliate, account, { cheat: 'click_flood', ...clicks })
      rentSomething(honest, account, { medianUsd: 2 })
    }
  }
  inGroups(world, group, [3, 15])
}

/** Accounts that pay with a few cards, some of them stolen. */
function sharedCards(honest: Honest): void {
  const { world } = honest
  const { random } = world
  const group = (size: number) => {
    const affiliate = world.account()
    const cards = Array.from({ length: Math.max(1, Math.floor(size / 5)) }, () =>
      world.unique('card'),
    )
    for (let nth = 0; nth < size; nth += 1) {
      const account = world.account()
      world.give(account, 'card', random.one(cards))
      const disputes = random.chance(0.4) ? 1 : 0
      world.refer(affiliate, account, { cheat: 'shared_cards', disputes })
      rentSomething(honest, account, { medianUsd: 12 })
    }
  }
  inGroups(world, group, [5, 20])
}

/** Rentals of an accomplice, so that accounts count as paying. It has some honest renters, too. */
function washRentals(honest: Honest): void {
  const { world } = honest
  const { random } = world
  const group = (size: number) => {
    const affiliate = world.account()
    const accomplice = world.account()
    let washed = 0
    for (let nth = 0; nth < size; nth += 1) {
      const account = world.account()
      const spent = random.amount(4)
      washed += spent
      world.refer(affiliate, account, { cheat: 'wash_rental' })
      world.pay(account, accomplice, spent * 0.95)
      world.pay(account, random.one(honest.providers), spent * 0.05)
    }
    world.pay(renter(honest), accomplice, washed * random.next() * 0.8)
  }
  inGroups(world, group, [4, 12])
}
