import type { OfferId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { placeQuoteQuery, useMoveInstance } from '../../../shared/snapshots/api/place.ts'
import { ChoosePlace } from '../../../shared/snapshots/choose-place.tsx'
import { moveTime } from '../../../shared/snapshots/snapshot-words.ts'
import styles from '../../../shared/snapshots/snapshots.module.css'
import { Modal } from '../../../ui/components/dialog.tsx'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { Form, FormButtons, FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { instanceName } from '../instance-words.ts'
import { diskUsedQuery } from './disk-used.ts'

/** Moves an instance to another machine, after its cost so far, the new price and the time are shown. */
export function MoveDialog({ instance, close }: { instance: Instance; close: () => void }) {
  const [offerId, choose] = useState<OfferId>()
  const client = useClient()
  const size = { slots: instance.slots, diskGb: instance.disk_gb }
  const quote = useQuery(placeQuoteQuery(client, offerId, size))
  const move = useMoveInstance(instance.id)
  const problem = move.error ?? quote.error
  return (
    <Modal opened onClose={close} title={`Move ${instanceName(instance)}`}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (quote.data === undefined) return
          move.mutate(quote.data, { onSuccess: close, onError: () => void quote.refetch() })
        }}
      >
        <p className={styles.text}>
          The instance stops, and starts on the other machine with its disk, label, settings and
          port addresses. If anything fails, it stays where it is. Data in memory is lost.
        </p>
        <ChoosePlace size={size} except={instance.machine_id} chosen={offerId} onChoose={choose} />
        <MoveFacts instance={instance} newPrice={quote.data?.running_micro_usd_per_hour} />
        <FormProblem text={problem ? describeError(problem).text : undefined} />
        <FormButtons busy={move.isPending || quote.isFetching} cancel={close}>
          {offerId === undefined ? 'Choose a machine' : 'Stop and move'}
        </FormButtons>
      </Form>
    </Modal>
  )
}

interface MoveFactsProps {
  instance: Instance
  newPrice: number | undefined
}

function MoveFacts({ instance, newPrice }: MoveFactsProps) {
  const used = useQuery(diskUsedQuery(useClient(), instance.id))
  const usedBytes = used.data ?? instance.disk_gb * 1e9
  return (
    <dl className={styles.facts}>
      <dt>Cost so far</dt>
      <dd>
        <Money microUsd={instance.cost_micro_usd} />
      </dd>
      <dt>Price now</dt>
      <dd>
        <HourlyPrice microUsdPerHour={instance.running_micro_usd_per_hour} />
      </dd>
      <dt>Price after the move</dt>
      <dd>{newPrice === undefined ? '—' : <HourlyPrice microUsdPerHour={newPrice} />}</dd>
      <dt>Unavailable for</dt>
      <dd>{used.isPending ? '—' : moveTime(usedBytes)}</dd>
    </dl>
  )
}
