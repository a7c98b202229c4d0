/** A post of the blog. */
export interface Post {
  /** The last segment of its address. */
  slug: string
  /** The day of its publication, such as `2026-11-23`. */
  date: string
  title: string
  /** Its first paragraph, as plain text. */
  summary: string
  /** The Markdown below the title. */
  text: string
}

/**
 * Reads a post from its file: `2026-11-23-a-title.md` has the day and the slug in its name, the title in its first line
 * and the summary in its first paragraph. `undefined` if it has another form.
 */
export function readPost(file: string, content: string): Post | undefined {
  const [, date, slug] = /(\d{4}-\d{2}-\d{2})-([\w-]+)\.md$/.exec(file) ?? []
  const [, title, text] = /^# (.+)\n+([\s\S]+)$/.exec(content.trim()) ?? []
  if (!date || !slug || !title || !text) return undefined
  const summary = (text.split(/\n{2,}/)[0] ?? '').replaceAll('\n', ' ')
  return { slug, date, title, summary, text }
}

/** Reads the posts of a folder, given as contents by file name, newest first. */
export function readPosts(files: Readonly<Record<string, string>>): Post[] {
  return Object.entries(files)
    .flatMap(([file, content]) => readPost(file, content) ?? [])
    .sort((one, other) => other.date.localeCompare(one.date))
}
