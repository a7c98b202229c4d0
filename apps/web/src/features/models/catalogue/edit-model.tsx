import type { Model } from '@gridloom/contract/models/model'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RemoveButton } from '../../../shared/components/remove-button.tsx'
import { plural } from '../../../ui/format/numbers.ts'
import { useRemoveModel } from '../api/remove-model.ts'
import { ModelDialog } from './model-dialog.tsx'

/** Edits a model of the catalogue, or removes it after a confirmation. */
export function EditModel({ model }: { model: Model }) {
  const [opened, { open, close }] = useDisclosure(false)
  const remove = useRemoveModel()
  return (
    <>
      <Button size="xs" onClick={open} aria-label={`Edit ${model.name}`}>
        Edit
      </Button>
      <RemoveButton
        thing={model.id}
        word="Remove"
        name={model.name}
        confirmWord="Remove model"
        done={`${model.id} is no longer in the catalogue`}
        remove={remove}
      >
        No one can <strong>use</strong> or <strong>serve</strong> it, here or through the API, until
        you add it again. Existing chats stay readable.
        {servedBy(model)}
      </RemoveButton>
      {opened && <ModelDialog change={model} close={close} />}
    </>
  )
}

function servedBy({ endpoints: { length: count } }: Model): string {
  if (count === 0) return ''
  const serve = count === 1 ? 'serves' : 'serve'
  return ` ${plural(count, 'machine')} ${serve} it now. It can’t be removed until they stop.`
}
