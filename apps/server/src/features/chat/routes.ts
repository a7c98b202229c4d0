import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import type { BeginAnswer } from '../models/index.ts'
import { answerAgain } from './answer-again.ts'
import { ask } from './ask.ts'
import { changeChat } from './change-chat.ts'
import type { ChatsCtx } from './ctx.ts'
import { exportChat } from './export-chat.ts'
import { followAnswer } from './follow-answer.ts'
import { listChats } from './list-chats.ts'
import { loadChat } from './load-chat.ts'
import { readShared } from './read-shared.ts'
import { removeChat } from './remove-chat.ts'
import { shareChat } from './share-chat.ts'
import { stopAnswer } from './stop-answer.ts'
import { unshareChat } from './unshare-chat.ts'

/** Mounts the routes of chats: asking, following answers, and managing stored chats. */
export function chatRoutes<C extends ChatsCtx>(
  routes: Routes<C>,
  { beginAnswer }: { beginAnswer: BeginAnswer },
): void {
  const { chat } = api
  routes.on(chat.list, (ctx, { query }) => listChats(ctx, query))
  routes.on(chat.ask, (ctx, { query, body }) => ask({ ...ctx, beginAnswer }, { ...query, ...body }))
  routes.on(chat.load, (ctx, { query }) => loadChat(ctx, query.chat_id))

  routes.on(chat.again, (ctx, { params, body }) =>
    answerAgain({ ...ctx, beginAnswer }, params.id, body),
  )
  routes.stream(chat.follow, (ctx, { params }, after) => followAnswer(ctx, params.id, after))
  routes.on(chat.stop, async (ctx, { params }) => {
    await stopAnswer(ctx, params.id)
    return {}
  })

  routes.on(chat.change, (ctx, { params, body }) => changeChat(ctx, params.id, body))
  routes.on(chat.remove, async (ctx, { params }) => {
    await removeChat(ctx, params.id)
    return {}
  })
  routes.download(chat.export, (ctx, { params, query }) => exportChat(ctx, params.id, query.format))
  routes.on(chat.share, (ctx, { params }) => shareChat(ctx, params.id))
  routes.on(chat.unshare, (ctx, { params }) => unshareChat(ctx, params.id))
  routes.on(chat.readShared, (ctx, { params }) => readShared(ctx, params.secret))
}
