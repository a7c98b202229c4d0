import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseLspci } from './pci.ts'
import { listPciDevices } from './sysfs.ts'

describe('PCI devices from the kernel', () => {
  it('are listed as by lspci, without names', async () => {
    await using test = await setup({
      '0000:01:00.0': ['0x030000', '0x10de', '0x2684'],
      '0000:01:00.1': ['0x040300', '0x10de', '0x22ba'],
      '0000:03:00.0': ['0x030000', '0x1a03', '0x2000'],
      '0000:c1:00.0': ['0x038000', '0x1002', '0x7408'],
    })
    const gpus = parseLspci(await listPciDevices(test.folder))
    expect(gpus.map(({ vendor, model, uuid }) => [vendor, model, uuid])).toEqual([
      ['nvidia', 'Device 2684', '0000:01:00.0'],
      ['amd', 'Device 7408', '0000:c1:00.0'],
    ])
  })

  it('are empty if the kernel has no PCI', async () => {
    await using test = await setup({})
    expect(await listPciDevices(join(test.folder, 'none'))).toBe('')
    expect(await listPciDevices(test.folder)).toBe('')
  })
})

/** A folder like the kernel's: address → class, vendor, device. */
async function setup(devices: Record<string, [string, string, string]>) {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-pci-'))
  for (const [address, numbers] of Object.entries(devices)) {
    await mkdir(join(folder, address))
    for (const [place, name] of ['class', 'vendor', 'device'].entries()) {
      await writeFile(join(folder, address, name), `${numbers[place]}\n`)
    }
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
