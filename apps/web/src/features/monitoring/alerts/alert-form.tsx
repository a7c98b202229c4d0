import type { GpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import { defaultGpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import { Button, NumberInput, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import styles from '../monitoring.module.css'
import { useChangeAlertSettings } from './alert-settings-query.ts'

interface AlertFormProps {
  settings: GpuAlertSettings
  close: () => void
}

/** Which problems of GPUs cause a notice and an email, and how often. */
export function AlertForm({ settings, close }: AlertFormProps) {
  const [draft, setDraft] = useState(settings)
  const change = useChangeAlertSettings(close)
  const put = (parts: Partial<GpuAlertSettings>) => setDraft({ ...draft, ...parts })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(draft)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Switch
        label="Too hot"
        description="At the limit for three minutes; over once it is 5 °C below"
        checked={draft.temperature_c !== null}
        onChange={({ currentTarget: { checked } }) =>
          put({ temperature_c: checked ? defaultGpuAlertSettings.temperature_c : null })
        }
      />
      {draft.temperature_c !== null && (
        <NumberInput
          label="Limit"
          suffix=" °C"
          min={40}
          max={120}
          clampBehavior="strict"
          allowDecimal={false}
          value={draft.temperature_c}
          onChange={(value) => typeof value === 'number' && put({ temperature_c: value })}
        />
      )}
      <Switch
        label="Slowed down"
        description="By heat or the power supply, for five minutes"
        checked={draft.throttling}
        onChange={({ currentTarget: { checked } }) => put({ throttling: checked })}
      />
      <Switch
        label="Memory errors"
        description="New errors that ECC could not correct"
        checked={draft.ecc}
        onChange={({ currentTarget: { checked } }) => put({ ecc: checked })}
      />
      <NumberInput
        label="At most one notice per GPU and problem in"
        suffix=" h"
        min={1}
        max={168}
        clampBehavior="strict"
        allowDecimal={false}
        value={draft.repeat_hours}
        onChange={(value) => typeof value === 'number' && put({ repeat_hours: value })}
      />
      <p className={styles.small}>
        You get a notice here and an email. Machines that are offline for ten minutes cause an email
        too. Turn off all emails about machines in{' '}
        <Link to="/account" search={{ section: 'notifications' }}>
          Notifications
        </Link>
        .
      </p>
      <DialogButtons>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="filled" loading={change.isPending}>
          Save
        </Button>
      </DialogButtons>
    </form>
  )
}
