import type { Offer } from '@gridloom/contract/market/offer'
import type { Volume } from '@gridloom/contract/volumes/volume'
import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { volumesQuery } from '../../../shared/volumes/api/volumes.ts'
import { problemAt, type WrongFields } from '../../../ui/form/problem-at.ts'
import styles from './rent-dialog.module.css'
import { draftVolumes, type RentDraft, type VolumeRow } from './rent-draft.ts'

interface VolumeFieldsProps {
  offer: Offer
  draft: RentDraft
  wrong: WrongFields
  onChange: (part: Partial<RentDraft>) => void
}

/** The volumes of the account on the machine of the offer, to attach; nothing for an account without volumes. */
export function VolumeFields({ offer, draft, wrong, onChange }: VolumeFieldsProps) {
  const volumes = useQuery(volumesQuery(useClient()))
  // Who may not have volumes cannot order either, and is told so by the order.
  if (volumes.data === undefined || volumes.data.length === 0) return null
  const here = volumes.data.filter(
    ({ machine_id, state }) => machine_id === offer.machine_id && state === 'ready',
  )
  const chosen = draftVolumes(draft, offer)
  const put = (row: VolumeRow) =>
    onChange({ volumes: [...draft.volumes.filter(({ id }) => id !== row.id), row] })
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        <span>
          Volumes <span className={styles.hint}>optional</span>
        </span>
      </legend>
      {here.length === 0 && (
        <p className={styles.hint}>None of your volumes is on {offer.machine_name}.</p>
      )}
      {here.map((volume) => (
        <VolumeChoice
          key={volume.id}
          volume={volume}
          row={chosen.find(({ id }) => id === volume.id)}
          problem={problemAt(wrong, `volumes.${chosen.findIndex(({ id }) => id === volume.id)}`)}
          onChange={put}
          onRemove={() => onChange({ volumes: draft.volumes.filter(({ id }) => id !== volume.id) })}
        />
      ))}
      {problemAt(wrong, 'volumes') !== undefined && chosen.length > 1 && (
        <p className={styles.problem} role="alert">
          {problemAt(wrong, 'volumes')}
        </p>
      )}
    </fieldset>
  )
}

interface VolumeChoiceProps {
  volume: Volume
  row: VolumeRow | undefined
  problem: string | undefined
  onChange: (row: VolumeRow) => void
  onRemove: () => void
}

function VolumeChoice({ volume, row, problem, onChange, onRemove }: VolumeChoiceProps) {
  const { id, name, machine_id: machineId, attachments } = volume
  const writer = attachments.find(({ mode }) => mode === 'read_write')
  const isShared = attachments.length > 0
  const mode = isShared ? 'read_only' : 'read_write'
  if (writer !== undefined || volume.kept_until !== null) {
    const why = writer === undefined ? 'not paid' : `used by ${writer.label}`
    return <Checkbox disabled checked={false} readOnly label={`${name} (${why})`} />
  }
  return (
    <>
      <Checkbox
        label={`${name} (${volume.size_gb} GB)`}
        checked={row !== undefined}
        onChange={(event) =>
          event.currentTarget.checked
            ? onChange({ id, name, machineId, mode, path: `/${name}` })
            : onRemove()
        }
      />
      {row && (
        <div className={styles.volume}>
          <TextInput
            aria-label={`Path of ${name}`}
            className={styles.mono}
            value={row.path}
            error={problem}
            onChange={(event) => onChange({ ...row, path: event.currentTarget.value })}
          />
          <Checkbox
            label="Read-only"
            description={isShared ? 'Other instances read it' : undefined}
            checked={row.mode === 'read_only'}
            disabled={isShared}
            onChange={(event) =>
              onChange({ ...row, mode: event.currentTarget.checked ? 'read_only' : 'read_write' })
            }
          />
        </div>
      )}
    </>
  )
}
