import type { AutoTopUp, AutoTopUpSettings } from '@gridloom/contract/cards/auto-top-up'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { monthBegin } from '@gridloom/domain/cards/auto-top-up'
import { formatUsdExact } from '@gridloom/domain/money-format'
import { accountOf, type Ctx, userOf } from '../../../platform/ctx.ts'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import { saveTopUp, selectTopUp, sumTopUps } from '../auto-settings/top-ups-store.ts'
import type { CardPayments, CardsCtx } from '../ctx.ts'
import { cardHolder } from '../may-change-cards.ts'
import { fromProcessor, requireCards } from '../require-cards.ts'
import { selectCustomer, updateDefaultCard } from '../saved/customers-store.ts'
import { savedCardsOf } from '../saved/list-cards.ts'
import type { AutoTopUpRow } from '../schema.ts'

/** What an account that never had settings sees: off, with usual amounts. */
const usual = {
  ...{ enabled: false, below_micro_usd: 10_000_000, add_micro_usd: 25_000_000 },
  ...{ month_micro_usd_max: 100_000_000, declines: 0, retry_at: null, stopped: null },
} as const satisfies Partial<AutoTopUpRow>

/** The settings of the active account, and what was charged this month. */
export async function readAutoTopUp(ctx: Ctx): Promise<AutoTopUp> {
  const { accountId } = accountOf(ctx)
  const row = (await selectTopUp(ctx.db, accountId)) ?? usual
  const { microUsd } = await sumTopUps(ctx.db, accountId, monthBegin(ctx.clock.now()))
  const { enabled, below_micro_usd, add_micro_usd, month_micro_usd_max, declines, stopped } = row
  return {
    ...{ enabled, below_micro_usd, add_micro_usd, month_micro_usd_max, declines, stopped },
    retry_at: isoOrNull(row.retry_at),
    month_used_micro_usd: microUsd,
  }
}

/**
 * Changes the settings, and forgets earlier declines. Turning them on takes a saved card.
 * @throws Refused `forbidden`, `cards_unavailable`, `card_processor_failed`, `no_saved_card`, `invalid_input`
 */
export async function changeAutoTopUp(
  ctx: CardsCtx,
  wanted: AutoTopUpSettings,
): Promise<AutoTopUp> {
  const accountId = await cardHolder(ctx)
  const cardPayments = requireCards(ctx)
  refuseAmounts(wanted, cardPayments)
  const card = wanted.enabled ? await cardFor(ctx, accountId, cardPayments) : undefined
  await ctx.transact(async (tx) => {
    if (card !== undefined) await updateDefaultCard(tx, accountId, card)
    await saveTopUp(tx, {
      ...wanted,
      ...{ account_id: accountId, declines: 0, retry_at: null, stopped: null },
      ...{ changed_by: userOf(ctx), changed_at: ctx.clock.now() },
    })
    // Its own sweep looks at the account at once.
    await tx.publish({ topic: 'balance', accountId, subject: accountId })
  })
  return readAutoTopUp(ctx)
}

async function cardFor(ctx: CardsCtx, accountId: AccountId, cardPayments: CardPayments) {
  const customer = await selectCustomer(ctx.db, accountId)
  const cards =
    customer === undefined ? [] : await fromProcessor(savedCardsOf(cardPayments, customer))
  const used = cards.find(({ is_default }) => is_default)
  if (used === undefined) throw new Refused('no_saved_card')
  return used.id
}

function refuseAmounts(
  wanted: AutoTopUpSettings,
  { microUsdMin, microUsdMax }: CardPayments,
): void {
  const { add_micro_usd: add, month_micro_usd_max: monthMax } = wanted
  const fields: Record<string, string> = {}
  if (add < microUsdMin || add > microUsdMax)
    fields.add_micro_usd = `Choose an amount of ${formatUsdExact(microUsdMin)} to ${formatUsdExact(microUsdMax)}.`
  if (monthMax < add) fields.month_micro_usd_max = 'Choose at least the amount of one top-up.'
  if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields })
}
