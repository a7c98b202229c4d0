import type { Gpu } from '@gridloom/contract/machines/hardware'
import { normalPciAddress } from './pci-address.ts'
import {
  mibIn,
  numberIn,
  parseRocmCards,
  type RocmCard,
  rocmId,
  rocmPowers,
  rocmTemperatures,
  textOf,
} from './rocm-cards.ts'

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

/** Parses the output of {@link rocmSmiArgv}. Names of members differ between versions of the tool, so several are tried. */
export function parseRocmSmi(output: string): Gpu[] {
  const { cards, system } = parseRocmCards(output)
  const driver = textOf(system, ['Driver version'])
  return cards.map(({ index, card }) => gpuOf(index, card, driver))
}

function gpuOf(index: number, card: RocmCard, driver: string | null): Gpu {
  const pci = textOf(card, ['PCI Bus'])
  const address = pci === null ? null : normalPciAddress(pci)
  return {
    index,
    uuid: rocmId(card, index, address),
    vendor: 'amd',
    model: modelOf(card),
    vram_mib: mibIn(card, 'VRAM Total Memory (B)'),
    driver,
    pci_address: address,
    temperature_c: numberIn(card, rocmTemperatures),
    power_w: numberIn(card, rocmPowers),
    utilization_percent: numberIn(card, ['GPU use (%)']),
    memory_used_mib: mibIn(card, 'VRAM Total Used Memory (B)'),
    source: 'rocm-smi',
  }
}

/** Newer tools name the product in `Device Name`, older ones in `Card series`; some give only a number. */
function modelOf(card: RocmCard): string {
  const names = ['Device Name', 'Card Series', 'Card series', 'Card Model', 'Card model']
  const known = names.map((name) => textOf(card, [name])).filter((name) => name !== null)
  return known.find((name) => !/^0x[0-9a-f]+$/i.test(name)) ?? known[0] ?? 'AMD GPU'
}
