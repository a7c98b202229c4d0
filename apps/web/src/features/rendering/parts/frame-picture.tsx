import { IconPhotoOff } from '@tabler/icons-react'
import styles from './frame-picture.module.css'
import type { PictureKey } from './picture-cache.ts'
import { usePicture } from './use-picture.ts'

interface FramePictureProps {
  picture: PictureKey
  /** Alternative text, if the frame's number is not shown next to it. */
  alt: string
}

/** A frame's picture, with a placeholder while it loads and a text if it is not available. */
export function FramePicture({ picture, alt }: FramePictureProps) {
  const outcome = usePicture(picture)
  if (outcome?.kind === 'here') {
    return <img className={styles.picture} src={outcome.address} alt={alt} draggable={false} />
  }
  if (outcome?.kind === 'failed') {
    return (
      <span className={styles.none}>
        <IconPhotoOff size={16} stroke={1.6} aria-hidden />
        no picture
      </span>
    )
  }
  return <span className={styles.waiting} />
}
