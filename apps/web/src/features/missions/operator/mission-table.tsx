import type { MissionState, OperatorMission } from '@gridloom/contract/missions/mission'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { mutateThen } from '../../../api/mutate-then.ts'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { StatusBadge, type Tone } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import styles from '../missions.module.css'
import { draftOfMission, missionPreview, rewardWords } from './mission-draft.ts'
import { MissionForm } from './mission-form.tsx'
import { useMissionStep } from './operator-missions-api.ts'

const columns: readonly Column[] = [
  { text: 'Mission' },
  { text: 'Status' },
  { text: 'Started', align: 'number' },
  { text: 'Claimed', align: 'number' },
  { text: 'Paid', align: 'number' },
  { text: 'Budget left', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

const stateWords: Record<MissionState, { tone: Tone; word: string }> = {
  draft: { tone: 'idle', word: 'Draft' },
  scheduled: { tone: 'busy', word: 'Scheduled' },
  active: { tone: 'good', word: 'Active' },
  ended: { tone: 'warn', word: 'Claims open' },
  closed: { tone: 'idle', word: 'Closed' },
}

type Asked = { mission: OperatorMission; what: 'edit' | 'publish' | 'end' } | undefined

/** Missions with their figures and what can be done with them. */
export function MissionTable({ missions }: { missions: readonly OperatorMission[] }) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <>
      <Table label="Missions" columns={columns}>
        {missions.map((mission) => (
          <MissionRow
            key={mission.id}
            mission={mission}
            ask={(what) => setAsked({ mission, what })}
          />
        ))}
      </Table>
      {asked?.what === 'edit' && (
        <Modal opened onClose={close} title={`Edit ${asked.mission.title}`} size="lg">
          <MissionForm mission={asked.mission} others={missions} done={close} />
        </Modal>
      )}
      {(asked?.what === 'publish' || asked?.what === 'end') && (
        <StepDialog mission={asked.mission} step={asked.what} close={close} />
      )}
    </>
  )
}

interface MissionRowProps {
  mission: OperatorMission
  ask: (what: 'edit' | 'publish' | 'end') => void
}

function MissionRow({ mission, ask }: MissionRowProps) {
  const { title, state, version, started, paid, held, claims_max: max } = mission
  const isOpen = state === 'draft' || state === 'scheduled' || state === 'active'
  return (
    <tr>
      <RowHead>
        {title}
        <p className={styles.hint}>{missionPreview(draftOfMission(mission))}</p>
      </RowHead>
      <Cell label="Status">
        <StatusBadge look="plain" {...stateWords[state]} />
        {version > 1 && <p className={styles.hint}>Version {version}</p>}
      </Cell>
      <Cell label="Started" align="number">
        {started}
      </Cell>
      <Cell label="Claimed" align="number">
        {paid + held} of {max}
      </Cell>
      <Cell label="Paid" align="number">
        <Money microUsd={mission.paid_micro_usd} />
      </Cell>
      <Cell label="Budget left" align="number">
        <Money microUsd={mission.budget_micro_usd} />
      </Cell>
      <Cell holds="buttons">
        <span className={styles.buttons}>
          {isOpen && (
            <Button size="xs" onClick={() => ask('edit')} aria-label={`Edit ${title}`}>
              Edit
            </Button>
          )}
          {state === 'draft' && (
            <Button size="xs" onClick={() => ask('publish')} aria-label={`Publish ${title}`}>
              Publish
            </Button>
          )}
          {(state === 'scheduled' || state === 'active') && (
            <Button size="xs" onClick={() => ask('end')} aria-label={`End ${title}`}>
              End
            </Button>
          )}
        </span>
      </Cell>
    </tr>
  )
}

interface StepDialogProps {
  mission: OperatorMission
  step: 'publish' | 'end'
  close: () => void
}

function StepDialog({ mission, step, close }: StepDialogProps) {
  const run = useMissionStep(step)
  const { title, reward_micro_usd: reward, reward_points: points, claims_max: max } = mission
  const isPublish = step === 'publish'
  return (
    <ConfirmDialog
      opened
      title={isPublish ? `Publish ${title}?` : `End ${title}?`}
      confirmWord={isPublish ? 'Publish mission' : 'End mission'}
      tone={isPublish ? 'neutral' : 'destructive'}
      busy={run.isPending}
      problem={run.error ? describeError(run.error).text : undefined}
      onConfirm={() => mutateThen(run, mission.id, close)}
      onClose={close}
    >
      {isPublish
        ? `${formatMoney(reward * max)} is held for ${max} rewards of ${rewardWords(reward, points)}. Time, reward and number of rewards are fixed from then on.`
        : endWords(mission)}
    </ConfirmDialog>
  )
}

function endWords({ state }: OperatorMission): string {
  return state === 'scheduled'
    ? 'It has not begun: it is closed, and its budget is returned.'
    : 'It ends at the next full hour. What was met until then can still be claimed for the grace; then the rest of the budget is returned.'
}
