import type { Quote, QuoteLine } from '@gridloom/contract/market/quote'
import { formatDuration } from '@gridloom/domain/format-duration'
import { formatPerHour, formatUsd } from '@gridloom/domain/money-format'
import { oneDigit } from './format.ts'
import type { Draw } from './output.ts'

/** The lines of a quote, and its effect on the balance. */
export function quoteText(draw: Draw, quote: Quote): string {
  const running = quote.lines.filter(({ kind }) => kind !== 'stopped_disk')
  const lines = running.map((line) => [
    `  ${line.text}`,
    quantityText(line),
    formatPerHour(line.micro_usd_per_hour),
  ])
  const total = { text: formatPerHour(quote.running_micro_usd_per_hour), tone: 'strong' as const }
  const table = draw.table(
    [{ title: 'RUNNING' }, { title: '', align: 'right' }, { title: '', align: 'right' }],
    [...lines, ['  Total', '', total]],
  )
  return [
    table,
    `While stopped, you pay for the disk only: ${formatPerHour(quote.stopped_micro_usd_per_hour)}.`,
    `Initial hold: ${formatUsd(quote.hold_micro_usd)} of your ${formatUsd(quote.available_micro_usd)} balance${lastsText(quote)}.`,
  ].join('\n')
}

function quantityText({ quantity, unit }: QuoteLine): string {
  const plural = unit === 'slot' && quantity !== 1 ? 's' : ''
  return `${oneDigit(quantity)} ${unit}${plural}`
}

function lastsText({ lasts_s }: Quote): string {
  return lasts_s === null ? '' : `, which lasts ${formatDuration(lasts_s)}`
}
