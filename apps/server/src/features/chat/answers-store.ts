import type { AccountId, ChatId, ChatMessageId, GenerationId } from '@gridloom/contract/core/ids'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { ChatTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<ChatTables>()

/** The current text of an answer that is still being generated. */
export interface ComeText {
  readonly id: ChatMessageId
  readonly text: string
  readonly reasoning: string
}

/**
 * Saves the text of running answers so far. Returns the ids of those still running: the others were stopped or deleted.
 */
export async function saveTexts(
  { db }: Tx,
  answers: readonly ComeText[],
  at: Date,
): Promise<ChatMessageId[]> {
  const { rows } = await sql<{ id: ChatMessageId }>`
    update chat_messages m set text = come.text, reasoning = come.reasoning, touched_at = ${at}
    from unnest(${answers.map(({ id }) => id)}::text[], ${answers.map(({ text }) => text)}::text[],
      ${answers.map(({ reasoning }) => reasoning)}::text[]) come (id, text, reasoning)
    where m.id = come.id and m.state = 'running' returning m.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Marks running answers without new text as alive. Returns the ids of those still running, as {@link saveTexts} does.
 */
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

/** Returns the ids of those answers that are still running. */
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

type MessageColumns = Selectable<ChatTables['chat_messages']>

type Ended = Pick<MessageColumns, 'text' | 'reasoning' | 'state' | 'problem'> & {
  readonly cost: object | null
}

/** Writes the end of an answer. Returns `false` where its chat was deleted, or where its end is already final. */
export async function endAnswer(
  { db }: Tx,
  id: ChatMessageId,
  { cost, ...ended }: Ended,
): Promise<boolean> {
  const rows = await tablesOf(db)
    .updateTable('chat_messages')
    .set({ ...ended, cost: cost === null ? null : JSON.stringify(cost), touched_at: null })
    .where('id', '=', id)
    // An answer that was stopped by another replica has no final text and cost yet.
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

/**
 * Stops an answer that another replica generates; that replica receives the change. Returns `false` if it had ended.
 */
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

/** Marks answers that were not touched since a time as broken. Returns their chats. */
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
