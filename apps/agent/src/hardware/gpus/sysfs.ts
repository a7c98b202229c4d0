import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../host/files.ts'

/** The kernel's folder of PCI devices: one folder per device, named by its address. */
export const pciFolder = '/sys/bus/pci/devices'

/**
 * Returns what `lspci -mm -nn -D` would print, from the kernel's own files and without names: for machines that do not
 * have pciutils. Empty if there is no such folder.
 */
export async function listPciDevices(folder: string): Promise<string> {
  const addresses = await readdir(folder).catch((cause) => {
    if (isMissing(cause)) return []
    throw cause
  })
  const lines = await Promise.all(addresses.map((address) => lineOf(folder, address)))
  return lines.sort().join('\n')
}

async function lineOf(folder: string, address: string): Promise<string> {
  const read = async (name: string) => (await readFile(join(folder, address, name), 'utf8')).trim()
  const [deviceClass, vendor, device] = await Promise.all(['class', 'vendor', 'device'].map(read))
  // `0x030000` is class 0300; `0x10de` is vendor 10de.
  return `${address} "Class [${deviceClass?.slice(2, 6)}]" "Vendor [${vendor?.slice(2)}]" "Device [${device?.slice(2)}]"`
}
