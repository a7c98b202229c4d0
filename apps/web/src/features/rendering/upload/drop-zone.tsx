import { Button, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import styles from './upload.module.css'

/** Drop target and file picker for a scene. Only the first of several files is used; related files come as one zip. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false)

  function take(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  return (
    <section
      className={styles.zone}
      aria-label="Choose a scene"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <IconFileUpload size={32} stroke={1.4} aria-hidden className={styles.zoneIcon} />
      <p className={styles.zoneTitle}>Drop a .blend file here, or a .zip with its assets</p>
      <p className={styles.zoneText}>
        It is checked in your browser first. Nothing is uploaded until you confirm.
      </p>
      <FileButton accept=".blend,.zip" onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button variant="filled" {...props}>
            Choose a file
          </Button>
        )}
      </FileButton>
    </section>
  )
}
