import { IconPhotoOff } from '@tabler/icons-react'
import styles from './frame-picture.module.css'
import type { PictureKey } from './picture-cache.ts'
import { usePicture } from './use-picture.ts'

interface FramePictureProps {
  picture: PictureKey
  /** Said where the frame's number does not stand beside it anyway. */
  alt: string
}

/** A frame's picture, a quiet box until it is here, and a word where it cannot be had. */
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
