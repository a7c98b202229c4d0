import type { Quote, QuoteLine } from '@gridloom/contract/market/quote'

/** One part of the stacked cost bar. */
export interface CostPart {
  readonly kind: 'compute' | 'memory' | 'disk'
  readonly text: string
  /** Its quantity: `2 slots`, `64 GiB`. */
  readonly amount: string
  readonly microUsdPerHour: number
  /** Share of the running price, from 0 to 1. */
  readonly share: number
}

const kindOfLine = {
  slot: 'compute',
  memory: 'memory',
  disk: 'disk',
} as const satisfies Partial<Record<QuoteLine['kind'], CostPart['kind']>>

/** Returns the parts of the running price. A stopped disk has a price of its own and is not included. */
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
