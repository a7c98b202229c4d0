import type { MediaFile } from '@gridloom/contract/media/media'
import { formatDuration } from '@gridloom/domain/format-duration'
import { IconPhoto, IconPhotoOff, IconVideo } from '@tabler/icons-react'
import { useRuntime } from '../../api/runtime.tsx'
import styles from './post-media.module.css'

interface MediaThumbProps {
  kind: 'picture' | 'video'
  file: MediaFile | null
  /** What it shows; empty where the text beside it says so. */
  alt: string
}

/** A picture, or the poster of a video with its duration. */
export function MediaThumb({ kind, file, alt }: MediaThumbProps) {
  const { apiUrl } = useRuntime()
  const address = file?.poster_url ?? (kind === 'picture' ? file?.file_url : undefined)
  const KindIcon = file === null ? IconPhotoOff : kind === 'video' ? IconVideo : IconPhoto
  return (
    <span className={styles.thumb}>
      {address == null ? (
        <KindIcon size={22} stroke={1.4} aria-hidden />
      ) : (
        <img src={apiUrl + address} alt={alt} loading="lazy" />
      )}
      {file?.duration_s != null && (
        <span className={styles.duration}>
          <IconVideo size={12} aria-hidden /> {formatDuration(file.duration_s)}
        </span>
      )}
    </span>
  )
}
