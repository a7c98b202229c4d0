import type { BlendFacts } from '@gridloom/contract/rendering/blend-facts'
import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import styles from './scene.module.css'

type Saved = NonNullable<BlendFacts['thumbnail']>

/** The preview that Blender saved in a file, or a note that there is none. */
export function Thumbnail({ picture, name }: { picture: Saved | null; name: string }) {
  if (picture === null) {
    return (
      <div className={styles.noPicture} role="img" aria-label={`${name} has no preview`}>
        <IconPhotoOff size={20} stroke={1.6} aria-hidden />
      </div>
    )
  }
  return <Picture picture={picture} name={name} />
}

function Picture({ picture, name }: { picture: Saved; name: string }) {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const pen = ref.current?.getContext('2d')
    if (pen) draw(pen, picture)
  }, [picture])
  return (
    <canvas
      ref={ref}
      className={styles.picture}
      width={picture.width}
      height={picture.height}
      role="img"
      aria-label={`Preview of ${name}`}
    />
  )
}

function draw(pen: CanvasRenderingContext2D, { width, height, rgba }: Saved): void {
  const bytes = Uint8ClampedArray.from(atob(rgba), (character) => character.charCodeAt(0))
  if (bytes.length !== width * height * 4) return
  pen.putImageData(new ImageData(bytes, width, height), 0, 0)
}
