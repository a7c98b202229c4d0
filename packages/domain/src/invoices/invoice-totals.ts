import type { MicroUsd } from '@gridloom/contract/core/values'
import type { InvoiceTotals } from '@gridloom/contract/invoices/invoice'

const microPerCent = 10_000n
const whole = 10_000n

export interface PricedInvoice {
  readonly totals: InvoiceTotals
  /** The lines without VAT, in their order. */
  readonly lineNetCents: readonly number[]
}

/**
 * Computes the amounts of a document from exact amounts with VAT in them. It rounds to cents once: the total is what was
 * paid, rounded half up. VAT is the part `rate / (1 + rate)` of the total, rounded half up, and the net amount is the rest.
 * Lines are rounded cumulatively, so that their sum is off from its exact value by less than a cent; the deduction
 * (without VAT) is what makes lines − deduction = net. Without a deduction, the largest line takes the difference of at
 * most one cent. Lines may be below zero, where credits of a month exceed its charges for one resource.
 *
 * @throws {RangeError} for amounts that are not whole, or beyond 2^53 - 1
 */
export function invoiceTotals(
  lines: readonly MicroUsd[],
  { deduction, rateBasisPoints }: { deduction: MicroUsd; rateBasisPoints: number },
): PricedInvoice {
  const gross = lines.reduce((sum, line) => sum + BigInt(line), 0n)
  const paid = gross - BigInt(deduction)
  const rate = BigInt(rateBasisPoints)
  const total = rounded(paid, microPerCent)
  const vat = rounded(total * rate, whole + rate)
  const net = total - vat
  const lineNet = netOfLines(lines, rate)
  const rest = sumOf(lineNet) - net
  const hasDeduction = deduction > 0 && rest > 0n
  if (!hasDeduction) takeFromLargest(lineNet, rest)
  return {
    lineNetCents: lineNet.map(asNumber),
    totals: {
      gross_micro_usd: asNumber(gross),
      deduction_micro_usd: deduction,
      paid_micro_usd: asNumber(paid),
      lines_net_cents: asNumber(sumOf(lineNet)),
      deduction_net_cents: hasDeduction ? asNumber(rest) : 0,
      net_cents: asNumber(net),
      vat_cents: asNumber(vat),
      total_cents: asNumber(total),
    },
  }
}

/** Rounds a whole number of `unit`s, half away from zero. */
function rounded(value: bigint, unit: bigint): bigint {
  const size = value < 0n ? -value : value
  const quotient = (2n * size + unit) / (2n * unit)
  return value < 0n ? -quotient : quotient
}

function netOfLines(lines: readonly MicroUsd[], rate: bigint): bigint[] {
  let before = 0n
  let sum = 0n
  return lines.map((line) => {
    sum += BigInt(line)
    const upTo = rounded(sum * whole, microPerCent * (whole + rate))
    const share = upTo - before
    before = upTo
    return share
  })
}

function takeFromLargest(lineNet: bigint[], rest: bigint): void {
  const largest = lineNet.reduce((at, net, index) => (net > (lineNet[at] ?? 0n) ? index : at), 0)
  const net = lineNet[largest]
  if (net !== undefined) lineNet[largest] = net - rest
}

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n)
}

function asNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`not a safe whole number: ${value}`)
  return number
}
