import type { ChatLabel } from '@gridloom/contract/chat/chat'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { listChatLabels, searchChatLabels } from './search-chats-store.ts'

interface ChatQuery {
  readonly model_id?: ModelId | undefined
  readonly page: number
  readonly page_size: number
  /** Words of titles or messages; the last may be a prefix. */
  readonly search?: string | undefined
}

/** Returns a page of the caller's chats, newest first, and their total number. */
export async function listChats(
  ctx: Ctx,
  { model_id: modelId, page, page_size: limit, search = '' }: ChatQuery,
): Promise<{ chat_labels: ChatLabel[]; total: number }> {
  const { accountId } = accountOf(ctx)
  const wanted = { accountId, modelId, limit, offset: (page - 1) * limit }
  const { rows, total } =
    search === ''
      ? await listChatLabels(ctx.db, wanted)
      : await searchChatLabels(ctx.db, wanted, search)
  const chat_labels = rows.map(({ id, title, model_id, found, changed_at }) => ({
    chat_id: id,
    first_prompt: title,
    model_id,
    found,
    changed_at: changed_at.toISOString(),
  }))
  return { chat_labels, total }
}
