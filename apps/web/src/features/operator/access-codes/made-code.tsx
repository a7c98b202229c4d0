import { Button } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import styles from '../operator.module.css'
import type { CreatedAccessCode } from './code-form.tsx'

/** Shows an access code for the only time, and the link that contains it. */
export function MadeCode({ made, done }: { made: CreatedAccessCode; done: () => void }) {
  const origin = useQuery(configQuery(useClient())).data?.url ?? location.origin
  return (
    <div className={styles.stack}>
      <p className={styles.once}>
        <IconAlertTriangleFilled size={16} aria-hidden />
        Copy it now. Only its hash is stored, so it won’t be shown again.
      </p>
      <CopyLine text={made.code} label="Access code" />
      <p className={styles.text}>Sign-up link with the code filled in:</p>
      <CopyLine text={`${origin}/${encodeURIComponent(made.code)}`} label="Link" />
      <DialogButtons>
        <Button variant="filled" onClick={done}>
          I have copied it
        </Button>
      </DialogButtons>
    </div>
  )
}
