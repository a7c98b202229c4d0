import type { Post } from './read-post.ts'

/**
 * Returns the posts as an Atom feed. Its links are relative, as the address of the installation is not known when the
 * app is built; readers resolve them against the feed's own. Source: RFC 4287, sections 2 and 4.2.7.
 */
export function feedOf(name: string, posts: readonly Post[]): string {
  const updated = timeOf(posts[0]?.date ?? '1970-01-01')
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <title>${escaped(name)} blog</title>`,
    `  <id>${idOf('blog')}</id>`,
    `  <updated>${updated}</updated>`,
    `  <author><name>${escaped(name)}</name></author>`,
    '  <link rel="self" href="/blog/feed.xml"/>',
    '  <link href="/blog"/>',
    ...posts.flatMap((post) => [
      '  <entry>',
      `    <title>${escaped(post.title)}</title>`,
      `    <id>${idOf(`blog/${post.slug}`)}</id>`,
      `    <link href="/blog/${post.slug}"/>`,
      `    <updated>${timeOf(post.date)}</updated>`,
      `    <summary>${escaped(post.summary)}</summary>`,
      '  </entry>',
    ]),
    '</feed>',
    '',
  ].join('\n')
}

/** A permanent id that needs no address. Source: RFC 4151. */
function idOf(path: string): string {
  return `tag:gridloom,2026:${path}`
}

function timeOf(date: string): string {
  return `${date}T00:00:00Z`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
