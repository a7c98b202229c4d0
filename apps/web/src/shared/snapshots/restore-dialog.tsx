import type { OfferId } from '@gridloom/contract/core/ids'
import type { Snapshot } from '@gridloom/contract/snapshots/snapshot'
import { NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { formatPerHour } from '../../ui/format/money.ts'
import { placeQuoteQuery, useOrderFromSnapshot } from './api/place.ts'
import { ChoosePlace } from './choose-place.tsx'
import styles from './snapshots.module.css'

interface RestoreDialogProps {
  snapshot: Snapshot
  close: () => void
}

/** Orders an instance that begins with a snapshot. */
export function RestoreDialog({ snapshot, close }: RestoreDialogProps) {
  const [label, setLabel] = useState('')
  const [diskGb, setDiskGb] = useState(snapshot.disk_gb)
  const [offerId, choose] = useState<OfferId>()
  const navigate = useNavigate()
  const client = useClient()
  const size = { slots: 1, diskGb }
  const quote = useQuery(placeQuoteQuery(client, offerId, size))
  const order = useOrderFromSnapshot(snapshot.id, (id) => {
    void navigate({ to: '/instance/myinstance/$id', params: { id } })
  })
  const price = quote.data?.running_micro_usd_per_hour
  const problem = order.error ?? quote.error
  return (
    <Modal opened onClose={close} title={`Start from ${snapshot.name}`}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (quote.data === undefined) return
          order.mutate({ quote: quote.data, label }, { onError: () => void quote.refetch() })
        }}
      >
        <p className={styles.text}>
          The new instance runs {snapshot.image} with the settings of {snapshot.instance_label} and
          the files of the snapshot.
        </p>
        <TextInput
          label="Label"
          placeholder={snapshot.template_name}
          maxLength={80}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <NumberInput
          label="Disk"
          suffix=" GB"
          min={1}
          max={16_384}
          allowDecimal={false}
          value={diskGb}
          onChange={(value) => typeof value === 'number' && setDiskGb(value)}
        />
        <ChoosePlace size={size} chosen={offerId} onChoose={choose} />
        <FormProblem text={problem ? describeError(problem).text : undefined} />
        <FormButtons busy={order.isPending || quote.isFetching} cancel={close}>
          {price === undefined ? 'Choose a machine' : `Start for ${formatPerHour(price)}`}
        </FormButtons>
      </Form>
    </Modal>
  )
}
