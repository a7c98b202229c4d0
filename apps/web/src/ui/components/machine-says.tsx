import styles from './machine-says.module.css'

/** Unverified text of a machine, marked as such. */
export function MachineSays({ text }: { text: string }) {
  return (
    <span className={styles.machineSays}>
      The machine says: <q>{text}</q>
    </span>
  )
}
