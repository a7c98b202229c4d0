/**
 * Returns a PCI address as the kernel writes it, `0000:c4:00.0`: tools write it with a domain of eight digits
 * (nvidia-smi), in capitals (rocm-smi) or without a domain (lspci). `null` if the text is none.
 */
export function normalPciAddress(text: string): string | null {
  const found = /^(?:([0-9a-f]+):)?([0-9a-f]{2}):([0-9a-f]{2})\.([0-7])$/i.exec(text.trim())
  if (found === null) return null
  const [, domain = '0', bus, device, part] = found
  const shortDomain = Number.parseInt(domain, 16).toString(16).padStart(4, '0')
  return `${shortDomain}:${bus}:${device}.${part}`.toLowerCase()
}
