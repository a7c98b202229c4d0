import type { CreatedApiKey } from '@gridloom/contract/keys/api-key'
import { Button, SegmentedControl } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyLine } from '../../ui/components/copy.tsx'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import styles from './api-keys.module.css'
import { type KeyLines, keyLines } from './key-code.ts'

/** Shows a new key for the only time, with an example of its use. */
export function CreatedKey({ made, done }: { made: CreatedApiKey; done: () => void }) {
  const [language, setLanguage] = useState<keyof KeyLines>('curl')
  const { scopes, models, name } = made.api_key
  const lines = keyLines({ key: made.key, scopes, models, origin: location.origin })
  return (
    <div className={styles.form}>
      <p className={styles.once}>
        <IconAlertTriangleFilled size={16} aria-hidden />
        Copy {name} now. Only its hash is stored, so it won’t be shown again.
      </p>
      <CopyLine text={made.key} label="API key" />
      <div className={styles.use}>
        <h3 className={styles.legend}>Use it</h3>
        <SegmentedControl
          size="xs"
          value={language}
          onChange={setLanguage}
          aria-label="Language"
          data={[
            { value: 'curl', label: 'API · curl' },
            { value: 'cli', label: 'Command line' },
          ]}
        />
      </div>
      <CopyLine text={lines[language]} label="Example" />
      <DialogButtons>
        <Button variant="filled" onClick={done}>
          I have copied it
        </Button>
      </DialogButtons>
    </div>
  )
}
