import { ApiError } from '@gridloom/client/api-error'
import { limits } from '@gridloom/contract/core/constants'
import type { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { VolumeName } from '@gridloom/contract/volumes/volume-name'
import { volumePrice } from '@gridloom/domain/pricing'
import { NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ProjectField } from '../../shared/projects/project-field.tsx'
import { ChoosePlace } from '../../shared/snapshots/choose-place.tsx'
import { useCreateVolume } from '../../shared/volumes/api/volumes.ts'
import { Modal } from '../../ui/components/dialog.tsx'
import { Form, FormButtons, FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import styles from './volumes.module.css'

const usualSizeGb = 50

/** Creates a volume on a machine of the market. */
export function CreateVolumeDialog({ close }: { close: () => void }) {
  const [name, setName] = useState('')
  const [sizeGb, setSizeGb] = useState(usualSizeGb)
  const [project, setProject] = useState('')
  const [offerId, choose] = useState<OfferId>()
  const [tried, setTried] = useState<'yes' | 'no'>('no')
  const create = useCreateVolume()
  const named = VolumeName.safeParse(name)
  const isShown = tried === 'yes' || name !== ''
  const problem = named.success || !isShown ? undefined : named.error.issues[0]?.message
  return (
    <Modal opened onClose={close} title="Create volume">
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          setTried('yes')
          if (!named.success || offerId === undefined) return
          create.mutate(
            {
              ...{ name: named.data, offer_id: offerId, size_gb: sizeGb },
              ...(project !== '' && { project }),
            },
            { onSuccess: close },
          )
        }}
      >
        <p className={styles.text}>
          Only instances on the machine that you choose can use the volume. Its price stays as it is
          today.
        </p>
        <TextInput
          label="Name"
          placeholder="datasets"
          required
          maxLength={63}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberInput
          label="Size"
          description="The size can’t be changed later."
          suffix=" GB"
          min={limits.diskGbMin}
          max={limits.diskGbMax}
          allowDecimal={false}
          value={sizeGb}
          onChange={(value) => typeof value === 'number' && setSizeGb(value)}
        />
        <ProjectField
          value={project}
          error={create.error instanceof ApiError ? create.error.fields.project : undefined}
          onChange={setProject}
        />
        <ChoosePlace
          size={{ slots: 1, diskGb: sizeGb }}
          priceOf={(offer: Offer) => volumePrice(offer, sizeGb)}
          chosen={offerId}
          onChoose={choose}
        />
        <FormProblem text={create.error ? describeError(create.error).text : undefined} />
        <FormButtons busy={create.isPending} cancel={close}>
          {offerId === undefined ? 'Choose a machine' : 'Create volume'}
        </FormButtons>
      </Form>
    </Modal>
  )
}
