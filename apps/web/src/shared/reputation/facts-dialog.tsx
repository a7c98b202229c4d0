import type { MachineId } from '@gridloom/contract/core/ids'
import { type Evidence, evidenceValueMax } from '@gridloom/contract/reputation/evidence'
import type { TrustPart } from '@gridloom/contract/reputation/trust'
import {
  causeTexts,
  evidenceTexts,
  figureTexts,
  partTexts,
} from '@gridloom/domain/trust/trust-words'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { ScrollRegion } from '../../ui/components/scroll-region.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import styles from './reputation.module.css'
import { factsQuery } from './reputation-queries.ts'

interface FactsDialogProps {
  machineId: MachineId
  part: TrustPart
  close: () => void
}

/** The facts that a part of a score follows from, newest first. */
export function FactsDialog({ machineId, part, close }: FactsDialogProps) {
  const facts = useQuery(factsQuery(useClient(), machineId, part))
  const { name, text } = partTexts[part]
  return (
    <Modal opened onClose={close} title={name} size="xl">
      <p className={styles.lead}>
        {text}. Renters are digests that differ from machine to machine.
      </p>
      <Loaded query={facts} what="the facts">
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState title="No facts">Nothing of this kind has been recorded.</EmptyState>
          ) : (
            <ScrollRegion className={styles.scroll} aria-label="Facts">
              <FactsTable facts={loaded} />
            </ScrollRegion>
          )
        }
      </Loaded>
    </Modal>
  )
}

const columns: readonly Column[] = [
  { text: 'Fact' },
  { text: 'Result' },
  { text: 'Renter' },
  { text: 'When', align: 'number' },
]

function FactsTable({ facts }: { facts: readonly Evidence[] }) {
  return (
    <Table label="Facts" columns={columns}>
      {facts.map((fact) => (
        <tr key={fact.number} title={`Fact ${fact.number}, SHA-256 ${fact.hash}`}>
          <RowHead>{nameOf(fact)}</RowHead>
          <Cell label="Result" holds="words">
            <span className={styles.result} data-tone={toneOf(fact)}>
              {resultOf(fact)}
            </span>
          </Cell>
          <Cell label="Renter">{renterOf(fact)}</Cell>
          <Cell label="When" align="number">
            <TimeAgo at={fact.at} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function nameOf({ kind, figure }: Evidence): string {
  return figure === null ? evidenceTexts[kind] : figureTexts[figure.kind]
}

function resultOf({ value, cause, figure, kind }: Evidence): string {
  const share = value / (evidenceValueMax / 100)
  if (figure !== null) {
    const { advertised, measured } = figure
    return `${formatCount(measured)} of ${formatCount(advertised)} advertised`
  }
  if (cause !== null) return causeTexts[cause]
  if (kind === 'uptime' || kind === 'model_check') return `${formatCount(share)} %`
  if (kind === 'review') return `${formatCount(share)} of 100`
  return 'As it should'
}

function toneOf({ value }: Evidence): 'good' | 'warn' | 'bad' {
  if (value >= 900) return 'good'
  return value >= 500 ? 'warn' : 'bad'
}

function renterOf({ party }: Evidence) {
  if (party === null) return '–'
  return (
    <span className={styles.digest}>
      {party.digest.slice(0, 8)}
      {party.own && <span className={styles.small}> provider’s own, not counted</span>}
    </span>
  )
}
