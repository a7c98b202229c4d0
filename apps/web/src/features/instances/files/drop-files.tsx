import { type DragEvent, type ReactNode, useState } from 'react'
import { type ChosenFile, droppedFiles } from './chosen-files.ts'
import styles from './files-tab.module.css'

interface DropFilesProps {
  /** Files cannot be dropped where they can only be read. */
  access: 'read' | 'write'
  onFiles: (files: readonly ChosenFile[]) => void
  children: ReactNode
}

/** Takes files and folders that are dropped on its children. */
export function DropFiles({ access, onFiles, children }: DropFilesProps) {
  const [isOver, setOver] = useState(false)
  const takes = (event: DragEvent) =>
    access === 'write' && event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "Upload" does the same by keyboard
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!takes(event)) return
        event.preventDefault()
        // Read at once: the items are gone after the event.
        void droppedFiles(event.dataTransfer).then(onFiles)
      }}
    >
      {children}
    </div>
  )
}
