import type { AppSummary } from '@gridloom/contract/apps/app'
import { useState } from 'react'
import styles from './app-picture.module.css'

interface AppPictureProps {
  app: Pick<AppSummary, 'name' | 'picture'>
  size?: 'small' | 'medium' | 'large'
}

/** The picture of an app, or the initial of its name. Decorative: the name is shown beside it. */
export function AppPicture({ app: { name, picture }, size = 'medium' }: AppPictureProps) {
  const [isBroken, setBroken] = useState(false)
  if (picture !== null && !isBroken)
    return (
      <img
        className={styles.picture}
        data-size={size}
        src={picture}
        alt=""
        loading="lazy"
        onError={() => setBroken(true)}
      />
    )
  return (
    <span className={styles.picture} data-size={size} aria-hidden>
      {[...name.trim()][0]?.toUpperCase() ?? 'A'}
    </span>
  )
}
