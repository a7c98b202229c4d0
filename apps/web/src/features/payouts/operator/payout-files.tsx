import type { PayoutFile, PayoutFiles } from '@gridloom/contract/payouts/bank-account'
import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useToasts } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoneyExact } from '../../../ui/format/money.ts'
import { plural } from '../../../ui/format/numbers.ts'
import styles from '../payouts.module.css'
import { payoutFilesQuery, useDownloadPayoutFile, useExecutePayoutFile } from '../payouts-api.ts'
import { CreateFile } from './create-file.tsx'

const columns: readonly Column[] = [
  { text: 'File' },
  { text: 'State' },
  { text: 'Amount', align: 'number' },
  { text: 'Payouts' },
  { text: 'Created' },
  { text: 'Actions', head: 'hidden' },
]

/** The files for the bank, and what waits for one; nothing where no bank is configured and none was created. */
export function PayoutFilesSection() {
  const files = useQuery(payoutFilesQuery(useClient()))
  if (files.data?.bank === 'off' && files.data.files.length === 0) return null
  return (
    <Loaded query={files} what="the bank files" rows={2}>
      {(data) => <Files files={data} />}
    </Loaded>
  )
}

function Files({ files: { bank, waiting, files } }: { files: PayoutFiles }) {
  const [creating, setCreating] = useState<'yes' | 'no'>('no')
  return (
    <Section
      title="Bank files"
      inset="flush"
      actions={
        bank === 'on' && (
          <Button disabled={waiting.payouts === 0} onClick={() => setCreating('yes')}>
            Create file
          </Button>
        )
      }
    >
      {files.length === 0 ? (
        <EmptyState icon={<IconFileInvoice size={20} stroke={1.6} />} title="No bank files yet">
          {waiting.payouts === 0
            ? 'Approved payouts to bank accounts are put into files that you take to your bank.'
            : waitingText(waiting)}
        </EmptyState>
      ) : (
        <>
          {waiting.payouts > 0 && <p className={styles.inset}>{waitingText(waiting)}</p>}
          <Table label="Bank files" columns={columns}>
            {files.map((file) => (
              <Row key={file.number} file={file} />
            ))}
          </Table>
        </>
      )}
      {creating === 'yes' && <CreateFile waiting={waiting} close={() => setCreating('no')} />}
    </Section>
  )
}

function waitingText({ payouts, micro_usd }: PayoutFiles['waiting']): string {
  const verb = payouts === 1 ? 'waits' : 'wait'
  return `${plural(payouts, 'payout')} for ${formatMoneyExact(micro_usd)} ${verb} for a file.`
}

function Row({ file }: { file: PayoutFile }) {
  return (
    <tr>
      <RowHead>
        <div className={styles.name}>File {file.number}</div>
      </RowHead>
      <Cell label="State" holds="words">
        <StatusBadge
          look="plain"
          {...(file.executed_at === null
            ? { tone: 'busy', word: 'With the bank' }
            : { tone: 'good', word: 'Executed' })}
        />
      </Cell>
      <Cell label="Amount" align="number">
        <Money microUsd={file.micro_usd} />
      </Cell>
      <Cell label="Payouts" holds="words">
        {file.payouts}
        {file.returned > 0 && <div className={styles.sub}>{file.returned} returned</div>}
      </Cell>
      <Cell label="Created">
        <TimeAgo at={file.created_at} />
      </Cell>
      <Cell holds="buttons">
        <Actions file={file} />
      </Cell>
    </tr>
  )
}

function Actions({ file }: { file: PayoutFile }) {
  const download = useDownloadPayoutFile()
  const [asked, setAsked] = useState<'yes' | 'no'>('no')
  return (
    <div className={styles.buttons}>
      <Button
        size="xs"
        aria-label={`Download file ${file.number}`}
        loading={download.isPending}
        onClick={() => download.mutate(file)}
      >
        Download
      </Button>
      {file.executed_at === null && (
        <Button
          size="xs"
          aria-label={`Executed: file ${file.number}`}
          onClick={() => setAsked('yes')}
        >
          Executed
        </Button>
      )}
      {asked === 'yes' && <ExecutedDialog file={file} close={() => setAsked('no')} />}
    </div>
  )
}

function ExecutedDialog({ file, close }: { file: PayoutFile; close: () => void }) {
  const execute = useExecutePayoutFile()
  const toasts = useToasts()
  return (
    <ConfirmDialog
      opened
      title={`Did the bank execute file ${file.number}?`}
      confirmWord="Record as executed"
      tone="neutral"
      busy={execute.isPending}
      problem={execute.error ? describeError(execute.error).text : undefined}
      onConfirm={() =>
        execute.mutate(file, {
          onSuccess: () => {
            toasts.show({ type: 'success', message: 'Payouts recorded as paid' })
            close()
          },
        })
      }
      onClose={close}
    >
      <p className={styles.text}>
        {plural(file.payouts - file.returned, 'payout')} count as paid, and their owners get an
        email. Record those that the bank returns one by one, now or later.
      </p>
    </ConfirmDialog>
  )
}
