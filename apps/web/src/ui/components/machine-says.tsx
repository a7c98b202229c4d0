import styles from './machine-says.module.css'

/** Words of a machine, which nobody checked, marked as whose they are. */
export function MachineSays({ text }: { text: string }) {
  return (
    <span className={styles.machineSays}>
      The machine says: <q>{text}</q>
    </span>
  )
}
