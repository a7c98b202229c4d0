import { z } from 'zod'

const Cards = z.record(z.string(), z.record(z.string(), z.unknown()))
type Cards = z.infer<typeof Cards>
/** What rocm-smi writes about one card, by the names of its values. */
export type RocmCard = Cards[string]

/**
 * Parses the JSON of rocm-smi: an object with one member per card (`card0`) and one for all (`system`). Output that is
 * not JSON of that shape yields no card; warnings before the JSON are skipped.
 */
export function parseRocmCards(output: string): {
  cards: { index: number; card: RocmCard }[]
  system: RocmCard
} {
  const all = readCards(output)
  const cards = Object.entries(all).flatMap(([name, card]) => {
    const index = /^card(\d+)$/.exec(name)?.[1]
    return index === undefined ? [] : [{ index: Number(index), card }]
  })
  return { cards, system: all.system ?? {} }
}

/** The first value that a card has under one of the names, which differ between versions of the tool. */
export function textOf(card: RocmCard, names: readonly string[]): string | null {
  for (const name of names) {
    const value = card[name]
    if (typeof value === 'string' && value !== '' && value !== 'N/A') return value
  }
  return null
}

export function numberIn(card: RocmCard, names: readonly string[]): number | null {
  const value = textOf(card, names)
  return value !== null && Number.isFinite(Number(value)) ? Number(value) : null
}

const bytesPerMib = 1024 * 1024

export function mibIn(card: RocmCard, name: string): number | null {
  const bytes = numberIn(card, [name])
  return bytes === null ? null : Math.round(bytes / bytesPerMib)
}

/** The id of a card: the vendor's own, else its PCI address, else its number. */
export function rocmId(card: RocmCard, index: number, pciAddress: string | null): string {
  return textOf(card, ['Unique ID']) ?? pciAddress ?? `card${index}`
}

export const rocmTemperatures = [
  'Temperature (Sensor edge) (C)',
  'Temperature (Sensor junction) (C)',
  'Temperature (Sensor memory) (C)',
]
export const rocmPowers = [
  'Average Graphics Package Power (W)',
  'Current Socket Graphics Package Power (W)',
  'Average Socket Power (W)',
]

function readCards(output: string): Cards {
  try {
    return Cards.parse(JSON.parse(output.slice(Math.max(0, output.indexOf('{')))))
  } catch {
    // @NOTE an error text in place of JSON means that the tool finds no GPU
    return {}
  }
}
