import type { AnswerState, ChatParameters, SharedChat } from '@gridloom/contract/chat/chat'
import type {
  AccountId,
  ChatId,
  ChatMessageId,
  ChatShareId,
  GenerationId,
} from '@gridloom/contract/core/ids'
import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { ColumnType } from 'kysely'

/** A JSON column: written as text, read as a value. */
type Json<T> = ColumnType<T, string, string>

/** The tables of chats, their messages and their shared links, as rows. A type alias, because Kysely needs an index signature. */
export type ChatTables = {
  chats: {
    id: ChatId
    account_id: AccountId
    model_id: ModelId
    title: string
    parameters: Json<ChatParameters>
    leaf_id: ChatMessageId | null
    bytes: ColumnType<number, number | undefined, number>
    created_at: Date
    changed_at: Date
  }
  chat_messages: {
    id: ChatMessageId
    chat_id: ChatId
    parent_id: ChatMessageId | null
    role: 'user' | 'assistant'
    text: string
    reasoning: ColumnType<string, string | undefined, string>
    model_id: ModelId | null
    generation_id: GenerationId | null
    state: AnswerState | null
    problem: string | null
    cost: Json<AnswerCost> | null
    at: Date
    touched_at: Date | null
  }
  chat_shares: {
    id: ChatShareId
    chat_id: ChatId
    hash: string
    content: Json<SharedChat>
    created_at: Date
    revoked_at: Date | null
  }
}
