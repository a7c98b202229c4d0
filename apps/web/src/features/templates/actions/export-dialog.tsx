import type { Template } from '@gridloom/contract/templates/template'
import type { ExportFormat } from '@gridloom/contract/templates/template-source'
import { Button, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { saveFile } from '../../../browser/save-file.ts'
import { CopyButton } from '../../../ui/components/copy.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { templateExportQuery } from '../api/template-lists.ts'
import styles from './actions.module.css'

const formats = [
  { value: 'json', label: 'JSON' },
  { value: 'compose', label: 'Compose' },
  { value: 'docker_run', label: 'docker run' },
  { value: 'gridloom', label: 'gridloom' },
] as const satisfies readonly { value: ExportFormat; label: string }[]

const endings = {
  json: '.json',
  compose: '.compose.yaml',
  docker_run: '.sh',
  gridloom: '.gridloom.sh',
} as const satisfies Record<ExportFormat, string>

const hints = {
  json: 'Everything the template holds. Import it here or with gridloom templates create.',
  compose: 'A service for docker compose up on your own computer.',
  docker_run: 'The command that runs it on your own computer.',
  gridloom: 'The command that rents an instance with it.',
} as const satisfies Record<ExportFormat, string>

interface ExportDialogProps {
  template: Template
  /** Opens a template that is shared. */
  code?: string | undefined
  close: () => void
}

/** A template as text in the chosen format, to copy or to download. */
export function ExportDialog({ template, code, close }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>('json')
  const written = useQuery(templateExportQuery(useClient(), template.id, { format, code }))
  return (
    <Modal opened onClose={close} title={`Export ${template.template_name}`} size="lg">
      <div className={styles.stack}>
        <SegmentedControl
          size="xs"
          aria-label="Format"
          value={format}
          onChange={setFormat}
          data={[...formats]}
        />
        <p className={styles.hint}>{hints[format]} The password of a registry is never exported.</p>
        <Loaded query={written} what="the export">
          {({ text }) => (
            <>
              <ScrollRegion className={styles.text} aria-label="Exported template">
                <pre>{text}</pre>
              </ScrollRegion>
              <div className={styles.bar}>
                <CopyButton text={text} label="Copy the export" />
                <Button
                  leftSection={<IconDownload size={15} />}
                  onClick={() => saveFile(new Blob([text]), `${template.name}${endings[format]}`)}
                >
                  Download
                </Button>
              </div>
            </>
          )}
        </Loaded>
      </div>
    </Modal>
  )
}
