import { formatBytes } from '@gridloom/domain/format-bytes'

const steps = [
  { from: 1, suffix: '' },
  { from: 1e3, suffix: 'k' },
  { from: 1e6, suffix: 'M' },
  { from: 1e9, suffix: 'B' },
] as const

/** Formats a count; from a thousand up with three digits and k, M or B: `1.24k`, `3.1M`. */
export function formatCount(count: number): string {
  const shown = steps.map(({ from, suffix }) => ({ number: digitsOf(count, from), suffix }))
  // What rounds to a thousand belongs to the next step: `1M`, not `1000k`.
  const fits = shown.find(({ number }) => Math.abs(Number(number)) < 1_000) ?? shown.at(-1)
  return `${fits?.number}${fits?.suffix}`
}

function digitsOf(count: number, from: number): string {
  const scaled = count / from
  if (from === 1) return trimZeros(scaled.toFixed(Number.isInteger(scaled) ? 0 : 1))
  const size = Math.abs(scaled)
  return trimZeros(scaled.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2))
}

/** Formats mebibytes, the contract's unit of memory: `16 GiB`. */
export function formatMib(mib: number): string {
  return formatBytes(mib * 1024 ** 2)
}

/** Formats decimal gigabytes, the contract's unit of disks: `40 GB`, `1.92 TB`. */
export function formatGb(gb: number): string {
  if (Math.round(gb) >= 1000) return `${trimZeros((gb / 1000).toFixed(2))} TB`
  return `${trimZeros(gb.toFixed(gb >= 10 ? 0 : 1))} GB`
}

/** Formats a percentage; whole from ten up: `7.4 %`, `83 %`. */
export function formatPercent(percent: number): string {
  return `${trimZeros(percent.toFixed(Math.abs(percent) >= 10 ? 0 : 1))} %`
}

/** Formats a count with its noun: `1 machine`, `2 machines`, `2 entries`. */
export function plural(count: number, word: string): string {
  return `${formatCount(count)} ${count === 1 ? word : `${word}s`.replace(/(?<=[^aeiou])ys$/, 'ies')}`
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
