/** Reads a number of nvidia-smi; `[N/A]`, `[Not Supported]`, `[Unknown Error]` and `ERR!` are `null`. */
export function numberOf(cell = ''): number | null {
  return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : null
}

/** The same, rounded. */
export function wholeOf(cell = ''): number | null {
  const value = numberOf(cell)
  return value === null ? null : Math.round(value)
}
