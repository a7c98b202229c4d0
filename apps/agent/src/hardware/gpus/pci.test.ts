import { Gpu } from '@gridloom/contract/machines/hardware'
import { describe, expect, it } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { parseLspci } from './pci.ts'
import { normalPciAddress } from './pci-address.ts'

describe('lspci', () => {
  it('yields the GPUs of a workstation without the integrated one', () => {
    expect(read('lspci-workstation.txt').map(brief)).toEqual([
      [0, 'nvidia', 'GeForce RTX 4090', '0000:01:00.0'],
      [1, 'intel', 'Arc A770', '0000:05:00.0'],
    ])
  })

  it('skips the video chip of a server board, and yields a GPU without a known name', () => {
    expect(read('lspci-server.txt').map(brief)).toEqual([
      [0, 'nvidia', 'Device 2b85', '0000:1b:00.0'],
      [1, 'amd', 'Instinct MI250X/MI250', '0000:c1:00.0'],
    ])
  })

  it('yields no GPU in a virtual machine', () => {
    expect(read('lspci-virtual.txt')).toEqual([])
  })

  it('yields null for values that the bus does not report', () => {
    const [first] = read('lspci-workstation.txt')
    expect(first).toMatchObject({
      vram_mib: null,
      driver: null,
      temperature_c: null,
      source: 'pci',
    })
  })
})

describe('a PCI address', () => {
  it.each([
    ['00000000:C4:00.0', '0000:c4:00.0'],
    ['0000000F:01:00.0', '000f:01:00.0'],
    ['0000:C4:00.0', '0000:c4:00.0'],
    ['c4:00.0', '0000:c4:00.0'],
    ['00010000:01:00.0', '10000:01:00.0'],
  ])('is normalised from %s to %s', (text, normal) => {
    expect(normalPciAddress(text)).toBe(normal)
  })

  it.each(['', '[N/A]', 'card0', '00:00'])('is null for %j', (text) => {
    expect(normalPciAddress(text)).toBeNull()
  })
})

function brief({ index, vendor, model, pci_address }: Gpu) {
  return [index, vendor, model, pci_address]
}

function read(name: string): Gpu[] {
  return Gpu.array().parse(parseLspci(fixture(import.meta.url, name)))
}
