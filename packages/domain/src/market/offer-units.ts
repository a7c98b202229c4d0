import type { NumberOfferField, OfferUnit } from '@gridloom/contract/market/offer-field'

/** What a number is multiplied by: a power of ten as its exponent, which is exact, or a factor. */
type Scale = { readonly tens: number } | { readonly factor: number }

interface UnitWords {
  /** The scale of a number without a unit word. */
  readonly usual: Scale
  readonly words: Readonly<Record<string, Scale>>
  /** The word of the base, in which every value can be written. */
  readonly base: string
  /** What follows the number in tables. */
  readonly label: string
}

const one = { tens: 0 } as const
const mib = { m: one, mb: one, mib: one } as const
const gib = { factor: 1_024 } as const
const tib = { factor: 1_048_576 } as const
const bits = { m: one, mbps: one, g: { tens: 3 }, gbps: { tens: 3 } } as const
const bytes = { m: one, mb: one, 'mb/s': one, g: { tens: 3 }, gb: { tens: 3 }, 'gb/s': { tens: 3 } }
const scores = { k: { tens: 3 } } as const

/** The words of units after numbers, in lower case. */
export const offerUnits = {
  count: { usual: one, words: scores, base: '', label: '' },
  score: { usual: one, words: scores, base: '', label: '' },
  mib: {
    ...{ usual: gib, base: 'm', label: 'GiB' },
    words: { ...mib, g: gib, gb: gib, gib, t: tib, tb: tib, tib },
  },
  gb: {
    ...{ usual: one, base: 'g', label: 'GB' },
    words: { g: one, gb: one, t: { tens: 3 }, tb: { tens: 3 } },
  },
  mbps: { usual: one, words: bits, base: 'm', label: 'Mbit/s' },
  mb_s: { usual: one, words: bytes, base: 'm', label: 'MB/s' },
  gb_s: { usual: one, words: { g: one, gb: one, 'gb/s': one }, base: 'g', label: 'GB/s' },
  tflops: { usual: one, words: { t: one, tflop: one, tflops: one }, base: 't', label: 'TFLOPS' },
  mhz: { usual: one, words: { mhz: one, ghz: { tens: 3 } }, base: 'mhz', label: 'MHz' },
  watts: { usual: one, words: { w: one, kw: { tens: 3 } }, base: 'w', label: 'W' },
  ms: { usual: one, words: { ms: one, s: { tens: 3 } }, base: 'ms', label: 'ms' },
  s: {
    ...{ usual: one, base: 's', label: 's' },
    words: { s: one, m: { factor: 60 }, min: { factor: 60 }, h: { factor: 3_600 } },
  },
  days: {
    ...{ usual: one, base: 'd', label: 'd' },
    words: { d: one, w: { factor: 7 }, y: { factor: 365 } },
  },
  percent: { usual: one, words: { '%': one }, base: '%', label: '%' },
  usd: {
    ...{ usual: { tens: 6 }, base: 'micro', label: '$' },
    words: { $: { tens: 6 }, usd: { tens: 6 }, '/h': { tens: 6 }, micro: one },
  },
} as const satisfies Record<OfferUnit, UnitWords>

const written = /^\$?(\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,3}))?([a-z%/$]{0,8})$/i

/** Reads a number with its unit as a query has it: `24`, `24g`, `500M`, `$0.5`. `undefined`: it is none. */
export function parseUnits(unit: OfferUnit, text: string): number | undefined {
  const [, digits, exponent = '0', word = ''] = written.exec(text) ?? []
  const scale = digits === undefined ? undefined : scaleOf(unit, word.toLowerCase())
  if (scale === undefined) return undefined
  const tens = Number(exponent) + ('tens' in scale ? scale.tens : 0)
  const value = Number(`${digits}e${tens}`) * ('factor' in scale ? scale.factor : 1)
  return Number.isFinite(value) ? value : undefined
}

function scaleOf(unit: OfferUnit, word: string): Scale | undefined {
  const { usual, words, base }: UnitWords = offerUnits[unit]
  if (word === '') return usual
  if (word === base) return one
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** Writes a value so that {@link parseUnits} reads exactly it again, without a unit word where that is possible. */
export function formatUnits(unit: OfferUnit, value: number): string {
  const { usual, base }: UnitWords = offerUnits[unit]
  const short = 'tens' in usual ? shifted(value, -usual.tens) : plain(value / usual.factor)
  const fits = short.length <= 12 && parseUnits(unit, short) === value
  return fits ? short : `${plain(value)}${base}`
}

/** The decimal point moved, without an error of multiplication. */
function shifted(value: number, tens: number): string {
  return plain(Number(`${value}e${tens}`.replace(/e([+-]?\d+)e/, (_, e) => `e${Number(e)}`)))
}

function plain(value: number): string {
  return String(value)
}

/** The greatest value of a field below another; `undefined`: none. */
export function justBelow({ step }: NumberOfferField, value: number): number | undefined {
  const below = rounded((Math.ceil(value / step - 1e-9) - 1) * step)
  return below < 0 ? undefined : below
}

/** The least value of a field above another. */
export function justAbove({ step }: NumberOfferField, value: number): number {
  return rounded((Math.floor(value / step + 1e-9) + 1) * step)
}

/** Steps have three decimals at most. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
