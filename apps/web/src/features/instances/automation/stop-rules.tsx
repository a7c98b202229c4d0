import type { Instance } from '@gridloom/contract/instances/instance'
import { formatDuration } from '@gridloom/domain/format-duration'
import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { numberOf, type TypedNumber } from '../../../ui/form/typed.ts'
import { wholeNumber } from '../../../ui/form/whole-number.ts'
import styles from './automation-tab.module.css'
import { localTime, timestampOf } from './local-time.ts'
import { RuleForm } from './rule-form.tsx'
import { SavingLine } from './saving-line.tsx'
import { useRule } from './use-rule.ts'

/** Stops the instance once, at a time. */
export function StopAtRule({ instance }: { instance: Instance }) {
  const rule = useRule(instance)
  const { stop_at: stopAt } = instance.automation
  const [at, setAt] = useState(stopAt === null ? '' : localTime(stopAt))
  return (
    <RuleForm
      title="Stop at a time"
      text="Stops the instance once at this time, in your time zone."
      state={stopAt === null ? null : <TimeAgo at={stopAt} />}
      {...rule}
      save={() => rule.save({ stop_at: timestampOf(at) })}
      turnOff={() => rule.save({ stop_at: null })}
    >
      <TextInput
        type="datetime-local"
        label="Stop at"
        value={at}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
    </RuleForm>
  )
}

/** Stops the instance so long after each start. */
export function StopAfterRule({ instance }: { instance: Instance }) {
  const rule = useRule(instance)
  const { stop_after_s: stopAfterS } = instance.automation
  const [hours, setHours] = useState<TypedNumber>(stopAfterS === null ? 8 : stopAfterS / 3_600)
  const seconds = Math.round(numberOf(hours) * 3_600)
  return (
    <RuleForm
      title="Stop after"
      text="Stops the instance this long after each start."
      state={stopAfterS === null ? null : `After ${formatDuration(stopAfterS)}`}
      {...rule}
      save={() => rule.save({ stop_after_s: seconds })}
      turnOff={() => rule.save({ stop_after_s: null })}
      saving={<SavingLine id={instance.id} rule="stop_after" query={{ stop_after_s: seconds }} />}
    >
      <NumberInput
        label="Hours"
        min={0}
        decimalScale={2}
        hideControls
        classNames={{ input: 'gl-num' }}
        value={hours}
        onChange={setHours}
      />
    </RuleForm>
  )
}

/** Stops the instance when nothing runs on it and nobody is connected. */
export function StopIdleRule({ instance }: { instance: Instance }) {
  const rule = useRule(instance)
  const { stop_idle: idle } = instance.automation
  const [cpu, setCpu] = useState<TypedNumber>(idle?.cpu_percent ?? 5)
  const [gpu, setGpu] = useState<TypedNumber>(idle?.gpu_percent ?? 5)
  const [minutes, setMinutes] = useState<TypedNumber>(idle?.minutes ?? 30)
  const rules = { cpu_percent: numberOf(cpu), gpu_percent: numberOf(gpu) }
  const percent = { ...wholeNumber, allowDecimal: true, suffix: ' %', max: 100 }
  return (
    <RuleForm
      title="Stop when idle"
      text="Stops the instance when its load stays below these limits and nobody is connected: no terminal, SSH session, tunnel or open request to a port. Time without metrics never counts as idle."
      state={idle === null ? null : `After ${idle.minutes} min`}
      {...rule}
      save={() => rule.save({ stop_idle: { ...rules, minutes: numberOf(minutes) } })}
      turnOff={() => rule.save({ stop_idle: null })}
      saving={
        <SavingLine
          id={instance.id}
          rule="stop_idle"
          query={{ ...rules, idle_minutes: numberOf(minutes) }}
        />
      }
    >
      <div className={styles.fields}>
        <NumberInput label="CPU below" {...percent} value={cpu} onChange={setCpu} />
        {instance.gpu_model !== null && (
          <NumberInput label="GPU below" {...percent} value={gpu} onChange={setGpu} />
        )}
        <NumberInput
          label="For"
          {...wholeNumber}
          suffix=" min"
          value={minutes}
          onChange={setMinutes}
        />
      </div>
    </RuleForm>
  )
}
