import { useDocumentTitle } from '@mantine/hooks'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { PublicPage } from '../../shared/components/public-page.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { PostDate } from './post-date.tsx'
import { posts } from './posts.ts'
import type { Post } from './read-post.ts'

/** One post of the blog. An unknown one leads to the start page, like every unknown path. */
export function PostPage() {
  const { slug } = useParams({ from: '/blog/$slug' })
  const post = posts.find((one) => one.slug === slug)
  return post ? <ShownPost post={post} /> : <Navigate to="/onboarding" replace />
}

function ShownPost({ post }: { post: Post }) {
  useDocumentTitle(post.title)
  return (
    <PublicPage
      title={post.title}
      note={
        <>
          <PostDate date={post.date} /> · <Link to="/blog">Blog</Link>
        </>
      }
    >
      <Markdown text={post.text} />
    </PublicPage>
  )
}
