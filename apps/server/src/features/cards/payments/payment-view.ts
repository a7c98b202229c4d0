import type { CardPayment, OperatorCardPayment } from '@gridloom/contract/cards/payment'
import { refundableOf } from '@gridloom/domain/cards/payment-states'
import { isoOrNull } from '../../../platform/iso-or-null.ts'
import type { WholePayment } from './payments-store.ts'

/** A payment as its account sees it; `pages`: whether the caller may pay. */
export function paymentView(
  row: WholePayment,
  { pages }: { pages: 'shown' | 'hidden' },
): CardPayment {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    problem: row.problem,
    micro_usd: row.micro_usd,
    credited_micro_usd: row.credited_micro_usd,
    refundable_micro_usd: refundableMicroUsd(row),
    pay_url: pages === 'shown' && row.state === 'open' ? row.session_url : null,
    created_at: row.created_at.toISOString(),
    credited_at: isoOrNull(row.credited_at),
    refunds: row.refunds.map(({ id, micro_usd, state, created_at }) => ({
      ...{ id, micro_usd, state },
      created_at: created_at.toISOString(),
    })),
    disputes: row.disputes.map(({ micro_usd, state, reason, opened_at }) => ({
      ...{ micro_usd, state, reason },
      opened_at: opened_at.toISOString(),
    })),
  }
}

/** What may still be refunded of a payment. */
export function refundableMicroUsd(row: WholePayment): number {
  const inWords = <Row extends { micro_usd: number }>(part: Row) => ({
    ...part,
    microUsd: part.micro_usd,
  })
  return refundableOf({
    creditedMicroUsd: row.credited_micro_usd,
    refunds: row.refunds.map(inWords),
    disputes: row.disputes.map(inWords),
  })
}

export function operatorView(row: WholePayment): OperatorCardPayment {
  return {
    ...paymentView(row, { pages: 'hidden' }),
    account_id: row.account_id,
    processor_id: row.intent_id,
  }
}
