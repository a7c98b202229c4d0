import type { Instance } from '@gridloom/contract/instances/instance'
import type { Receipt, ReceiptLinesPer } from '@gridloom/contract/instances/receipt'
import { chargingBegins, chargingReason } from '@gridloom/domain/charging-words'
import { Button, Tooltip } from '@mantine/core'
import {
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconPrinter,
  IconReceipt,
  IconSignature,
} from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { ReceiptFiles } from '../../../shared/receipts/receipt-files.tsx'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { useDownloadReceipt } from '../api/download-receipt.ts'
import { receiptQuery } from '../api/read-receipt.ts'
import { ReceiptCredits } from './receipt-credits.tsx'
import { formatSixPlaces, type ReceiptSums, receiptSums } from './receipt-sums.ts'
import styles from './receipt-tab.module.css'
import { ReceiptTable } from './receipt-table.tsx'
import { ReceiptTime } from './receipt-time.tsx'
import { ReviewSection } from './review-section.tsx'

/** The receipt: all intervals, added up in the browser and compared with the ledger. */
export function ReceiptTab({ instance }: { instance: Instance }) {
  const receipt = useQuery(receiptQuery(useClient(), instance.id))
  return (
    <div className={styles.tab}>
      <ReceiptSection instance={instance} receipt={receipt} />
      <ReviewSection instance={instance} />
    </div>
  )
}

interface ReceiptSectionProps {
  instance: Instance
  receipt: UseQueryResult<Receipt>
}

function ReceiptSection({ instance, receipt }: ReceiptSectionProps) {
  return (
    <Section
      title="Receipt"
      note={receipt.data && noteOf(receipt.data)}
      inset="flush"
      actions={
        <>
          <ReceiptFiles of={{ kind: 'instance', id: instance.id }} />
          <SignedReceipt instance={instance} />
          <Button
            size="compact-sm"
            leftSection={<IconPrinter size={15} />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </>
      }
    >
      {receipt.isPending && <SkeletonRows rows={5} rowHeight={36} label="Loading the receipt" />}
      {receipt.error && receipt.data === undefined && (
        <ErrorState
          title="The receipt could not be loaded"
          error={receipt.error}
          retry={() => void receipt.refetch()}
        />
      )}
      {receipt.data && <ReceiptShown receipt={receipt.data} />}
    </Section>
  )
}

/** The file that proves each interval with the machine's signature. */
function SignedReceipt({ instance }: { instance: Instance }) {
  const download = useDownloadReceipt(instance.id)
  return (
    <Tooltip label="Anyone can check the file without us: gridloom receipt verify FILE">
      <Button
        size="compact-sm"
        leftSection={<IconSignature size={15} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Signed receipt
      </Button>
    </Tooltip>
  )
}

const sumWords = {
  day: 'sums by UTC day and price, CSV has each interval',
  month: 'sums by UTC month and price, CSV has each interval',
  kind: 'sums, CSV has each interval',
} as const satisfies Record<Exclude<ReceiptLinesPer, 'interval'>, string>

function noteOf({ lines, lines_per: per, final }: Receipt): string {
  const intervals = per === 'interval' ? plural(lines.length, 'interval') : sumWords[per]
  return final
    ? `${intervals} · final`
    : `${intervals} · in progress, updated at least once a minute`
}

function ReceiptShown({ receipt }: { receipt: Receipt }) {
  return (
    <>
      <ChargedSince instance={receipt.instance} />
      <Lines receipt={receipt} />
      {receipt.credits.length > 0 && (
        <ScrollRegion className={`${styles.scroll} ${styles.credits}`} aria-label="Credits">
          <ReceiptCredits receipt={receipt} />
        </ScrollRegion>
      )}
    </>
  )
}

/** Since when the instance is charged, and why. */
function ChargedSince({ instance: { charging } }: { instance: Instance }) {
  if (charging === null) return null
  return (
    <p className={styles.since}>
      Charged since <ReceiptTime at={charging.since} />, when {chargingReason(charging.cause)}.
    </p>
  )
}

function Lines({ receipt }: { receipt: Receipt }) {
  if (receipt.lines.length === 0) {
    return <NothingBooked instance={receipt.instance} />
  }
  const sums = receiptSums(receipt)
  return (
    <>
      <ScrollRegion className={styles.scroll} aria-label="Charged intervals">
        <ReceiptTable receipt={receipt} sums={sums} />
      </ScrollRegion>
      <LedgerCheck receipt={receipt} sums={sums} />
    </>
  )
}

function NothingBooked({ instance }: { instance: Instance }) {
  const icon = <IconReceipt size={20} stroke={1.6} />
  if (instance.charging !== null) {
    return (
      <EmptyState icon={icon} title="No charges yet">
        Usage is recorded once a minute. The first line will appear here.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={icon} title="No charges">
      Pulling is free. {chargingBegins}
    </EmptyState>
  )
}

function LedgerCheck({ receipt, sums }: { receipt: Receipt; sums: ReceiptSums }) {
  const agrees = sums.differenceMicroUsd === 0
  const Icon = agrees ? IconCircleCheckFilled : IconCircleXFilled
  return (
    <div className={styles.check} data-agrees={agrees} role="status">
      <Icon size={16} aria-hidden />
      <span className="gl-num">
        {agrees
          ? `Matches the ledger exactly: ${formatSixPlaces(receipt.total_micro_usd)}.`
          : `The ledger total is ${formatSixPlaces(receipt.total_micro_usd)}, but these lines add up to ${formatSixPlaces(sums.linesMicroUsd)}. Reload the page. If they still differ, contact the operator.`}
      </span>
    </div>
  )
}
