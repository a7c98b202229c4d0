import type { MicroUsd } from '@gridloom/contract/core/values'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { type PaidAmount, type Payment, payWithinHolds, wasPaid } from '../../ledger/index.ts'
import type { Allowance } from './allowance.ts'
import { chargesOf } from './answer-charged.ts'
import { insertAnswers, selectKeyCreators, type WrittenAnswer } from './answers-store.ts'
import { type Batch, divide, type MachineShare, machineSharesOf } from './batch.ts'
import type { MoneyCtx } from './ctx.ts'

interface Payable {
  readonly batch: Batch
  readonly allowance: Allowance
  readonly share: MachineShare
}

/** A batch that was paid less than it was owed, because its allowance held too little. */
export interface Shortfall {
  readonly allowance: Allowance
  readonly microUsd: MicroUsd
}

/**
 * Pays and writes batches in one transaction, with as many statements as for one. A batch that was written before (the
 * commit succeeded, but its confirmation was lost) is recognised by the keys of its payments and changes nothing.
 */
export function writeBatches(ctx: MoneyCtx, batches: readonly Batch[]): Promise<Shortfall[]> {
  return ctx.transact(async (tx) => {
    const known = await selectKnown(tx, batches)
    const fresh = batches.filter((batch) => !known.has(batch))
    const payables = fresh.flatMap(payablesOf)
    const paid = await payWithinHolds(ctx, tx, payables.map(paymentOf))
    const outcomes = payables.map((payable, at) => outcomeOf(payable, paid[at]))
    const written = [...fresh.flatMap(freeAnswers), ...outcomes.flatMap((one) => one.written)]
    const keyIds = new Set(written.flatMap(({ answer }) => answer.payer.keyId ?? []))
    await insertAnswers(tx, written, { users: await selectKeyCreators(tx, [...keyIds]) })
    await recordEvents(ctx, tx, chargesOf(written))
    return outcomes.map(({ short }) => short).filter(({ microUsd }) => microUsd > 0)
  })
}

function payablesOf(batch: Batch): Payable[] {
  const { allowance } = batch
  return allowance === null
    ? []
    : machineSharesOf(batch).map((share) => ({ batch, allowance, share }))
}

function paymentOf({ batch, allowance, share }: Payable): Payment {
  const { machineId, providerAccountId, microUsd, owed } = share
  return {
    purpose: allowance.id,
    machineId,
    providerAccountId,
    microUsd,
    key: paymentKey(batch, share),
    text: textOf(owed.length),
  }
}

/** Returns the result of one payment: the rows of its answers, and the amount that the allowance lacked. */
function outcomeOf({ allowance, share }: Payable, paid: PaidAmount | undefined) {
  const { microUsd = 0, transactionId = null } = paid ?? {}
  const written = divide(microUsd, share.owed).map((part) =>
    writtenOf(allowance, { ...part, transactionId: part.microUsd > 0 ? transactionId : null }),
  )
  return { written, short: { allowance, microUsd: share.microUsd - microUsd } }
}

/**
 * Returns the batches whose payments were already made. Only batches that failed before can be; others are not looked
 * up.
 */
async function selectKnown(tx: Tx, batches: readonly Batch[]): Promise<Set<Batch>> {
  const known = new Set<Batch>()
  for (const batch of batches) {
    if (batch.failures === 0) continue
    for (const share of machineSharesOf(batch)) {
      if (await wasPaid(tx, paymentKey(batch, share))) known.add(batch)
    }
  }
  return known
}

function paymentKey({ allowance, number }: Batch, { machineId }: MachineShare): string {
  return `${allowance?.id}:${machineId}:${number}`
}

function freeAnswers({ allowance, owed }: Batch): WrittenAnswer[] {
  return owed
    .filter(({ microUsd }) => microUsd === 0)
    .map((one) => writtenOf(allowance, { owed: one, microUsd: 0, transactionId: null }))
}

function writtenOf(
  allowance: Allowance | null,
  {
    owed,
    microUsd,
    transactionId,
  }: Pick<WrittenAnswer, 'microUsd' | 'transactionId'> & { owed: Batch['owed'][number] },
): WrittenAnswer {
  return { answer: owed.answer, allowanceId: allowance?.id ?? null, microUsd, transactionId }
}

function textOf(answers: number): string {
  return answers === 1 ? '1 model answer' : `${answers} model answers`
}
