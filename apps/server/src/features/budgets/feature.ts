import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import type { KeySpendCtx } from './key-spend.ts'

/** What API keys may still spend. It adds up what every feature charges and holds for a key. */
export const budgetsFeature: Feature<Ctx & KeySpendCtx, Pick<KeySpendCtx, 'keySpendOf'>> = {
  name: 'budgets',
  services: ({ all }) => ({ adapters: { keySpendOf: all.keySpend } }),
}
