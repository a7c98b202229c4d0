const files = import.meta.glob<string>('../../../../../CHANGELOG.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The changelog from its first version on, for readers who are not developers. */
export const releaseNotes = notesFrom(Object.values(files)[0] ?? '')

/** Drops the text above the first version, and the brackets around versions; what is not released is the latest. */
export function notesFrom(changelog: string): string {
  return changelog
    .slice(Math.max(0, changelog.indexOf('\n## ')))
    .replace(/^## \[Unreleased\]/m, '## Latest')
    .replace(/^## \[(.+?)\]/gm, '## $1')
    .trim()
}
