import styles from './models.module.css'

/** A model's icon. Decorative, since the name is always next to it. */
export function ModelIcon({ icon, size = 32 }: { icon: string; size?: number }) {
  return <img src={icon} alt="" width={size} height={size} className={styles.icon} />
}
