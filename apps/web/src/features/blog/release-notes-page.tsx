import { Link } from '@tanstack/react-router'
import { PublicPage } from '../../shared/components/public-page.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { releaseNotes } from './release-notes.ts'

/** The changelog of the product. */
export function ReleaseNotesPage() {
  return (
    <PublicPage title="Release notes" note={<Link to="/blog">Blog</Link>}>
      <Markdown text={releaseNotes} />
    </PublicPage>
  )
}
