/** A row of CSV (RFC 4180), with its line break. Numbers stay as they are. */
export function csvRow(values: readonly (string | number)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** A cell that a spreadsheet would read as a formula gets a quote before it, as labels are texts of users. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
