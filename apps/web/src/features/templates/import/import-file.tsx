import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import styles from './import.module.css'
import { Imported } from './imported.tsx'
import { type ImportedTemplate, readTemplateJson } from './read-template-json.ts'

const fileBytesMax = 4 * 1024 ** 2

/** Reads an exported template in the browser, and shows what it holds. */
export function ImportFile({ close }: { close: () => void }) {
  const [imported, setImported] = useState<ImportedTemplate>()
  const [problem, setProblem] = useState<string>()
  async function choose(file: File | null | undefined): Promise<void> {
    if (!file) return
    const read = file.size > fileBytesMax ? undefined : readTemplateJson(await file.text())
    setProblem(read === undefined ? `${file.name} is not an exported template.` : undefined)
    setImported(read)
  }
  if (imported)
    return <Imported imported={imported} close={close} back={() => setImported(undefined)} />
  return (
    <div className={styles.stack}>
      <section
        aria-label="File"
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void choose(event.dataTransfer.files[0])
        }}
      >
        <p className={styles.hint}>
          A template that was exported as JSON, here or with gridloom templates export.
        </p>
        <FileButton accept="application/json,.json" onChange={(file) => void choose(file)}>
          {(props) => <Button {...props}>Choose file</Button>}
        </FileButton>
        <p className={styles.hint}>Or drop one here.</p>
      </section>
      <FormProblem text={problem} />
      <DialogButtons>
        <Button onClick={close}>Cancel</Button>
      </DialogButtons>
    </div>
  )
}
