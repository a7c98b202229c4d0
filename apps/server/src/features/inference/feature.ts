import type { Feature } from '../../platform/feature.ts'
import { beginAnswer } from './answers/index.ts'
import {
  answersAtOnceQuota,
  type ChatsCtx,
  chatQuota,
  chatRoutes,
  chatTextQuota,
  deleteChatsOf,
} from './chats/index.ts'
import type { ModelsCtx } from './ctx.ts'
import { serveFirstModel } from './endpoints/serve-first-model.ts'
import { tidyMinutes } from './endpoints/tidy-minutes.ts'
import { modelRoutes } from './hub/routes.ts'
import { closeTabsOf, readTabKeySpend } from './money/index.ts'
import { openAiRoutes } from './openai/index.ts'

export const modelsFeature: Feature<ModelsCtx & Omit<ChatsCtx, 'endpoints'>> = {
  name: 'models',
  routes: (routes) => {
    modelRoutes(routes)
    openAiRoutes(routes)
  },
  scheduled: [{ name: 'tidy-minutes', cron: '22 * * * *', run: tidyMinutes }],
  keySpend: readTabKeySpend,
  on: {
    'machine.enrolled': async (ctx, tx, machine) => {
      if (machine.isHere) await serveFirstModel(ctx, tx, machine)
    },
    'account.closing': (ctx, tx, { accountId }) => closeTabsOf(ctx, tx, accountId),
  },
}

export const chatFeature: Feature<ModelsCtx & Omit<ChatsCtx, 'endpoints'>> = {
  name: 'chat',
  routes: (routes) => chatRoutes(routes, { beginAnswer }),
  quotas: [chatQuota, chatTextQuota, answersAtOnceQuota],
  on: { 'account.closed': (_ctx, tx, { accountId }) => deleteChatsOf(tx, accountId) },
}
