import { waitAtMost } from '@gridloom/async/wait-at-most'
import type { GenerationId } from '@gridloom/contract/core/ids'
import { accountOf } from '../../platform/ctx.ts'
import { stopElsewhere } from './answers-store.ts'
import type { ChatsCtx } from './ctx.ts'
import { findOwnedAnswer } from './messages-store.ts'
import { noSuch } from './owned-chat.ts'
import { publishChat } from './publish-chat.ts'

/** The longest wait for an engine to stop. */
const stoppingMs = 5_000

/**
 * Stops an answer; its text so far is kept. Returns once the end is written, so that the next prompt finds it ended.
 * Does nothing for an answer that has ended. @throws Refused `not_found`
 */
export async function stopAnswer(ctx: ChatsCtx, id: GenerationId): Promise<void> {
  const { accountId } = accountOf(ctx)
  const here = ctx.runningAnswers.find(id)
  if (here?.accountId === accountId) {
    here.stop('reader')
    return waitAtMost(ctx.clock, { ms: stoppingMs }, here.over)
  }
  const row = await findOwnedAnswer(ctx.db, accountId, id)
  if (row === undefined) throw noSuch('answer')
  if (row.state !== 'running') return
  await ctx.transact(async (tx) => {
    if (await stopElsewhere(tx, id)) await publishChat(tx, accountId, row.chat_id)
  })
}
