import { Button } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { CopyLine } from '../../ui/components/copy.tsx'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import styles from './backups.module.css'

/** A password that was made, and is shown this once. */
export function MadePassword({ password, done }: { password: string; done: () => void }) {
  return (
    <div className={styles.form}>
      <p className={styles.once}>
        <IconAlertTriangleFilled size={16} aria-hidden />
        Copy the password now. It won’t be shown again, and a bucket of yours can’t be read without
        it.
      </p>
      <CopyLine text={password} label="Password" />
      <DialogButtons>
        <Button variant="filled" onClick={done}>
          I have copied it
        </Button>
      </DialogButtons>
    </div>
  )
}
