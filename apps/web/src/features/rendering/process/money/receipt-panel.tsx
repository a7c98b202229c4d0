import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderReceipt, RenderReceiptLine } from '@gridloom/contract/rendering/receipt'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../../api/runtime.tsx'
import { ReceiptFiles } from '../../../../shared/receipts/receipt-files.tsx'
import { Loaded } from '../../../../ui/components/loaded.tsx'
import { Pages } from '../../../../ui/components/pages.tsx'
import { Section } from '../../../../ui/components/section.tsx'
import { EmptyState } from '../../../../ui/components/states.tsx'
import { Cell, type Column, RowHead, Table } from '../../../../ui/components/table.tsx'
import { TimeAgo } from '../../../../ui/components/time-ago.tsx'
import { formatMoneyExact, formatPerHour } from '../../../../ui/format/money.ts'
import { plural } from '../../../../ui/format/numbers.ts'
import { jobReceiptQuery, receiptPageSize } from '../../api/render-queries.ts'
import { secondsWords } from '../../parts/frame-words.ts'
import styles from './money.module.css'

const columns: readonly Column[] = [
  { text: 'Frame' },
  { text: 'Machine' },
  { text: 'Render time', align: 'number' },
  { text: 'Score', align: 'number' },
  { text: 'Reference time', align: 'number' },
  { text: 'Per reference hour', align: 'number' },
  { text: 'Cost', align: 'number' },
  { text: 'Paid' },
]

/** The cost of the job by frame: render time times the machine's score, at its price per reference hour. */
export function ReceiptPanel({ job }: { job: RenderJob }) {
  const [page, setPage] = useState(1)
  const receipt = useQuery(jobReceiptQuery(useClient(), job.taskId, page))
  return (
    <Section
      title="Receipt"
      note={receipt.data && noteOf(receipt.data)}
      inset="flush"
      actions={<ReceiptFiles of={{ kind: 'render', id: job.taskId }} />}
    >
      <Loaded query={receipt} what="the receipt">
        {(read) =>
          read.lines_total === 0 ? (
            <EmptyState icon={<IconReceipt size={20} stroke={1.6} />} title="No charges yet">
              Frames are charged once they are delivered and accepted. Failed frames are free.
            </EmptyState>
          ) : (
            <>
              <Total receipt={read} />
              <Lines lines={read.lines} />
              <Pages
                page={page}
                total={read.lines_total}
                pageSize={receiptPageSize}
                turnTo={setPage}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function noteOf({ final }: RenderReceipt): string {
  return final ? 'final, unused funds released' : 'updated while rendering'
}

function Total({ receipt }: { receipt: RenderReceipt }) {
  return (
    <p className={`${styles.total} gl-num`}>
      <strong>{formatMoneyExact(receipt.total_micro_usd)}</strong> for{' '}
      {plural(receipt.lines_total, 'frame')}, {secondsWords(receipt.reference_s)} on a reference
      machine. {sumWords(receipt)}
    </p>
  )
}

/** Compares the receipt's total with the amount charged, which the ledger sums independently. */
function sumWords({ total_micro_usd: total, job }: RenderReceipt): string {
  return total === job.charged_micro_usd
    ? 'This matches the amount charged.'
    : `The job was charged ${formatMoneyExact(job.charged_micro_usd)}; the newest frames may not be listed yet.`
}

function Lines({ lines }: { lines: readonly RenderReceiptLine[] }) {
  return (
    <Table label="Paid frames" columns={columns}>
      {lines.map((line) => (
        <tr key={line.transaction_id}>
          <RowHead>{line.frame}</RowHead>
          <Cell label="Machine">{line.machine_name}</Cell>
          <Cell label="Render time" align="number">
            {secondsWords(line.render_s)}
          </Cell>
          <Cell label="Score" align="number">
            × {line.machine_score.toFixed(2)}
          </Cell>
          <Cell label="Reference time" align="number">
            {secondsWords(line.reference_s)}
          </Cell>
          <Cell label="Per reference hour" align="number">
            {formatPerHour(line.micro_usd_per_reference_hour)}
          </Cell>
          <Cell label="Cost" align="number">
            {formatMoneyExact(line.micro_usd)}
          </Cell>
          <Cell label="Paid">
            <TimeAgo at={line.at} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
