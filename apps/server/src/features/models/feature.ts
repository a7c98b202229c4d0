import type { Feature } from '../../platform/feature.ts'
import type { KeySpendCtx } from '../budgets/index.ts'
import type { AnswersCtx } from './answers/pending-answer.ts'
import { createModelServices, type ModelAdapters } from './create-model-services.ts'
import type { ModelsCtx } from './ctx.ts'
import { modelRoutes } from './hub/routes.ts'
import { answerCharged } from './money/answer-charged.ts'
import { closeAllowancesOf, readAllowanceKeySpend } from './money/index.ts'
import { openAiRoutes } from './openai/index.ts'
import { modelsPersonalData } from './personal-data-store.ts'
import { serveFirstModel } from './serving/serve-first-model.ts'
import { tidyMinutes } from './stats/tidy-minutes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** The models that a machine serves, or a model; the subject is the model's id. */
    model: 'stored'
  }
}

type ModelsFeatureCtx = ModelsCtx & AnswersCtx & KeySpendCtx

export const modelsFeature: Feature<ModelsFeatureCtx, ModelAdapters> = {
  name: 'models',
  services: (parts) => createModelServices({ ...parts, packageIndex: parts.config.packageIndex }),
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
