import type { GpuReading } from '@gridloom/contract/machines/gpu-reading'
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
import { asGpuReading } from './sane-reading.ts'

export const rocmSensorsArgv = [
  'rocm-smi',
  '--showuniqueid',
  '--showbus',
  '--showmeminfo',
  'vram',
  '--showtemp',
  '--showpower',
  '--showmaxpower',
  '--showuse',
  '--showclocks',
  '--showfan',
  '--json',
] as const

/** Parses the output of {@link rocmSensorsArgv}. The tool reports neither memory errors nor reasons for lower clocks here. */
export function parseRocmSensors(output: string): GpuReading[] {
  return parseRocmCards(output).cards.map(({ index, card }) => readingOf(index, card))
}

function readingOf(index: number, card: RocmCard): GpuReading {
  const pci = textOf(card, ['PCI Bus'])
  return asGpuReading({
    uuid: rocmId(card, index, pci === null ? null : normalPciAddress(pci)),
    temperature_c: numberIn(card, rocmTemperatures),
    power_w: numberIn(card, rocmPowers),
    power_limit_w: numberIn(card, ['Max Graphics Package Power (W)']),
    utilization_percent: numberIn(card, ['GPU use (%)']),
    memory_used_mib: mibIn(card, 'VRAM Total Used Memory (B)'),
    sm_clock_mhz: megahertz(card, 'sclk clock speed:'),
    memory_clock_mhz: megahertz(card, 'mclk clock speed:'),
    fan_percent: numberIn(card, ['Fan speed (%)', 'Fan Speed (%)']),
    ecc_corrected: null,
    ecc_uncorrected: null,
    throttle_reasons: null,
  })
}

/** Reads a clock, `(1600Mhz)`. */
function megahertz(card: RocmCard, name: string): number | null {
  const value = /^\(?(\d+)\s*mhz\)?$/i.exec(textOf(card, [name]) ?? '')?.[1]
  return value === undefined ? null : Number(value)
}
