import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import styles from './import.module.css'
import { ImportCode } from './import-code.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportSource } from './import-source.tsx'

type Way = 'code' | 'source' | 'file'

const ways = [
  { value: 'code', label: 'Shared code' },
  { value: 'source', label: 'Docker' },
  { value: 'file', label: 'JSON file' },
] as const satisfies readonly { value: Way; label: string }[]

/** Imports a template: one that somebody shared, a text for Docker, or an exported file. */
export function ImportDialog({ close }: { close: () => void }) {
  const [way, setWay] = useState<Way>('code')
  return (
    <Modal opened onClose={close} title="Import template" size="lg">
      <div className={styles.stack}>
        <SegmentedControl
          size="xs"
          aria-label="Import from"
          value={way}
          onChange={setWay}
          data={[...ways]}
        />
        {way === 'code' && <ImportCode close={close} />}
        {way === 'source' && <ImportSource close={close} />}
        {way === 'file' && <ImportFile close={close} />}
      </div>
    </Modal>
  )
}
