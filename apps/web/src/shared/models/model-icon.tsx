import styles from './models.module.css'

/** A model's picture. Its name always stands beside it, so it says nothing of its own. */
export function ModelIcon({ icon, size = 32 }: { icon: string; size?: number }) {
  return <img src={icon} alt="" width={size} height={size} className={styles.icon} />
}
