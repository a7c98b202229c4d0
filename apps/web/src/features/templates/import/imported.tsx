import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { RefusedParts } from '../refused-parts.tsx'
import styles from './import.module.css'
import { importedFacts } from './imported-facts.ts'
import type { ImportedTemplate } from './read-template-json.ts'

interface ImportedProps {
  imported: ImportedTemplate
  close: () => void
  back: () => void
}

/** What was taken over and what was left out; the editor opens with it. */
export function Imported({ imported, close, back }: ImportedProps) {
  const { content, refused } = imported
  const navigate = useNavigate()
  const facts = importedFacts(content)
  function open(): void {
    close()
    void navigate({
      to: '/template/new',
      state: (before) => ({ ...before, newTemplate: content }),
    })
  }
  return (
    <div className={styles.stack}>
      <section className={styles.part} aria-label="Taken over">
        <h3 className={styles.title}>Taken over</h3>
        {facts.length === 0 ? <p className={styles.hint}>Nothing.</p> : <Facts facts={facts} />}
      </section>
      {refused.length > 0 && (
        <section className={styles.part} aria-label="Left out">
          <h3 className={styles.title}>Left out</h3>
          <RefusedParts refused={refused} />
        </section>
      )}
      <DialogButtons>
        <Button onClick={back}>Back</Button>
        <Button variant="filled" disabled={facts.length === 0} onClick={open} data-autofocus>
          Open in the editor
        </Button>
      </DialogButtons>
    </div>
  )
}
