import type { MachineId } from '@gridloom/contract/core/ids'
import type { Evidence } from '@gridloom/contract/reputation/evidence'
import { scoreTrust } from '@gridloom/domain/trust/v1'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { publishOffers, putTrustScore } from '../../market/index.ts'
import { listFacts, lockChain } from '../evidence/evidence-store.ts'
import { listDue, putScore } from './scores-store.ts'

/** A busy machine is not scored more often. */
const everyMs = 60_000
const machinesAtOnce = 50
const factsAtOnce = 5_000

type ScoreCtx = Pick<Ctx, 'db' | 'clock' | 'transact'>

/**
 * Scores the machines that have new facts, and every machine once a day, as facts lose weight by the day. Run it every
 * few seconds, on any number of replicas.
 */
export async function computeScores(ctx: ScoreCtx): Promise<void> {
  const now = ctx.clock.now()
  const due = await listDue(ctx.db, {
    computedBefore: new Date(now.getTime() - everyMs),
    dayBegan: new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`),
    limit: machinesAtOnce,
  })
  for (const id of due) await computeScore(ctx, id)
}

/** Scores one machine under the lock of its chain, so that no fact is added meanwhile, and writes it to its offers. */
export async function computeScore(ctx: ScoreCtx, id: MachineId): Promise<void> {
  await ctx.transact(async (tx) => {
    const { number } = await lockChain(tx, id)
    const at = ctx.clock.now()
    const trust = scoreTrust(await allFacts(tx.db, id), at)
    await putScore(tx, id, { trust, at, number })
    if (await putTrustScore(tx, id, trust.score)) await publishOffers(tx)
  })
}

async function allFacts(db: Db, id: MachineId): Promise<Evidence[]> {
  const facts: Evidence[] = []
  for (;;) {
    const after = facts.at(-1)?.number ?? 0
    const page = await listFacts(db, id, {
      after,
      upTo: Number.MAX_SAFE_INTEGER,
      limit: factsAtOnce,
    })
    facts.push(...page)
    if (page.length < factsAtOnce) return facts
  }
}
