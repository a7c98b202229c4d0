import { IconRss } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { PublicPage } from '../../shared/components/public-page.tsx'
import styles from './blog.module.css'
import { PostDate } from './post-date.tsx'
import { posts } from './posts.ts'

/** The blog: announcements, newest first, and the way to the release notes. */
export function BlogPage() {
  return (
    <PublicPage title="Blog" note="Announcements and release notes.">
      <ul className={styles.posts}>
        {posts.map(({ slug, date, title, summary }) => (
          <li key={slug} className={styles.post}>
            <PostDate date={date} />
            <h2 className={styles.name}>
              <Link to="/blog/$slug" params={{ slug }}>
                {title}
              </Link>
            </h2>
            <p className={styles.summary}>{summary}</p>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <Link to="/blog/release-notes">Release notes</Link>
        <a href="/blog/feed.xml" className={styles.feed}>
          <IconRss size={15} aria-hidden /> Feed
        </a>
      </p>
    </PublicPage>
  )
}
