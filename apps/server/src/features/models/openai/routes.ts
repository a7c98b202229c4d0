import { openai } from '@gridloom/contract/models/openai-endpoints'
import type { Routes } from '../../../platform/http/routes.ts'
import type { AnswersCtx } from '../answers/pending-answer.ts'
import { completeChat } from './complete-chat.ts'
import { completeText } from './complete-text.ts'
import { embed } from './embed.ts'
import { listModels, readModel } from './list-models.ts'

/** What the official clients of the OpenAI API call. */
export function openAiRoutes(routes: Routes<AnswersCtx>): void {
  routes.openai(openai.models, async (ctx) => ({
    kind: 'json',
    body: { object: 'list' as const, data: listModels(ctx) },
  }))
  routes.openai(openai.model, async (ctx, { params }) => ({
    kind: 'json',
    body: readModel(ctx, params.model),
  }))
  routes.openai(openai.chatCompletions, (ctx, { body }) => completeChat(ctx, body))
  routes.openai(openai.completions, (ctx, { body }) => completeText(ctx, body))
  routes.openai(openai.embeddings, async (ctx, { body }) => ({
    kind: 'json',
    body: await embed(ctx, body),
  }))
}
