import { openai } from '@gridloom/contract/models/openai-endpoints'
import type { Routes } from '../../../platform/http/routes.ts'
import type { AnswersCtx } from '../answers/pending-answer.ts'
import { completeChat } from './complete-chat.ts'
import { completeText } from './complete-text.ts'
import { embed } from './embed.ts'
import { listOpenAiModels, readOpenAiModel } from './list-openai-models.ts'

/** Mounts the endpoints that the official OpenAI clients call. */
export function openAiRoutes(routes: Routes<AnswersCtx>): void {
  routes.openai(openai.models, async (ctx) => ({
    kind: 'json',
    body: { object: 'list' as const, data: listOpenAiModels(ctx) },
  }))
  routes.openai(openai.model, async (ctx, { params }) => ({
    kind: 'json',
    body: readOpenAiModel(ctx, params.model),
  }))
  routes.openai(openai.chatCompletions, (ctx, { body }) => completeChat(ctx, body))
  routes.openai(openai.completions, (ctx, { body }) => completeText(ctx, body))
  routes.openai(openai.embeddings, async (ctx, { body }) => ({
    kind: 'json',
    body: await embed(ctx, body),
  }))
}
