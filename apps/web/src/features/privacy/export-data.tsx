import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { clockNowMs } from '../../browser/clock.ts'
import { saveFile } from '../../browser/save-file.ts'
import { Section } from '../../ui/components/section.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useExportEverything } from './api/export-everything.ts'
import styles from './privacy.module.css'

/** Downloads everything that is stored about the user as one file. */
export function ExportData() {
  const download = useExportEverything((file) => saveFile(file, fileName(clockNowMs())))
  return (
    <Section title="Export">
      <div className={styles.stack}>
        <p className={styles.text}>
          Download all data stored about you as one JSON file: profile, sessions, keys, instances,
          machines, transactions and activity. Passwords and API keys are not included; only their
          hashes are stored.
        </p>
        {download.error && (
          <p className={styles.problem} role="alert">
            {describeError(download.error).text}
          </p>
        )}
        {download.isSuccess && (
          <p className={styles.text} role="status">
            Download complete.
          </p>
        )}
        <div>
          <Button
            leftSection={<IconDownload size={15} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Download your data
          </Button>
        </div>
      </div>
    </Section>
  )
}

function fileName(nowMs: number): string {
  return `gridloom-export-${new Date(nowMs).toISOString().slice(0, 10)}.json`
}
