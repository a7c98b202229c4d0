import type { Instance } from '@gridloom/contract/instances/instance'
import { Checkbox, Chip, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import styles from './automation-tab.module.css'
import { RuleForm } from './rule-form.tsx'
import { SavingLine } from './saving-line.tsx'
import { draftOf, type ScheduleDraft, scheduleOf, weekdays } from './schedule-draft.ts'
import { useRule } from './use-rule.ts'

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Starts and stops the instance by the clock of a time zone. */
export function ScheduleRule({ instance }: { instance: Instance }) {
  const rule = useRule(instance)
  const { schedule, next_start_at: nextStart } = instance.automation
  const [draft, setDraft] = useState(() => draftOf(schedule, browserZone))
  const wanted = scheduleOf(draft)
  const { start, stop, ...zone } = wanted
  return (
    <RuleForm
      title="Schedule"
      text="Starts and stops the instance at these times. A start that is not possible is tried again until the next stop. Stopped by hand, it stays stopped until its next start."
      state={
        schedule === null ? null : nextStart ? (
          <>
            Starts <TimeAgo at={nextStart} />
          </>
        ) : (
          'On'
        )
      }
      {...rule}
      save={() => rule.save({ schedule: wanted })}
      turnOff={() => rule.save({ schedule: null })}
      saving={
        stop !== null && (
          <SavingLine
            id={instance.id}
            rule="schedule"
            query={{ ...zone, stop, ...(start !== null && { start }) }}
          />
        )
      }
    >
      <ScheduleFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
    </RuleForm>
  )
}

interface ScheduleFieldsProps {
  draft: ScheduleDraft
  onChange: (part: Partial<ScheduleDraft>) => void
}

function ScheduleFields({ draft, onChange }: ScheduleFieldsProps) {
  const isCron = draft.mode === 'cron'
  return (
    <>
      {isCron ? (
        <CronFields draft={draft} onChange={onChange} />
      ) : (
        <WeekdayFields draft={draft} onChange={onChange} />
      )}
      <Select
        label="Time zone"
        searchable
        limit={100}
        data={zonesWith(draft.timeZone)}
        value={draft.timeZone}
        allowDeselect={false}
        onChange={(timeZone) => timeZone !== null && onChange({ timeZone })}
      />
      <Checkbox
        label="Use cron expressions"
        checked={isCron}
        onChange={(event) => {
          const { start, stop } = scheduleOf(draft)
          if (event.currentTarget.checked)
            onChange({ mode: 'cron', startCron: start ?? '', stopCron: stop ?? '' })
          else onChange({ ...draftOf(null, draft.timeZone) })
        }}
      />
    </>
  )
}

function WeekdayFields({ draft, onChange }: ScheduleFieldsProps) {
  return (
    <>
      <Chip.Group multiple value={[...draft.days]} onChange={(days) => onChange({ days })}>
        <Group gap={6}>
          {weekdays.map(({ value, label }) => (
            <Chip key={value} value={value} size="xs">
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <div className={styles.fields}>
        <TextInput
          type="time"
          label="Start"
          value={draft.startTime}
          onChange={(event) => onChange({ startTime: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Stop"
          value={draft.stopTime}
          onChange={(event) => onChange({ stopTime: event.currentTarget.value })}
        />
      </div>
    </>
  )
}

function CronFields({ draft, onChange }: ScheduleFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextInput
        label="Start"
        placeholder="0 8 * * 1-5"
        classNames={{ input: 'gl-mono' }}
        value={draft.startCron}
        onChange={(event) => onChange({ startCron: event.currentTarget.value })}
      />
      <TextInput
        label="Stop"
        placeholder="0 18 * * 1-5"
        classNames={{ input: 'gl-mono' }}
        value={draft.stopCron}
        onChange={(event) => onChange({ stopCron: event.currentTarget.value })}
      />
    </div>
  )
}

/** The zones that the browser knows, and the one that is set. */
function zonesWith(zone: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].toSorted()
}
