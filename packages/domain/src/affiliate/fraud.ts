import type { HeldReason } from '@gridloom/contract/affiliate/affiliate'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { formatUsdExact } from '../money-format.ts'
import { loopsBack, type MoneyFlow } from './money-loops.ts'

/** Something that belongs to one person or company, as far as the platform knows. */
export interface Identity {
  readonly kind: keyof typeof identityRules
  readonly value: string
}

/** A referral of an affiliate. */
export interface ReferralFacts {
  readonly id: string
  readonly referred: string
  readonly joinedAt: Date
  /** Clicks of its network on the affiliate's links, within the day of its own; 0: unknown. */
  readonly networkClicks: number
  /** Clicks of everybody on the affiliate's links in the same time; 0: unknown. */
  readonly dayClicks: number
  /** Whether the clicks of its network came at even intervals. */
  readonly evenClicks: boolean
  /** Its card payments that are disputed: open, or lost. */
  readonly disputes: number
}

/** What is known of an affiliate, its referrals, and the accounts that money of theirs passed in the last week. */
export interface AffiliateFacts {
  readonly affiliate: string
  readonly referrals: readonly ReferralFacts[]
  /** By account. */
  readonly identities: ReadonlyMap<string, readonly Identity[]>
  /** Networks that accounts signed in from, by account. */
  readonly networks: ReadonlyMap<string, ReadonlySet<string>>
  /** Charges in paid money, summed by payer and provider. */
  readonly flows: readonly MoneyFlow[]
  /** What a provider was paid by all accounts, in the same time. */
  readonly incomes: ReadonlyMap<string, MicroUsd>
}

/** What a rule found about a referral, with a sentence of evidence for the operator. */
export interface FoundSignal {
  readonly rule: HeldReason
  readonly points: number
  readonly evidence: string
}

const identityRules = {
  party: { rule: 'same_party', text: 'a person or company' },
  mailbox: { rule: 'same_mailbox', text: 'a mailbox' },
  payout_address: { rule: 'same_payout_address', text: 'an address for payouts' },
  bank_account: { rule: 'same_bank_account', text: 'a bank account for payouts' },
  card: { rule: 'same_card', text: 'a card' },
  paying_wallet: { rule: 'same_paying_wallet', text: 'a wallet that paid' },
  ssh_key: { rule: 'same_ssh_key', text: 'an SSH key' },
  vat_id: { rule: 'same_vat_id', text: 'a VAT ID' },
} as const satisfies Record<string, { rule: HeldReason; text: string }>

/** From so many points on, a referral is held. */
export const heldFromPoints = 100
const certain = heldFromPoints
/** Alone, none of these holds anybody: families and offices share an address, too. */
const sameNetworkPoints = 40
const burstPoints = 50

/** Referrals of one affiliate with one card or payout address: a couple may share one. */
const sharedBy = 3
const burstOf = 5
const burstMs = 7 * 86_400_000
/** Clicks of one network beside two for each sign-up: more than an office of people who all follow one link on a day. */
const floodClicks = 50
/** Alone, one person who clicks often is not held. */
const repeatedPoints = 50
/** Beside three for each sign-up: fewer are a flood where several signed up, as a program does on its way. */
const repeatedClicks = 25
const repeatedShare = 0.3
/** Of the affiliate's clicks on the day: one network of a mobile carrier has many people, but few of all. */
const floodShare = 0.2
const washedBy = 3
const washShare = 0.8
const washIncomeShare = 0.5

/**
 * Returns what the rules find about the referrals of an affiliate, by referral. A signal never accuses: it says what was
 * seen, and {@link holds} when it is enough to hold the commission for the operator's review. Pure.
 */
export function findSignals(facts: AffiliateFacts): Map<string, FoundSignal[]> {
  const shared = sharersOf(facts)
  const bursts = burstsOf(facts)
  const washed = washedOf(facts)
  const loops = { flows: Map.groupBy(facts.flows, ({ from }) => from), to: kinOf(facts) }
  return new Map(
    facts.referrals.map((referral) => [
      referral.id,
      [
        ...sameAsAffiliate(facts, referral),
        ...sharedAmongReferrals(facts, referral, shared),
        ...disputed(referral),
        ...flooded(referral, bursts),
        ...sameNetwork(facts, referral),
        ...burst(referral, bursts),
        ...ring(facts, referral, loops),
        ...wash(referral, washed),
      ],
    ]),
  )
}

/** Whether signals together hold a referral. Pure. */
export function holds(signals: readonly Pick<FoundSignal, 'points'>[]): boolean {
  return signals.reduce((sum, { points }) => sum + points, 0) >= heldFromPoints
}

const keyOf = ({ kind, value }: Identity) => `${kind}:${value}`

function identitiesOf({ identities }: AffiliateFacts, account: string): readonly Identity[] {
  return identities.get(account) ?? []
}

function inCommon(facts: AffiliateFacts, one: string, other: string): Identity[] {
  const keys = new Set(identitiesOf(facts, other).map(keyOf))
  return identitiesOf(facts, one).filter((identity) => keys.has(keyOf(identity)))
}

function sameAsAffiliate(facts: AffiliateFacts, { referred }: ReferralFacts): FoundSignal[] {
  const kinds = new Set(inCommon(facts, facts.affiliate, referred).map(({ kind }) => kind))
  return [...kinds].map((kind) => {
    const { rule, text } = identityRules[kind]
    return { rule, points: certain, evidence: `Affiliate and referral have ${text} in common.` }
  })
}

const sharable: readonly Identity['kind'][] = ['card', 'payout_address', 'bank_account', 'ssh_key']

/** Referred accounts by what they pay, are paid or sign in with. */
function sharersOf(facts: AffiliateFacts): Map<string, string[]> {
  const sharers = new Map<string, string[]>()
  for (const { referred } of facts.referrals)
    for (const identity of identitiesOf(facts, referred))
      if (sharable.includes(identity.kind)) {
        const key = keyOf(identity)
        sharers.set(key, [...(sharers.get(key) ?? []), referred])
      }
  return sharers
}

/** Colleagues in one company may all pay with its card. */
function sharedAmongReferrals(
  facts: AffiliateFacts,
  { referred }: ReferralFacts,
  sharers: ReadonlyMap<string, readonly string[]>,
): FoundSignal[] {
  for (const identity of identitiesOf(facts, referred)) {
    const others = (sharers.get(keyOf(identity)) ?? []).filter(
      (other) =>
        other !== referred &&
        !inCommon(facts, referred, other).some(({ kind }) => kind === 'party'),
    )
    if (others.length + 1 < sharedBy) continue
    const { text } = identityRules[identity.kind]
    const evidence = `It has ${text} in common with ${others.length} other referrals of the affiliate.`
    return [{ rule: 'shared_by_referrals', points: certain, evidence }]
  }
  return []
}

function disputed({ disputes }: ReferralFacts): FoundSignal[] {
  if (disputes === 0) return []
  const evidence = `The holder of the card disputes ${disputes} of its payments.`
  return [{ rule: 'disputed_payment', points: certain, evidence }]
}

function flooded(
  { id, networkClicks, dayClicks, evenClicks }: ReferralFacts,
  bursts: ReadonlyMap<string, number>,
): FoundSignal[] {
  // Without a known sign-in nobody else is known to have joined from the network.
  const joined = (bursts.get(id) ?? 1) - 1
  const isFlood =
    networkClicks >= floodClicks + 2 * joined && networkClicks >= floodShare * dayClicks
  const isRepeated =
    networkClicks >= repeatedClicks + 3 * joined && networkClicks >= repeatedShare * dayClicks
  if (!isFlood && !evenClicks && !isRepeated) return []
  const points = isFlood || evenClicks || joined > 0 ? certain : repeatedPoints
  const even = evenClicks ? ', at even intervals as a program clicks' : ''
  const others = joined > 0 ? `, and ${joined} other referrals joined from it` : ''
  const evidence = `The network of its click made ${networkClicks} clicks on the affiliate's links within a day${even}${others}; they count as one.`
  return [{ rule: 'click_flood', points, evidence }]
}

function sameNetwork(
  { networks, affiliate }: AffiliateFacts,
  { referred }: ReferralFacts,
): FoundSignal[] {
  const own = networks.get(affiliate)
  const theirs = networks.get(referred)
  if (own === undefined || theirs === undefined || own.isDisjointFrom(theirs)) return []
  const evidence = 'Affiliate and referral signed in from one network.'
  return [{ rule: 'same_network', points: sameNetworkPoints, evidence }]
}

/** How many referrals joined from a network of each within a week of it. */
function burstsOf({ referrals, networks }: AffiliateFacts): Map<string, number> {
  const byNetwork = new Map<string, ReferralFacts[]>()
  for (const referral of referrals)
    for (const network of networks.get(referral.referred) ?? [])
      byNetwork.set(network, [...(byNetwork.get(network) ?? []), referral])
  const bursts = new Map<string, number>()
  for (const together of byNetwork.values())
    for (const { id, joinedAt } of together) {
      const near = together.filter(
        (other) => Math.abs(other.joinedAt.getTime() - joinedAt.getTime()) <= burstMs,
      )
      bursts.set(id, Math.max(bursts.get(id) ?? 0, near.length))
    }
  return bursts
}

function burst({ id }: ReferralFacts, bursts: ReadonlyMap<string, number>): FoundSignal[] {
  const count = bursts.get(id) ?? 0
  if (count < burstOf) return []
  const evidence = `${count} referrals of the affiliate joined from one network within a week.`
  return [{ rule: 'sign_up_burst', points: burstPoints, evidence }]
}

/** The affiliate, and accounts that money passed which have something in common with it. */
function kinOf(facts: AffiliateFacts): Set<string> {
  const passed = new Set(facts.flows.flatMap(({ from, to }) => [from, to]))
  const kin = [...passed].filter(
    (account) =>
      account === facts.affiliate || inCommon(facts, facts.affiliate, account).length > 0,
  )
  return new Set([facts.affiliate, ...kin])
}

interface Loops {
  readonly flows: ReadonlyMap<string, readonly MoneyFlow[]>
  /** The affiliate and its kin. */
  readonly to: ReadonlySet<string>
}

/** What a referral rents of the affiliate itself earns no commission, and is what many affiliates recommend. */
function ring(
  { affiliate }: AffiliateFacts,
  { referred }: ReferralFacts,
  { flows, to }: Loops,
): FoundSignal[] {
  const loop = loopsBack(flows, { from: referred, to, apart: affiliate })
  if (loop === null) return []
  const { spent, back, path } = loop
  const evidence = `Of ${formatUsdExact(spent)} that it spent in 7 days, ${formatUsdExact(back)} came back to the affiliate: ${path.join(' → ')}.`
  return [{ rule: 'ring', points: certain, evidence }]
}

/** Providers that earn mostly from an affiliate's referrals, which rent nowhere else: by referred account. */
function washedOf({ referrals, flows, incomes }: AffiliateFacts): Map<string, string> {
  const referred = new Set(referrals.map((one) => one.referred))
  const spent = new Map<string, MicroUsd>()
  const byProvider = new Map<string, MoneyFlow[]>()
  for (const flow of flows) {
    if (!referred.has(flow.from)) continue
    spent.set(flow.from, (spent.get(flow.from) ?? 0) + flow.microUsd)
    byProvider.set(flow.to, [...(byProvider.get(flow.to) ?? []), flow])
  }
  const washed = new Map<string, string>()
  for (const [provider, paid] of byProvider) {
    const faithful = paid.filter(
      ({ from, microUsd }) => microUsd >= washShare * (spent.get(from) ?? 0),
    )
    const sum = faithful.reduce((total, { microUsd }) => total + microUsd, 0)
    const income = incomes.get(provider) ?? 0
    if (faithful.length < washedBy || sum < washIncomeShare * income) continue
    const evidence = `${faithful.length} referrals of the affiliate spent ${formatUsdExact(sum)} in 7 days with ${provider}, of ${formatUsdExact(income)} that it earned, and little elsewhere.`
    for (const { from } of faithful) washed.set(from, evidence)
  }
  return washed
}

function wash({ referred }: ReferralFacts, washed: ReadonlyMap<string, string>): FoundSignal[] {
  const evidence = washed.get(referred)
  return evidence === undefined ? [] : [{ rule: 'wash_rental', points: certain, evidence }]
}
