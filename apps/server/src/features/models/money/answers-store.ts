import type { AccountId, AllowanceId, TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { EndedAnswer } from './reservation.ts'

/** An answer as it is stored. */
export interface WrittenAnswer {
  readonly answer: EndedAnswer
  readonly allowanceId: AllowanceId | null
  /** The amount paid for it. */
  readonly microUsd: MicroUsd
  readonly transactionId: TransactionId | null
}

const textMax = 1_000
const countMax = 2_147_483_647

/**
 * Inserts answers in one statement, with the user behind a key; those already stored stay unchanged. Numbers and texts
 * of machines are clamped to their columns: one dishonest machine must not keep other answers from being paid.
 */
export async function insertAnswers(
  { db }: Tx,
  answers: readonly WrittenAnswer[],
  { users }: { users: ReadonlyMap<string, AccountId> },
): Promise<void> {
  if (answers.length === 0) return
  const rows = JSON.stringify(answers.map((one) => rowOf(one, users)))
  await sql`insert into generations
    select * from json_populate_recordset(null::generations, ${rows}::json)
    on conflict (id) do nothing`.execute(db)
}

/** Returns the user who created each key. */
export async function selectKeyCreators(
  { db }: Tx,
  keyIds: readonly string[],
): Promise<Map<string, AccountId>> {
  if (keyIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; user: AccountId }>`
    select id, user_id as user from api_keys where id = any(${keyIds})`.execute(db)
  return new Map(rows.map(({ id, user }) => [id, user]))
}

function rowOf(written: WrittenAnswer, users: ReadonlyMap<string, AccountId>) {
  const { answer, allowanceId, microUsd, transactionId } = written
  const { payer, endpoint, counts } = answer
  return {
    id: answer.id,
    account_id: payer.accountId,
    user_id: userOf(answer, users),
    api_key_id: payer.keyId,
    allowance_id: allowanceId,
    model_id: answer.modelId,
    endpoint_id: endpoint?.id ?? null,
    machine_id: endpoint?.machineId ?? null,
    state: answer.state,
    problem: answer.problem === null ? null : plain(answer.problem),
    input_tokens: countOf(counts.input_tokens),
    cached_tokens: countOf(counts.cached_tokens),
    output_tokens: countOf(counts.output_tokens),
    first_token_ms: finite(answer.firstTokenMs),
    tokens_per_s: finite(answer.tokensPerS),
    micro_usd: microUsd,
    transaction_id: transactionId,
    started_at: answer.startedAt,
    ended_at: answer.endedAt,
  }
}

function userOf({ payer }: EndedAnswer, users: ReadonlyMap<string, AccountId>): AccountId {
  const ofKey = payer.keyId === null ? undefined : users.get(payer.keyId)
  return payer.userId ?? ofKey ?? payer.accountId
}

/** Replaces NUL and lone surrogates, which PostgreSQL's text and JSON reject. */
function plain(text: string): string {
  return text.slice(0, textMax).replaceAll('\0', '').toWellFormed()
}

function countOf(count: number): number {
  return Number.isFinite(count) ? Math.min(countMax, Math.max(0, Math.floor(count))) : 0
}

function finite(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : value
}
