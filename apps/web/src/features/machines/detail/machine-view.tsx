import type { Machine } from '@gridloom/contract/machines/machine'
import { machineStatus } from '../../../shared/status/machine-status.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { StaleNote } from '../../../ui/components/time-ago.tsx'
import { hardwareLine } from '../../../ui/format/hardware.ts'
import { PreparedApps } from '../apps/prepared-apps.tsx'
import { Problems } from '../list/problems.tsx'
import { machineCode } from '../machine-code.ts'
import { ModelsPanel } from '../models/models-panel.tsx'
import { RenderingPanel } from '../rendering/rendering-panel.tsx'
import { Benchmarks } from './benchmarks.tsx'
import { CountryChoice } from './country-choice.tsx'
import { EarnedDays } from './earned-days.tsx'
import { Gpus } from './gpus.tsx'
import { HardwareFacts } from './hardware-facts.tsx'
import { IsolationChoice } from './isolation-choice.tsx'
import { ListButton } from './list-button.tsx'
import { LoadStrip } from './load-strip.tsx'
import { MachineCredits } from './machine-credits.tsx'
import { MachineReservations } from './machine-reservations.tsx'
import { MachineReviews } from './machine-reviews.tsx'
import { MachineTrust } from './machine-trust.tsx'
import styles from './machine-view.module.css'
import { PricingForm } from './pricing-form.tsx'
import { RemoveMachine } from './remove-machine.tsx'
import { Rename } from './rename.tsx'
import { ReservationTermsForm } from './reservation-terms-form.tsx'

/** All details of one machine: state, earnings, prices, hardware, and removal. */
export function MachineView({ machine }: { machine: Machine }) {
  return (
    <Page
      title={machine.name}
      crumbs={[{ text: 'Machines', to: '/machines' }]}
      lead={machine.hardware ? hardwareLine(machine.hardware) : 'Waiting for the hardware report'}
      badge={
        <>
          <Rename machine={machine} />
          <StatusBadge {...machineStatus(machine)} />
          {machine.status !== 'waiting' && <StaleNote lastSeenAt={machine.last_seen_at} />}
        </>
      }
      actions={
        <>
          <AsCode actions={machineCode(machine)} />
          <ListButton machine={machine} />
        </>
      }
    >
      {(machine.problems.length > 0 || machine.list_not_isolated) && (
        <div className={styles.problems} role="status">
          <Problems problems={machine.problems} />
          <IsolationChoice machine={machine} />
        </div>
      )}
      <LoadStrip machine={machine} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <PricingForm key={machine.id} machine={machine} />
          <ReservationTermsForm key={`terms ${machine.id}`} machine={machine} />
          <Gpus gpus={machine.hardware?.gpus ?? []} />
          <PreparedApps machine={machine} />
          <ModelsPanel machine={machine} />
          <RenderingPanel machine={machine} />
        </div>
        <div className={styles.column}>
          <EarnedDays machine={machine} />
          <MachineReservations machine={machine} />
          <MachineTrust machine={machine} />
          <MachineCredits machine={machine} />
          <MachineReviews machine={machine} />
          <Benchmarks machine={machine} />
          <CountryChoice machine={machine} />
          <HardwareFacts machine={machine} />
          <Section title="Remove">
            <RemoveMachine machine={machine} />
          </Section>
        </div>
      </div>
    </Page>
  )
}
