const files = import.meta.glob<string>('../../../../../CHANGELOG.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** The changelog from its first day on, for readers who are not developers. */
export const releaseNotes = notesFrom(Object.values(files)[0] ?? '')

/** Drops the text above the first day, and writes each day as posts do: `November 23, 2026`. */
export function notesFrom(changelog: string): string {
  return changelog
    .slice(Math.max(0, changelog.indexOf('\n## ')))
    .replace(/^## (\d{4}-\d{2}-\d{2})$/gm, (_, day) => `## ${format.format(Date.parse(day))}`)
    .trim()
}
