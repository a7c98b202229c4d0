import type { Feature } from '../../platform/feature.ts'
import type { AnswersCtx } from './answers/pending-answer.ts'
import type { ModelsCtx } from './ctx.ts'
import { modelRoutes } from './hub/routes.ts'
import { answerCharged } from './money/answer-charged.ts'
import { closeAllowancesOf, readAllowanceKeySpend } from './money/index.ts'
import { openAiRoutes } from './openai/index.ts'
import { modelsPersonalData } from './personal-data-store.ts'
import { serveFirstModel } from './serving/serve-first-model.ts'
import { tidyMinutes } from './stats/tidy-minutes.ts'

export const modelsFeature: Feature<ModelsCtx & Omit<AnswersCtx, 'endpoints'>> = {
  name: 'models',
  personalData: modelsPersonalData,
  routes: (routes) => {
    modelRoutes(routes)
    openAiRoutes(routes)
  },
  scheduled: [{ name: 'tidy-minutes', schedule: { every: 'hour', minute: 22 }, run: tidyMinutes }],
  topics: { model: { show: async () => ({ event: 'models', data: {} }) } },
  keySpend: readAllowanceKeySpend,
  events: [answerCharged],
  hooks: {
    'machine.enrolled': async (ctx, tx, machine) => {
      if (machine.isHere) await serveFirstModel(ctx, tx, machine)
    },
    'account.closing': (ctx, tx, { accountId }) => closeAllowancesOf(ctx, tx, accountId),
  },
}
