import { type Cheat, randomFrom, SimulatedWorld } from './simulated-world.ts'

/** Accounts of the simulation together, and those of each kind of cheat. */
const accountsWanted = 5_000
const cheatsOfEach = 120
const dayMs = 86_400_000
const now = new Date('2026-11-28T00:00:00Z')

/**
 * Makes 5,000 accounts of a marketplace in one week: honest providers, affiliates and renters, among them households and
 * offices with one address and people with two accounts in a company; and five kinds of cheats, a few of which leave no
 * trace.
 */
export function simulateAccounts(seed: number): SimulatedWorld {
  const world = new SimulatedWorld(randomFrom(seed))
  const providers = Array.from({ length: 80 }, () => world.account())
  const affiliates = Array.from({ length: 150 }, () => world.account())
  const honest = { world, providers, affiliates: [...affiliates, ...providers.slice(0, 25)] }
  for (const provider of providers)
    if (world.random.chance(0.4)) rentSomething(honest, provider, { medianUsd: 15 })
  for (const cheat of Object.values(makeCheats)) cheat(honest)
  offices(honest)
  households(honest)
  doubles(honest)
  while (world.accounts.length < accountsWanted) renter(honest)
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

const makeCheats: Record<Cheat, (honest: Honest) => void> = {
  self_referral: selfReferrals,
  ring: rings,
  click_flood: clickFloods,
  shared_cards: sharedCards,
  wash_rental: washRentals,
}

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

/** A program follows the link over and over, and signs accounts up on the way. */
function clickFloods(honest: Honest): void {
  const { world } = honest
  const { random } = world
  const group = (size: number) => {
    const network = world.unique('bots')
    const affiliate = world.account()
    const networkClicks = random.chance(0.03) ? random.from(10, 49) : random.from(50, 2_000)
    for (let nth = 0; nth < size; nth += 1) {
      const account = world.account({ network })
      world.refer(affiliate, account, { cheat: 'click_flood', networkClicks })
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
