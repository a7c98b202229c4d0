import { type Post, readPosts } from './read-post.ts'

/** The posts in `docs/blog`, newest first. */
export const posts: readonly Post[] = readPosts(
  import.meta.glob<string>('../../../../../docs/blog/*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
