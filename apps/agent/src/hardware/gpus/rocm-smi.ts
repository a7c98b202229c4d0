import type { Gpu } from '@gridloom/contract/machines/hardware'
import { z } from 'zod'
import { normalPciAddress } from './pci-address.ts'

export const rocmSmiArgv = [
  'rocm-smi',
  '--showproductname',
  '--showuniqueid',
  '--showbus',
  '--showdriverversion',
  '--showmeminfo',
  'vram',
  '--showtemp',
  '--showpower',
  '--showuse',
  '--json',
] as const

const Cards = z.record(z.string(), z.record(z.string(), z.unknown()))
type Card = z.infer<typeof Cards>[string]

const bytesPerMib = 1024 * 1024

/**
 * Parses the output of {@link rocmSmiArgv}: an object with one member per card (`card0`) and one for all (`system`).
 * Names of members differ between versions of the tool, so several are tried. Output that is not JSON of that shape
 * yields no GPU; warnings before the JSON are skipped.
 */
export function parseRocmSmi(output: string): Gpu[] {
  const cards = cardsOf(output)
  const driver = text(cards.system ?? {}, ['Driver version'])
  return Object.entries(cards).flatMap(([name, card]) => {
    const index = /^card(\d+)$/.exec(name)?.[1]
    return index === undefined ? [] : [gpuOf(Number(index), card, driver)]
  })
}

function gpuOf(index: number, card: Card, driver: string | null): Gpu {
  const pci = text(card, ['PCI Bus'])
  const address = pci === null ? null : normalPciAddress(pci)
  return {
    index,
    uuid: text(card, ['Unique ID']) ?? address ?? `card${index}`,
    vendor: 'amd',
    model: modelOf(card),
    vram_mib: mib(card, 'VRAM Total Memory (B)'),
    driver,
    pci_address: address,
    temperature_c: number(card, temperatures),
    power_w: number(card, powers),
    utilization_percent: number(card, ['GPU use (%)']),
    memory_used_mib: mib(card, 'VRAM Total Used Memory (B)'),
    source: 'rocm-smi',
  }
}

const temperatures = [
  'Temperature (Sensor edge) (C)',
  'Temperature (Sensor junction) (C)',
  'Temperature (Sensor memory) (C)',
]
const powers = [
  'Average Graphics Package Power (W)',
  'Current Socket Graphics Package Power (W)',
  'Average Socket Power (W)',
]

/** Newer tools name the product in `Device Name`, older ones in `Card series`; some give only a number. */
function modelOf(card: Card): string {
  const names = ['Device Name', 'Card Series', 'Card series', 'Card Model', 'Card model']
  const known = names.map((name) => text(card, [name])).filter((name) => name !== null)
  return known.find((name) => !/^0x[0-9a-f]+$/i.test(name)) ?? known[0] ?? 'AMD GPU'
}

function text(card: Card, names: readonly string[]): string | null {
  for (const name of names) {
    const value = card[name]
    if (typeof value === 'string' && value !== '' && value !== 'N/A') return value
  }
  return null
}

function number(card: Card, names: readonly string[]): number | null {
  const value = text(card, names)
  return value !== null && Number.isFinite(Number(value)) ? Number(value) : null
}

function mib(card: Card, name: string): number | null {
  const bytes = number(card, [name])
  return bytes === null ? null : Math.round(bytes / bytesPerMib)
}

function cardsOf(output: string): z.infer<typeof Cards> {
  try {
    return Cards.parse(JSON.parse(output.slice(Math.max(0, output.indexOf('{')))))
  } catch {
    // @NOTE an error text in place of JSON means that the tool finds no GPU
    return {}
  }
}
