/** Writes rows as CSV (RFC 4180). Text of users goes through {@link csvQuoted}. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join(',')}\r\n`).join('')
}

/** Writes an exact amount in dollars. */
export function csvUsd(microUsd: number): string {
  return (microUsd / 1_000_000).toFixed(6)
}

/** Quotes text; a leading sign that spreadsheets take for a formula is made plain text. */
export function csvQuoted(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}
