import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** What the answers of one model cost on one UTC day. */
export interface UsageOfDay {
  /** `2026-11-28`: the day on which they were charged; of free answers, the day on which they ended. */
  readonly day: string
  readonly modelId: string
  readonly answers: number
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  readonly microUsd: MicroUsd
}

export interface UsagePeriod {
  readonly accountId: AccountId
  /** Only this key; `null`: all keys. */
  readonly keyId: ApiKeyId | null
  /** From the begin of this day… */
  readonly from: Date
  /** …to before the begin of this one. */
  readonly until: Date
}

/** Answers are charged seconds after they end; one whose charge failed is charged again until it succeeds. */
const chargedWithin = '7 days'

/** Sums answers that were asked for with API keys by UTC day and model, oldest first. */
export async function sumUsage(
  db: Db,
  { accountId, keyId, from, until }: UsagePeriod,
): Promise<UsageOfDay[]> {
  const { rows } = await sql<UsageOfDay>`
    select to_char(charged_at at time zone 'UTC', 'YYYY-MM-DD') as day, model_id as "modelId",
      count(*)::int as answers, sum(input_tokens)::bigint as "inputTokens",
      sum(cached_tokens)::bigint as "cachedTokens", sum(output_tokens)::bigint as "outputTokens",
      sum(micro_usd)::bigint as "microUsd"
    from (
      select g.*, coalesce(t.created_at, g.ended_at) as charged_at
      from generations g left join ledger_transactions t on t.id = g.transaction_id
      where g.account_id = ${accountId} and g.api_key_id is not null
        and (${keyId}::text is null or g.api_key_id = ${keyId})
        and g.ended_at < ${until} and g.ended_at >= ${from}::timestamptz - ${chargedWithin}::interval
    ) answer
    where charged_at >= ${from} and charged_at < ${until}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
