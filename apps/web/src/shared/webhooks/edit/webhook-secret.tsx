import { Button } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import styles from '../webhooks.module.css'

interface WebhookSecretProps {
  secret: string
  isRotated?: true
  done: () => void
}

/** Shows a new signing secret for the only time. */
export function WebhookSecret({ secret, isRotated, done }: WebhookSecretProps) {
  return (
    <div className={styles.form}>
      <p className={styles.once}>
        <IconAlertTriangleFilled size={16} aria-hidden />
        Copy the secret now. It won’t be shown again.
      </p>
      <CopyLine text={secret} label="Signing secret" />
      <p className={styles.hint}>
        {isRotated
          ? 'The previous secret is valid beside it for 24 hours.'
          : 'Your receiver verifies each delivery with it.'}
      </p>
      <DialogButtons>
        <Button variant="filled" onClick={done}>
          I have copied it
        </Button>
      </DialogButtons>
    </div>
  )
}
