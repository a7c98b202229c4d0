import type { AccountId, ChatId, ChatMessageId, GenerationId } from '@gridloom/contract/core/ids'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ChatTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<ChatTables>()

/** An answer with what has come of it since it was last written. */
export interface ComeText {
  readonly id: ChatMessageId
  readonly text: string
}

/** Writes what has come of running answers. Gives those that are still running: the others were stopped or deleted. */
export async function saveTexts(
  { db }: Tx,
  answers: readonly ComeText[],
  at: Date,
): Promise<ChatMessageId[]> {
  const { rows } = await sql<{ id: ChatMessageId }>`
    update chat_messages m set text = come.text, touched_at = ${at}
    from unnest(${answers.map(({ id }) => id)}::text[], ${answers.map(({ text }) => text)}::text[])
      come (id, text)
    where m.id = come.id and m.state = 'running' returning m.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Says of running answers of which nothing new has come that somebody is at them. Gives what {@link saveTexts} gives. */
export async function touchAnswers(
  { db }: Tx,
  ids: readonly ChatMessageId[],
  at: Date,
): Promise<ChatMessageId[]> {
  const rows = await tablesOf(db)
    .updateTable('chat_messages')
    .set({ touched_at: at })
    .where('id', 'in', ids)
    .where('state', '=', 'running')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of these answers that are still to be made. */
export async function stillRunning(
  db: Db,
  ids: readonly ChatMessageId[],
): Promise<ChatMessageId[]> {
  const rows = await tablesOf(db)
    .selectFrom('chat_messages')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'running')
    .execute()
  return rows.map(({ id }) => id)
}

type Ended = Pick<Selectable<ChatTables['chat_messages']>, 'text' | 'state' | 'problem'> & {
  readonly cost: object | null
}

/** Writes the end of an answer; `false`: its chat was deleted, or others have ended it for good. */
export async function endAnswer(
  { db }: Tx,
  id: ChatMessageId,
  { cost, ...ended }: Ended,
): Promise<boolean> {
  const rows = await tablesOf(db)
    .updateTable('chat_messages')
    .set({ ...ended, cost: cost === null ? null : JSON.stringify(cost), touched_at: null })
    .where('id', '=', id)
    // One that was stopped elsewhere still wants its last words and its cost.
    .where((e) =>
      e.or([
        e('state', '=', 'running'),
        e.and([e('state', '=', 'stopped'), e('cost', 'is', null)]),
      ]),
    )
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Ends an answer that another replica makes; it hears of that. `false`: it had ended. */
export async function stopElsewhere({ db }: Tx, id: GenerationId): Promise<boolean> {
  const rows = await tablesOf(db)
    .updateTable('chat_messages')
    .set({ state: 'stopped', touched_at: null })
    .where('generation_id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Ends answers that nobody has touched since. Gives the chats that they are in. */
export async function breakUntouched(
  { db }: Tx,
  since: Date,
  problem: string,
): Promise<{ chat_id: ChatId; account_id: AccountId }[]> {
  const { rows } = await sql<{ chat_id: ChatId; account_id: AccountId }>`
    update chat_messages m set state = 'broken', problem = ${problem}, touched_at = null
    from chats where chats.id = m.chat_id and m.state = 'running' and m.touched_at < ${since}
    returning m.chat_id, chats.account_id`.execute(db)
  return rows
}
