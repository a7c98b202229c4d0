import type { TemplateVersion } from '@gridloom/contract/templates/template'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { diffContents } from './content-diff.ts'
import { FieldDiff } from './field-diff.tsx'
import styles from './versions.module.css'

interface CompareDialogProps {
  /** Newest first. */
  versions: readonly TemplateVersion[]
  chosen: string
  close: () => void
}

/** What changed between two versions, field by field. */
export function CompareDialog({ versions, chosen, close }: CompareDialogProps) {
  const [from, setFrom] = useState(() => partnerOf(versions, chosen))
  const [to, setTo] = useState(chosen)
  const one = versions.find(({ version }) => version === from)
  const two = versions.find(({ version }) => version === to)
  const changes = one && two ? diffContents(one.content, two.content) : []
  const choices = versions.map(({ version }) => ({ value: version, label: `Version ${version}` }))
  return (
    <Modal opened onClose={close} title="Compare versions" size="xl">
      <div className={styles.compare}>
        <div className={styles.pair}>
          <NativeSelect
            label="From"
            data={choices}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <NativeSelect
            label="To"
            data={choices}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </div>
        {changes.length === 0 && (
          <EmptyState title="No differences">These versions hold the same.</EmptyState>
        )}
        {changes.map((change) => (
          <FieldDiff key={change.field} change={change} />
        ))}
      </div>
    </Modal>
  )
}

/** The version before the chosen one; for the first version, the one after it. */
function partnerOf(versions: readonly TemplateVersion[], chosen: string): string {
  const at = versions.findIndex(({ version }) => version === chosen)
  return (versions[at + 1] ?? versions[at - 1])?.version ?? chosen
}
