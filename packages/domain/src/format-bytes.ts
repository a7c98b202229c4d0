const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** Formats bytes in powers of 1024: `1.5 GiB`. */
export function formatBytes(bytes: number): string {
  const size = Math.abs(bytes)
  const last = byteUnits.length - 1
  const floor = size < 1 ? 0 : Math.min(last, Math.floor(Math.log2(size) / 10))
  const power = Math.min(last, Math.round(size / 1024 ** floor) < 1024 ? floor : floor + 1)
  const scaled = bytes / 1024 ** power
  return `${trimZeros(scaled.toFixed(power === 0 || Math.abs(scaled) >= 100 ? 0 : 1))} ${byteUnits[power]}`
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
