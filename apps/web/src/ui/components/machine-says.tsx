import styles from './machine-says.module.css'

/** Unverified text of a machine, marked as such. */
export function MachineSays({ text }: { text: string }) {
  return (
    <span className={styles.machineSays}>
      Message from the machine: <q>{text}</q>
    </span>
  )
}
