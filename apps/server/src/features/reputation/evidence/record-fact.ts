import { createHash } from 'node:crypto'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Evidence, EvidenceParty } from '@gridloom/contract/reputation/evidence'
import { hashEvidence } from '@gridloom/domain/trust/evidence-chain'
import type { Tx } from '../../../platform/ctx.ts'
import type { FactCtx } from '../ctx.ts'
import { countRecent, findFact, insertFact, lockChain } from './evidence-store.ts'

/** A fact about a machine, before it is signed. */
export interface NewFact extends Pick<Evidence, 'kind' | 'value'> {
  machineId: MachineId
  /** Names its cause: the same fact of a source is recorded once. */
  source: string
  at: Date
  cause?: Evidence['cause']
  figure?: Evidence['figure']
  party?: EvidenceParty | null
  withdraws?: number
}

/**
 * Facts that are recorded a day, so that nobody fills the table: of a kind and machine, good and bad ones apart, and of
 * one party. More of them would not change the score much, as those of a party are limited anyway.
 */
const perDay = { kind: 50, party: 10 }
const hourMs = 3_600_000

/**
 * Records a fact: signed, chained to the fact before it, and once for its source. Returns its number; `null` where it is
 * known, or beyond the limits of a day.
 */
export async function recordFact(ctx: FactCtx, tx: Tx, fact: NewFact): Promise<number | null> {
  const { machineId, kind, party = null } = fact
  const source = createHash('sha256').update(fact.source).digest('hex')
  const previous = await lockChain(tx, machineId)
  if ((await findFact(tx.db, { machineId, kind, source })) !== undefined) return null
  if (await isBeyondLimits(ctx, tx, fact)) return null
  const unsigned = {
    ...{ number: previous.number + 1, machine_id: machineId, kind, value: fact.value, party },
    at: new Date(Math.floor(fact.at.getTime() / hourMs) * hourMs).toISOString(),
    cause: fact.cause ?? null,
    figure: fact.figure ?? null,
    withdraws: fact.withdraws ?? null,
    ...{ source, previous: previous.hash },
  }
  const hash = hashEvidence(unsigned)
  const signature = ctx.evidenceSigner.sign(hash)
  await insertFact(tx, { ...unsigned, hash, signature }, ctx.clock.now())
  return unsigned.number
}

async function isBeyondLimits(
  ctx: FactCtx,
  tx: Tx,
  { machineId, kind, value, party = null }: NewFact,
): Promise<boolean> {
  if (kind === 'withdrawal') return false
  const since = new Date(ctx.clock.now().getTime() - 24 * hourMs)
  const recent = await countRecent(tx.db, {
    ...{ machineId, kind, since },
    party: party?.digest ?? null,
  })
  const same = value >= 500 ? recent.good : recent.bad
  return same >= perDay.kind || recent.ofParty >= perDay.party
}
