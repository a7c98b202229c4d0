import type { ChatId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { ChatsCtx } from './ctx.ts'
import { listCosts } from './messages-store.ts'
import { ownedChat } from './owned-chat.ts'

/** One answer, without its text. */
export interface AnswerCharge {
  /** When it was asked for, ISO 8601. */
  readonly at: string
  readonly generationId: string
  readonly modelId: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly microUsd: MicroUsd
}

export interface ChatCosts {
  readonly id: ChatId
  readonly title: string
  /** Oldest first, answers in branches that are not shown included. */
  readonly answers: readonly AnswerCharge[]
  /** An answer is being generated: its cost is not known yet. */
  readonly isRunning: boolean
}

/** Returns what the answers of a chat of the caller cost. @throws Refused `not_found` */
export async function readChatCosts(
  ctx: Pick<ChatsCtx, 'actor' | 'db'>,
  id: ChatId,
): Promise<ChatCosts> {
  const { title } = await ownedChat(ctx, id)
  const rows = await listCosts(ctx.db, id)
  return {
    ...{ id, title, isRunning: rows.some(({ state }) => state === 'running') },
    answers: rows.flatMap(({ at, cost, generation_id, model_id }) =>
      cost === null
        ? []
        : [
            {
              ...{ at: at.toISOString(), generationId: generation_id ?? '' },
              ...{ modelId: model_id ?? '', inputTokens: cost.input_tokens },
              ...{ outputTokens: cost.output_tokens, microUsd: cost.micro_usd },
            },
          ],
    ),
  }
}
