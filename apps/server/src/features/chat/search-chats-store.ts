import type { ChatLabel } from '@gridloom/contract/chat/chat'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { ChatRow } from './chats-store.ts'

interface Wanted {
  readonly accountId: AccountId
  readonly modelId: ModelId | undefined
  readonly limit: number
  readonly offset: number
}
type LabelRow = Pick<ChatRow, 'id' | 'title' | 'model_id' | 'changed_at'> & Pick<ChatLabel, 'found'>
interface Labels {
  rows: LabelRow[]
  total: number
}

/** Returns a page of an account's chats, newest first, and their total number. */
export async function listChatLabels(db: Db, wanted: Wanted): Promise<Labels> {
  const where = ownedBy(wanted)
  const { rows } = await sql<LabelRow>`
    select id, title, model_id, changed_at, null as found from chats where ${where}
    order by changed_at desc, id limit ${wanted.limit} offset ${wanted.offset}`.execute(db)
  return { rows, total: await count(db, where) }
}

/** Returns those chats that match the search, with an excerpt around the match. */
export async function searchChatLabels(db: Db, wanted: Wanted, search: string): Promise<Labels> {
  const query = queryOf(search)
  const inTitle = sql<boolean>`(to_tsvector('simple', title) @@ ${query}
    or title ilike ${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`})`
  const where = sql<boolean>`${ownedBy(wanted)} and (${inTitle} or exists (
    select 1 from chat_messages m where m.chat_id = chats.id and m.search @@ ${query}))`
  const { rows } = await sql<LabelRow>`
    select id, title, model_id, changed_at, case when ${inTitle} then null else (
      select ts_headline('simple', left(m.text, 100000), ${query}, ${excerpt})
      from chat_messages m where m.chat_id = chats.id and m.search @@ ${query}
      order by m.at desc limit 1) end as found
    from chats where ${where}
    order by changed_at desc, id limit ${wanted.limit} offset ${wanted.offset}`.execute(db)
  return { rows, total: await count(db, where) }
}

/** One excerpt of 5 to 20 words around the match, without highlighting. */
const excerpt = 'MaxFragments=1, MinWords=5, MaxWords=20, ShortWord=0, StartSel="", StopSel=""'

/**
 * A query in the syntax of web search boxes (quotes, `or`, `-`); its last word also matches as a prefix, as users
 * search while they type. Source: PostgreSQL, "Parsing Queries" (`websearch_to_tsquery`).
 */
function queryOf(search: string): RawBuilder<unknown> {
  const whole = sql`websearch_to_tsquery('simple', ${search})`
  const typed = /^(?<before>(?:[^"]*"[^"]*")*[^"]*?)(?<last>[\p{L}\p{N}]+)$/u.exec(search)?.groups
  // After a minus sign, a prefix would exclude more than the user meant.
  if (typed?.last === undefined || /\S$/.test(typed.before ?? '')) return whole
  const begun = sql`to_tsquery('simple', ${`${typed.last}:*`})`
  // The part before an `or` is already in the whole query.
  const beside = (typed.before ?? '').replace(/^.*(?:^|\s)or\s+/is, '')
  return sql`(${whole} || (websearch_to_tsquery('simple', ${beside}) && ${begun}))`
}

function ownedBy({ accountId, modelId }: Wanted): RawBuilder<boolean> {
  const ofModel = modelId === undefined ? sql`` : sql`and model_id = ${modelId}`
  return sql<boolean>`account_id = ${accountId} ${ofModel}`
}

async function count(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from chats where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}
