import type { AccountId, ReferralId } from '@gridloom/contract/core/ids'
import type { AffiliateFacts, Identity } from '@gridloom/domain/affiliate/fraud'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { joiningNetwork } from '../../../platform/http/network-of.ts'
import { canonicalEmail } from '../../accounts/index.ts'
import { type PaidFlow, selectIncomes, selectPaidFlows } from '../../ledger/index.ts'
import {
  type ReferralToReview,
  selectAddresses,
  selectEmails,
  selectIdentities,
  selectParties,
  selectToReview,
} from './facts-store.ts'

const dayMs = 86_400_000
const flowDays = 7
const networkDays = 30
/** The newest ones of an affiliate; older ones keep what was found about them. */
const referralsMax = 2_000
const flowsMax = 5_000
/** Payments from a referral to its affiliate. */
const steps = 3

/** The facts of an affiliate for `findSignals`, with the referrals by their ids. */
export interface LoadedFacts extends AffiliateFacts {
  readonly referrals: readonly ReferralToReview[]
}

/** Loads what is known of an affiliate and its referrals, or one of them. */
export async function loadFacts(
  { clock }: Pick<Ctx, 'clock'>,
  db: Db,
  { affiliate, only }: { affiliate: AccountId; only?: ReferralId },
): Promise<LoadedFacts> {
  const now = clock.now().getTime()
  const which = only === undefined ? { affiliate } : { affiliate, only }
  const referrals = await selectToReview(db, { ...which, limit: referralsMax })
  const referred = referrals.map((referral) => referral.referred)
  const since = new Date(now - flowDays * dayMs)
  const flows = await flowsFrom(db, { payers: referred, since })
  const providers = [...new Set(flows.map(({ to }) => to))]
  const accounts = [...new Set([affiliate, ...referred, ...providers])]
  return {
    ...{ affiliate, referrals, flows },
    identities: await identitiesOf(db, accounts),
    networks: await networksOf(db, {
      accounts: [affiliate, ...referred],
      since: new Date(now - networkDays * dayMs),
    }),
    incomes: await selectIncomes(db, { providers, since }),
  }
}

/** What they paid, what those paid whom they paid, and once more. */
async function flowsFrom(
  db: Db,
  { payers, since }: { payers: readonly AccountId[]; since: Date },
): Promise<PaidFlow[]> {
  const flows: PaidFlow[] = []
  const asked = new Set<AccountId>()
  let next = payers
  for (let step = 0; step < steps && next.length > 0; step += 1) {
    for (const payer of next) asked.add(payer)
    const found = await selectPaidFlows(db, { payers: next, since, limit: flowsMax })
    flows.push(...found)
    next = [...new Set(found.map(({ to }) => to))].filter((id) => !asked.has(id))
  }
  return flows
}

async function identitiesOf(
  db: Db,
  accounts: readonly AccountId[],
): Promise<Map<string, Identity[]>> {
  const known = [
    ...(await selectIdentities(db, accounts)),
    ...(await selectParties(db, accounts)),
    ...(await selectEmails(db, accounts)).map(({ account, email }) => ({
      ...{ account, kind: 'mailbox' as const, value: canonicalEmail(email) },
    })),
  ]
  const byAccount = new Map<string, Identity[]>()
  for (const { account, kind, value } of known) {
    const list = byAccount.get(account)
    if (list === undefined) byAccount.set(account, [{ kind, value }])
    else list.push({ kind, value })
  }
  return byAccount
}

async function networksOf(
  db: Db,
  wanted: { accounts: readonly AccountId[]; since: Date },
): Promise<Map<string, Set<string>>> {
  const byAccount = new Map<string, Set<string>>()
  for (const { account, address } of await selectAddresses(db, wanted)) {
    const network = joiningNetwork(address)
    if (network === null) continue
    const networks = byAccount.get(account) ?? new Set()
    byAccount.set(account, networks.add(network))
  }
  return byAccount
}
