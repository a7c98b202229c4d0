import { channelNames } from '@gridloom/contract/channels/channel'
import type { Media, MediaKind } from '@gridloom/contract/media/media'
import { type Icon, IconArticle, IconLink, IconPhoto, IconVideo } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRuntime } from '../../api/runtime.tsx'
import styles from './media.module.css'
import { durationText, kindWords } from './media-words.ts'

const icons: Readonly<Record<MediaKind, Icon>> = {
  video: IconVideo,
  picture: IconPhoto,
  text: IconArticle,
  link: IconLink,
}

/** Media as cards with their posters. */
export function MediaGrid({ media }: { media: readonly Media[] }) {
  return (
    <ul className={styles.grid} aria-label="Media">
      {media.map((one) => (
        <li key={one.id}>
          <MediaCard media={one} />
        </li>
      ))}
    </ul>
  )
}

function MediaCard({ media }: { media: Media }) {
  const { apiUrl } = useRuntime()
  const { id, kind, title, detail, file, platforms, active_posts: posts } = media
  const poster = file?.poster_url ?? (kind === 'picture' ? (file?.file_url ?? null) : null)
  const CardIcon = icons[kind]
  return (
    <Link to="/ambassador/library/$mediaId" params={{ mediaId: id }} className={styles.card}>
      <span className={styles.poster}>
        {poster === null ? (
          <CardIcon size={28} stroke={1.4} aria-hidden />
        ) : (
          <img src={apiUrl + poster} alt="" loading="lazy" />
        )}
        {file?.duration_s != null && (
          <span className={styles.duration}>{durationText(file.duration_s)}</span>
        )}
      </span>
      <span className={styles.title}>{title}</span>
      <span className={styles.hint}>
        {[kindWords[kind], ...platforms.map((one) => channelNames[one])].join(' · ')}
      </span>
      {poster === null && detail !== '' && <span className={styles.excerpt}>{detail}</span>}
      {posts.length > 0 && (
        <span className={styles.hint}>
          {posts.length === 1 ? '1 post uses it' : `${posts.length} posts use it`}
        </span>
      )}
    </Link>
  )
}
