import type { MachineId } from '@gridloom/contract/core/ids'
import type { Evidence, EvidenceKind } from '@gridloom/contract/reputation/evidence'
import { type TrustPart, trustTerms } from '@gridloom/contract/reputation/trust'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Download } from '../../../platform/http/routes.ts'
import { refuseHidden } from '../visible-machine.ts'
import { listFacts, listLastFacts } from './evidence-store.ts'

const pageMax = 500

/** Which facts to read; all by default. */
export interface EvidenceQuery {
  part?: TrustPart | undefined
  last?: number | undefined
}

/**
 * Returns the facts of a listed machine, or of one of the caller's, as JSON Lines, oldest first. All of them are read in
 * pages while they are sent; those of a part at most once so many. @throws {Refused} not_found
 */
export async function readEvidence(
  ctx: Ctx,
  id: MachineId,
  query: EvidenceQuery = {},
): Promise<Download> {
  await refuseHidden(ctx, id)
  return {
    fileName: `evidence-${id}.jsonl`,
    contentType: 'application/x-ndjson; charset=utf-8',
    pieces: isWhole(query) ? allOf(ctx, id) : someOf(ctx, id, query),
  }
}

function isWhole({ part, last }: EvidenceQuery): boolean {
  return part === undefined && last === undefined
}

async function* allOf(ctx: Ctx, id: MachineId): AsyncIterable<string> {
  for (let after = 0; ; ) {
    ctx.signal.throwIfAborted()
    const upTo = Number.MAX_SAFE_INTEGER
    const facts = await listFacts(ctx.db, id, { after, upTo, limit: pageMax })
    const last = facts.at(-1)
    if (last === undefined) return
    yield linesOf(facts)
    if (facts.length < pageMax) return
    after = last.number
  }
}

async function* someOf(
  ctx: Ctx,
  id: MachineId,
  { part, last: limit = pageMax }: EvidenceQuery,
): AsyncIterable<string> {
  const kinds: readonly EvidenceKind[] | null =
    part === undefined ? null : trustTerms.parts[part].kinds
  yield linesOf(await listLastFacts(ctx.db, id, { kinds, limit }))
}

function linesOf(facts: readonly Evidence[]): string {
  return facts.map((fact) => `${JSON.stringify(fact)}\n`).join('')
}
