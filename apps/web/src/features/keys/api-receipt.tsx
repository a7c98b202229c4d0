import { Button, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useToasts } from '../../api/runtime.tsx'
import { useNow } from '../../browser/clock.ts'
import { Section } from '../../ui/components/section.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { useDownloadApiReceipt } from './api/download-api-receipt.ts'
import styles from './api-receipt.module.css'

const formats = ['pdf', 'csv', 'json'] as const

/** The receipt of what API keys asked of models in a period, as files. */
export function ApiReceipt() {
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const toasts = useToasts()
  const download = useDownloadApiReceipt()
  return (
    <Section title="Receipt of API use" note="answers of models, by day and model">
      <div className={styles.row}>
        <TextInput
          label="From (UTC)"
          type="date"
          max={to}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          label="To (UTC)"
          type="date"
          min={from}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        {formats.map((format) => (
          <Button
            key={format}
            leftSection={<IconDownload size={15} />}
            aria-label={`Download receipt of API use as ${format.toUpperCase()}`}
            disabled={from === '' || to === ''}
            loading={download.isPending && download.variables?.format === format}
            onClick={() =>
              download.mutate(
                { from, to, format },
                {
                  onError: (error) =>
                    toasts.show({ type: 'error', message: describeError(error).text }),
                },
              )
            }
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </Section>
  )
}
