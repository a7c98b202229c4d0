import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { product } from '@gridloom/contract/core/product'
import type { Plugin } from 'vite'
import { feedOf } from './src/features/blog/feed-of.ts'
import { readPosts } from './src/features/blog/read-post.ts'

const folder = fileURLToPath(new URL('../../docs/blog/', import.meta.url))

/** Writes the feed of the blog, `blog/feed.xml`. */
export function feed(): Plugin {
  return {
    name: 'feed',
    apply: 'build',
    async generateBundle() {
      const names = await readdir(folder)
      const files = names.map(
        async (name) => [name, await readFile(folder + name, 'utf8')] as const,
      )
      const posts = readPosts(Object.fromEntries(await Promise.all(files)))
      const source = feedOf(product.name, posts)
      this.emitFile({ type: 'asset', fileName: 'blog/feed.xml', source })
    },
  }
}
