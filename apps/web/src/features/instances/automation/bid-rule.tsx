import type { ChangeInstance } from '@gridloom/contract/instances/change-instance'
import type { Instance, InstanceBid } from '@gridloom/contract/instances/instance'
import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../../ui/components/section.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import { UsdField } from '../../../ui/form/usd-field.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { microUsdOf, type Usd, usdOf } from '../../../ui/format/usd.ts'
import { useChangeInstance } from '../api/change-instance.ts'
import styles from './automation-tab.module.css'
import { problemText } from './use-rule.ts'

/** The bid of an interruptible instance, and whether it starts again by itself; nothing for others. */
export function BidRule({ instance }: { instance: Instance }) {
  if (instance.bid === null) return null
  return <Rule instance={instance} bid={instance.bid} />
}

function Rule({ instance, bid }: { instance: Instance; bid: InstanceBid }) {
  const change = useChangeInstance(instance.id)
  const { max_micro_usd_per_hour: most, paid_micro_usd_per_hour: paid } = bid
  const [usd, setUsd] = useState<Usd>(usdOf(most))
  const isStopped = instance.state === 'stopped'
  const save = (body: ChangeInstance) => change.mutate(body)
  return (
    <Section title="Bid" note={`${formatPerHour(paid)} paid of ${formatPerHour(most)} a slot`}>
      <form
        noValidate
        className={styles.rule}
        onSubmit={(event) => {
          event.preventDefault()
          save({ bid_micro_usd_per_hour: microUsdOf(usd) })
        }}
      >
        <Switch
          label="Start again by itself after an interruption"
          checked={bid.resumes}
          disabled={change.isPending}
          onChange={(event) => save({ resumes: event.currentTarget.checked })}
        />
        <UsdField
          label="Bid per slot and hour"
          description={isStopped ? undefined : 'It can be changed while the instance is stopped.'}
          disabled={!isStopped}
          value={usd}
          onChange={(value) => setUsd(typeof value === 'bigint' ? Number(value) : value)}
        />
        <FormProblem text={change.error ? problemText(change.error) : undefined} />
        {isStopped && (
          <div className={styles.buttons}>
            <Button
              disabled={change.isPending}
              onClick={() => save({ bid_micro_usd_per_hour: null })}
            >
              Change to on demand
            </Button>
            <Button
              type="submit"
              variant="light"
              disabled={!(microUsdOf(usd) > 0) || microUsdOf(usd) === most}
              loading={change.isPending}
            >
              Save bid
            </Button>
          </div>
        )}
      </form>
    </Section>
  )
}
