import type { App } from '@gridloom/contract/apps/app'
import type { InstanceId, OfferId } from '@gridloom/contract/core/ids'
import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { launchCode } from '../app-code.ts'
import styles from './launch.module.css'
import { LaunchFields } from './launch-fields.tsx'
import { LaunchNotice } from './launch-notice.tsx'
import { PricePanel } from './price-panel.tsx'
import { useLaunch } from './use-launch.ts'

interface LaunchFormProps {
  app: App
  values: Readonly<Record<string, string>>
  /** Offers on which it failed. */
  except: readonly OfferId[]
  onValues: (values: Readonly<Record<string, string>>) => void
  onLaunched: (id: InstanceId, offerId: OfferId) => void
}

/** The fields of an app, the machine with its price, and the button that launches it. */
export function LaunchForm({ app, values, except, onValues, onLaunched }: LaunchFormProps) {
  const launch = useLaunch({ app, values, except, onLaunched })
  const { quote, canLaunch } = launch
  function submit(event: FormEvent): void {
    event.preventDefault()
    launch.launch()
  }
  return (
    <Form onSubmit={submit}>
      <LaunchFields
        fields={app.definition.fields}
        values={values}
        wrong={launch.wrong}
        onChange={onValues}
      />
      <PricePanel launch={launch} />
      <LaunchNotice launch={launch} app={app} />
      <div className={styles.foot}>
        <AsCode
          actions={launchCode(app, {
            offer_id: quote.data?.offer.id ?? 'ofr_…',
            fields: launch.typed,
          })}
        />
        <Button type="submit" variant="filled" loading={launch.launching} disabled={!canLaunch}>
          {quote.data === undefined
            ? 'Launch'
            : `Launch for ${formatPerHour(quote.data.quote.running_micro_usd_per_hour)}`}
        </Button>
      </div>
    </Form>
  )
}
