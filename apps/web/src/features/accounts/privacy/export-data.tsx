import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { clockNowMs } from '../../../browser/clock.ts'
import { saveFile } from '../../../browser/save-file.ts'
import { Section } from '../../../ui/components/section.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useExportEverything } from '../api/export-everything.ts'
import styles from './privacy.module.css'

/** Everything that is kept of the person, as one file. */
export function ExportData() {
  const download = useExportEverything((file) => saveFile(file, fileName(clockNowMs())))
  return (
    <Section title="Export">
      <div className={styles.stack}>
        <p className={styles.text}>
          Everything that is kept of you, as one JSON document: profile, sessions, keys, what you
          rented and hosted, every movement of your money, and your activity. Passwords and API keys
          are not in it: only fingerprints of them are kept.
        </p>
        {download.error && (
          <p className={styles.problem} role="alert">
            {describeError(download.error).text}
          </p>
        )}
        {download.isSuccess && (
          <p className={styles.text} role="status">
            Your browser has the file.
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
