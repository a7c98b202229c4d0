import type { Quote, QuoteLine } from '@gridloom/contract/market/quote'

/** One stretch of the stacked cost bar. */
export interface CostPart {
  readonly kind: 'compute' | 'memory' | 'disk'
  readonly text: string
  /** How much of it: `2 slots`, `64 GiB`. */
  readonly amount: string
  readonly microUsdPerHour: number
  /** Of the running price, from 0 to 1. */
  readonly share: number
}

const kindOfLine = {
  slot: 'compute',
  memory: 'memory',
  disk: 'disk',
} as const satisfies Partial<Record<QuoteLine['kind'], CostPart['kind']>>

/** What the running price is made of. The stopped disk is another price and no part of it. */
export function costParts(quote: Quote): CostPart[] {
  const whole = quote.running_micro_usd_per_hour
  return quote.lines.flatMap((line) => {
    if (line.kind === 'stopped_disk') return []
    const microUsdPerHour = line.micro_usd_per_hour
    const share = whole === 0 ? 0 : microUsdPerHour / whole
    const { text } = line
    return [{ kind: kindOfLine[line.kind], text, amount: amountOf(line), microUsdPerHour, share }]
  })
}

function amountOf({ quantity, unit }: QuoteLine): string {
  const figure = Math.round(quantity * 10) / 10
  return `${figure} ${unit}${unit === 'slot' && figure !== 1 ? 's' : ''}`
}
