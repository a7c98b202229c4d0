import type { Chat, ChatParameters } from '@gridloom/contract/chat/chat'
import type { ChatId, ChatMessageId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { newestBelow } from '@gridloom/domain/chat/chat-tree'
import { accountOf, type Tx } from '../../platform/ctx.ts'
import { modelUnknown } from '../models/index.ts'
import { updateChat } from './chats-store.ts'
import { cleanParameters } from './clean-parameters.ts'
import type { ChatsCtx } from './ctx.ts'
import { showChat } from './load-chat.ts'
import { listPlaces } from './messages-store.ts'
import { lockChat, noSuch } from './owned-chat.ts'
import { publishChat } from './publish-chat.ts'

interface ChatChange {
  readonly title?: string | undefined
  /** Shows the newest branch through this message. */
  readonly shown_id?: ChatMessageId | undefined
  readonly model_id?: ModelId | undefined
  readonly parameters?: ChatParameters | undefined
}

/**
 * Renames a chat, shows another branch of it, or changes its model and parameters. Its position in the list, by its
 * last prompt, does not change. @throws Refused `not_found`, `model_unknown`
 */
export async function changeChat(ctx: ChatsCtx, id: ChatId, change: ChatChange): Promise<Chat> {
  const { title, shown_id, model_id, parameters } = change
  const row = await ctx.transact(async (tx) => {
    const before = await lockChat(ctx, tx, id)
    if (model_id !== undefined && !ctx.endpoints.knows(model_id)) throw modelUnknown(model_id)
    const changed = {
      ...(title === undefined ? {} : { title: title.toWellFormed() }),
      ...(shown_id === undefined ? {} : { leaf_id: await leafBelow(tx, id, shown_id) }),
      ...(model_id === undefined ? {} : { model_id }),
      ...(parameters === undefined
        ? {}
        : { parameters: JSON.stringify(cleanParameters(parameters)) }),
    }
    if (Object.keys(changed).length === 0) return before
    await publishChat(tx, accountOf(ctx).accountId, id)
    return updateChat(tx, id, changed)
  })
  return showChat(ctx, row)
}

async function leafBelow({ db }: Tx, id: ChatId, shown: ChatMessageId): Promise<ChatMessageId> {
  const places = await listPlaces(db, id)
  if (!places.some((place) => place.id === shown)) throw noSuch('message')
  return newestBelow(places, shown)
}
