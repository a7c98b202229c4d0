import type { Gpu } from '@gridloom/contract/machines/hardware'
import { normalPciAddress } from './pci-address.ts'

/** Every PCI device with numbers and names, full addresses, one quoted line per device. */
export const lspciArgv = ['lspci', '-mm', '-nn', '-D'] as const

/** VGA, 3D and other display controllers (PCI code and id assignment, base class 03). */
const displayClasses = ['0300', '0302', '0380']
const vendors: Readonly<Record<string, Gpu['vendor']>> = {
  '10de': 'nvidia',
  '1002': 'amd',
  '8086': 'intel',
}

/**
 * Parses the output of {@link lspciArgv}. Only vendors of GPUs count: video chips of boards (ASPEED, Matrox) and
 * virtual ones cannot be rented as a GPU, nor can the one inside an Intel processor (bus 00).
 */
export function parseLspci(output: string): Gpu[] {
  const found = output.split('\n').flatMap((line) => deviceOf(line) ?? [])
  return found.map((device, index) => ({ index, ...device }))
}

function deviceOf(line: string): Omit<Gpu, 'index'> | undefined {
  const address = normalPciAddress(line.split(' ', 1)[0] ?? '')
  const [displayClass, maker, device] = [...line.matchAll(/"([^"]*)"/g)].map(
    ([, part = '']) => part,
  )
  if (address === null || displayClass === undefined || maker === undefined) return undefined
  const vendor = vendors[numberIn(maker)]
  if (vendor === undefined || !displayClasses.includes(numberIn(displayClass))) return undefined
  if (vendor === 'intel' && address.startsWith('0000:00:')) return undefined
  return { uuid: address, vendor, model: nameIn(device ?? maker), pci_address: address, ...unread }
}

const unread = {
  vram_mib: null,
  driver: null,
  temperature_c: null,
  power_w: null,
  utilization_percent: null,
  memory_used_mib: null,
  source: 'pci',
} as const

/** The number in brackets at the end: `NVIDIA Corporation [10de]`. */
function numberIn(part: string): string {
  return /\[([0-9a-f]{4})\]$/.exec(part)?.[1] ?? ''
}

/** `AD102 [GeForce RTX 4090] [2684]` is a GeForce RTX 4090; for `Device [2b85]` only the number is known. */
function nameIn(part: string): string {
  const name = part.replace(/ ?\[[0-9a-f]{4}\]$/, '')
  const product = /\[([^\]]+)\]/.exec(name)?.[1] ?? name
  return product === 'Device' ? `Device ${numberIn(part)}` : product
}
