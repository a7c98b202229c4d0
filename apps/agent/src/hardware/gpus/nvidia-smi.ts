import type { Gpu } from '@gridloom/contract/machines/hardware'
import { numberOf, wholeOf } from './nvidia-cells.ts'
import { normalPciAddress } from './pci-address.ts'

/** Order of the columns in {@link nvidiaSmiArgv}. */
const columns = [
  'index',
  'uuid',
  'name',
  'memory.total',
  'driver_version',
  'pci.bus_id',
  'temperature.gpu',
  'power.draw',
  'utilization.gpu',
  'memory.used',
] as const

/** One line per GPU, with bare numbers: MiB, °C, W, percent. */
export const nvidiaSmiArgv = [
  'nvidia-smi',
  `--query-gpu=${columns.join(',')}`,
  '--format=csv,noheader,nounits',
] as const

/**
 * Parses the output of {@link nvidiaSmiArgv}. Values that a GPU does not report come as `[N/A]`, `[Not Supported]`,
 * `[Unknown Error]` or `ERR!` and become `null`. Lines that describe no GPU (the tool's own failures, which it writes
 * to standard output) are skipped.
 */
export function parseNvidiaSmi(output: string): Gpu[] {
  return output.split('\n').flatMap((line) => gpuOf(line) ?? [])
}

function gpuOf(line: string): Gpu | undefined {
  const cells = line.split(',').map((cell) => cell.trim())
  const [index, uuid, model, vram, driver, pci, temperature, power, utilization, used] = cells
  if (cells.length !== columns.length || index === undefined || model === undefined)
    return undefined
  if (!/^\d+$/.test(index) || uuid?.startsWith('GPU-') !== true) return undefined
  return {
    index: Number(index),
    uuid,
    vendor: 'nvidia',
    model,
    vram_mib: wholeOf(vram),
    driver: textOf(driver),
    pci_address: pci === undefined ? null : normalPciAddress(pci),
    temperature_c: numberOf(temperature),
    power_w: numberOf(power),
    utilization_percent: numberOf(utilization),
    memory_used_mib: wholeOf(used),
    source: 'nvidia-smi',
  }
}

function textOf(cell = ''): string | null {
  return cell === '' || cell.startsWith('[') ? null : cell
}
