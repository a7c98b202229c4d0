import type { Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { CardProcessor } from './processor/card-processor.ts'

/** Card payments as the operator set them up. */
export interface CardPayments {
  readonly processor: CardProcessor
  /** What one payment may have. */
  readonly microUsdMin: number
  readonly microUsdMax: number
}

/** The context of this feature. */
export interface CardsCtx extends Ctx {
  /** `null`: not set up. */
  readonly cardPayments: CardPayments | null
  readonly changes: Changes
  /** The product's public address, for returns from the processor's page and links in emails. */
  readonly publicUrl: string
}

/** The part that calls of the processor and their records need. */
export type PaymentsCtx = Pick<
  CardsCtx,
  'cardPayments' | 'clock' | 'ids' | 'db' | 'transact' | 'log' | 'publicUrl'
>
